"""The log of a game in words: in go answers one by one, out come lines about whole decisions.

A line tells only what its reader may know: things that stay hidden are not named, and what is chosen in secret is
told when everybody has chosen. Below it stands what accounts and hidden zones gained or lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulelang.runtime.contents import holdings_of, is_face_down, things_at, things_in
from rulelang.runtime.decisions import WHICH, given_values, goes_on, pick_data
from rulelang.runtime.description import Argument, PendingPick, Pick, ValueType
from rulelang.runtime.game import State
from rulelang.runtime.layout import ASKED, PC
from rulelang.runtime.marks import known_things
from rulelang.runtime.play import Answer
from rulelang.runtime.rng import ChanceEvents
from rulelang.runtime.views import view_of
from rulelang.tui.asking import alternative_text
from rulelang.tui.holdings import known_of
from rulelang.tui.short_names import THINGS, TerminalWords

MINUS = "−"


class HeardChance(ChanceEvents):
    """Chance that remembers the dice, so that they can be told."""

    __slots__ = ("heard",)

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, int]] = []

    def roll(self, s: list[int], event: tuple[str, int, int], dice: int, sides: int) -> int:
        """Return the sum of dice and remember it."""
        value = super().roll(s, event, dice, sides)
        self.heard.append((event[0], value))
        return value

    def member(self, s: list[int], event: tuple[str, int, int], members: Sequence[int]) -> int:
        """Return one of some members and remember it."""
        value = super().member(s, event, members)
        self.heard.append((event[0], value))
        return value


class Narrator:
    """Tells a game to one reader; `viewer` None is somebody at no seat, `sees_all` reads everything."""

    def __init__(self, words: TerminalWords, viewer: int | None, *, sees_all: bool = False) -> None:
        self._words = words
        self._game = words.game
        self.viewer = viewer
        self._sees_all = sees_all
        self._start: State | None = None
        self._picked: list[tuple[Pick, list[int]]] = []
        self._alternative: int | None = None
        self._given: list[tuple[Argument, int]] = []
        self._seat = -1  # who made the decision
        self._told: set[tuple[str, int]] = set()  # what the line before named
        self._held: list[str] = []  # what was chosen in a secret that is still kept

    def tell(
        self, before: State, value: int, after: State, dice: list[tuple[str, int]]
    ) -> list[str]:
        """Return the lines that an answer adds to the log: none before a decision is complete."""
        data = pick_data(self._game, before)
        if self._start is None:
            self._start = before
        self._note(data, value, before)
        if goes_on(self._game, before, after):
            return []
        lines = self._lines(data, before[ASKED], after, dice)
        self._start, self._picked, self._alternative, self._given = None, [], None, []
        return lines

    def resume(self, answers: Sequence[Answer], state: State) -> None:
        """Go back to a point of the past: of the decision under way there, the picks already made."""
        self._start, self._picked, self._alternative, self._given = None, [], None, []
        self._told = set()
        after = [*(answer.before for answer in answers), state][1:]
        first = len(answers)
        while first and goes_on(self._game, answers[first - 1].before, after[first - 1]):
            first -= 1
        for answer, following in zip(answers[first:], after[first:], strict=True):
            self.tell(answer.before, answer.value, following, [])

    def _note(self, data: PendingPick, value: int, before: State) -> None:
        number = value if data.form == WHICH else data.alternative
        if self._alternative is None and number < len(data.alternatives):
            rule = self._game.description.rules.get(data.alternatives[number].rule or "")
            named = {param.name for param in rule.params} if rule is not None else set()
            given = given_values(self._game, before, number) if named else []
            self._given = [each for each in given if each[0].name in named and _is_member(each[0])]
        self._alternative = number
        if data.form == WHICH:
            return
        pick = data.alternatives[data.alternative].picks[data.pick]
        if self._picked and self._picked[-1][0] is pick:
            self._picked[-1][1].append(value)
        else:
            self._picked.append((pick, [value]))

    # --- lines -----------------------------------------------------------------------------------------

    def _lines(
        self, data: PendingPick, seat: int, after: State, dice: list[tuple[str, int]]
    ) -> list[str]:
        if seat != self._seat:
            self._told = set()
        self._seat = seat
        told = self._decision_text(data, after)
        is_kept = data.secret and self._is_secret_now(after)
        lines = []
        if told:
            text = self._words.say("does", who=self._words.player(seat), what=told)
            if data.secret and seat != self.viewer and not self._sees_all:
                self._held.append(text)
            else:
                lines.append(text)
        if not is_kept:
            lines += self._held
            self._held = []
        elif seat != self.viewer and not self._sees_all:
            lines.append(self._words.say("chooses_secretly", who=self._words.player(seat)))
        for name, value in dice:
            if name in self._game.description.rolled:
                shown, came = self._words.word(name, {}), self._came_up(name, value, after)
                lines.append("    " + self._words.say("came_up", name=shown, value=came))
        assert self._start is not None
        return lines + changes(
            self._words, self._start, after, self.viewer, sees_all=self._sees_all
        )

    def _is_secret_now(self, after: State) -> bool:
        return after[PC] != 0 and bool(pick_data(self._game, after).secret)

    def _decision_text(self, data: PendingPick, after: State) -> str:
        """What was done: the alternative and its values; nothing if the player stopped."""
        alternative = self._alternative
        assert alternative is not None
        if alternative >= len(data.alternatives):
            return ""
        text = alternative_text(self._words, data, alternative)
        # Several numbers in a row would not tell which is which.
        is_named = sum(_is_number(pick) for pick, _values in self._picked) > 1
        values = self._given_texts(after)
        for pick, answers in self._picked:
            value = self._value(pick, answers, after)
            name = self._words.parameter(pick)
            is_told = is_named and _is_number(pick) and name != pick.local
            values.append(f"{name} {value}" if is_told else value)
        picked = ((pick.type, answer) for pick, answers in self._picked for answer in answers)
        known = [*((entry.type, value) for entry, value in self._given), *picked]
        enums = self._game.description.enums  # cases are short: they are told again
        universes = ((type_.universe, value) for type_, value in known)
        self._told = {each for each in universes if each[0] not in enums}
        return f"{text}: {', '.join(values)}" if values else text

    def _given_texts(self, after: State) -> list[str]:
        """What the rule was given and the line before has not named, as far as the reader may know it."""
        return [
            self._words.value(entry.type, value)
            for entry, value in self._given
            if value >= 0
            and (entry.type.universe, value) not in self._told
            and self._is_known(entry.type, value, after)
        ]

    def _value(self, pick: Pick, values: list[int], after: State) -> str:
        words = self._words
        if pick.form == "bundle":
            amounts = words.bundle(pick.type.enum, values)
            return f"{words.parameter(pick)} {amounts}"
        type_ = pick.type.member if pick.form == "subset" else pick.type
        members = [value for value in values if not (pick.form == "subset" and value < 0)]
        shown = [self._member(type_, member, after) for member in members]
        return " + ".join(shown) or words.say("empty")

    def _came_up(self, name: str, value: int, after: State) -> str:
        type_ = self._game.description.chance[name]
        return str(value) if type_.form == "int" else self._member(type_, value, after)

    def _member(self, type_: ValueType, member: int, after: State) -> str:
        if self._is_known(type_, member, after):
            return self._words.value(type_, member)
        return self._words.say("hidden")

    def _is_known(self, type_: ValueType, member: int, after: State) -> bool:
        is_thing = type_.universe == THINGS.universe and member >= 0
        return not is_thing or self._seat == self.viewer or self._sees(member, after)

    def _sees(self, thing: int, state: State) -> bool:
        """May the reader know that it was this thing? One of several alike things must be seen to go or come,
        unless the reader sees them all."""
        if self._sees_all:
            return True
        now = dict(self._in_sight(thing, state))
        if thing in self._game.layout.things.individuals or self._start is None:
            return bool(now)
        then = dict(self._in_sight(thing, self._start))
        places = range(len(self._game.names.all("places")))
        layout = self._game.layout
        pieces = sum(things_at(layout, place, self._start).count(thing) for place in places)
        return now != then or sum(then.values()) == pieces

    def _in_sight(self, thing: int, state: State) -> Iterator[tuple[int, int]]:
        """How many of a thing the reader sees or knows, place by place."""
        layout = self._game.layout
        is_down = is_face_down(layout, thing, state)
        for family in self._game.description.families:
            for rank in range(family.size):
                place = family.first + rank
                owner = family.owner_ids[rank] if family.owner_kind == "Player" else None
                is_own = family.seen == "owner" and owner is not None and owner == self.viewer
                is_seen = is_own or (family.seen == "everyone" and not is_down)
                for holding in holdings_of(layout, place):
                    things = things_in(holding, place, state)
                    known = known_things(layout, state, (holding, place, things), self.viewer)
                    pairs = zip(things, known, strict=True)
                    count = sum(x == thing and (is_seen or knows) for x, knows in pairs)
                    if count:
                        yield place, count


def _is_member(entry: Argument) -> bool:
    """Whether it is one of a kind that can be named: numbers and flags would tell nothing."""
    return entry.type.form == "ref"


def _is_number(pick: Pick) -> bool:
    return pick.form != "bundle" and pick.type.form == "int"


# --- what changed -------------------------------------------------------------------------------------------


def changes(
    words: TerminalWords, before: State, after: State, viewer: int | None, *, sees_all: bool = False
) -> list[str]:
    """Return what players gained and lost in accounts and hidden zones, a line for each of them."""
    lines = []
    old, new = view_of(words.game, before, viewer), view_of(words.game, after, viewer)
    for seat in range(words.game.players):
        if sees_all:
            old, new = view_of(words.game, before, seat), view_of(words.game, after, seat)
        parts = [*_account_changes(words, old, new, seat), *_zone_changes(words, old, new, seat)]
        if parts:
            lines.append(
                words.style(f"    {words.plain_player(seat)}: {', '.join(parts)}", dim=True)
            )
    return lines if sees_all else lines + _common_changes(words, old, new)


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else f"{MINUS}{-count}"


def _account_changes(
    words: TerminalWords, old: Mapping[str, Any], new: Mapping[str, Any], seat: int
) -> list[str]:
    name = words.game.player_names[seat]
    parts = []
    for account in words.accounts:
        if account.owner_kind != "Player":
            continue
        slots = next(s for s in words.game.layout.accounts if s.name == account.name)
        had, has = old["accounts"][account.name][name], new["accounts"][account.name][name]
        if not isinstance(had, Mapping) or not isinstance(has, Mapping):
            continue
        if "size" in has and len(has) == 1:
            if has["size"] != had["size"]:
                label = words.label(account.label, account.name)
                parts.append(f"{_signed(has['size'] - had['size'])} ({label})")
            continue
        for kind, member in enumerate(words.game.names.all(slots.enum)):
            more = has[member] - had[member]
            if more:
                counts = [abs(more) if rank == kind else 0 for rank in range(slots.kinds)]
                parts.append(f"{'+' if more > 0 else MINUS}{words.bundle(slots.enum, counts)}")
    return parts


def _common_changes(
    words: TerminalWords, old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[str]:
    """What the reader has come to know of hidden zones that are nobody's, a line for each of them."""
    lines = []
    for family in words.game.description.families:
        if family.owner_kind == "Player" or family.seen == "everyone":
            continue
        for rank in range(family.size):
            name = words.game.names.all("places")[family.first + rank]
            had, has = old["places"][name], new["places"][name]
            for told in _came_to_know(words, had, has):
                label = words.label(family.label, family.name) if family.size == 1 else name
                lines.append(words.style(f"    {label}: {told}", dim=True))
    return lines


def _came_to_know(words: TerminalWords, had: object, has: object) -> list[str]:
    """What is known now of a place that the reader does not see, and was not before."""
    before, after = (
        each.get("known", []) if isinstance(each, Mapping) else [] for each in (had, has)
    )
    names = Counter(each if isinstance(each, str) else each[1] for each in before)
    new = []
    for each in after:
        name = each if isinstance(each, str) else each[1]
        if names[name]:
            names[name] -= 1
        else:
            new.append(each)
    return [words.say("known", what=known_of(words, new))] if new else []


def _zone_changes(
    words: TerminalWords, old: Mapping[str, Any], new: Mapping[str, Any], seat: int
) -> list[str]:
    """Things that came to or left a zone that not everyone sees."""
    parts = []
    for family in words.game.description.families:
        if family.owner_kind != "Player" or family.seen == "everyone":
            continue
        place = family.first + family.owner_ids.index(seat)
        name = words.game.names.all("places")[place]
        had, has = old["places"][name], new["places"][name]
        label = words.label(family.label, family.name)
        if isinstance(has, Mapping) and isinstance(had, Mapping):
            if has.get("size") != had.get("size"):
                parts.append(f"{_signed(has['size'] - had['size'])} ({label})")
            parts += [f"{told} ({label})" for told in _came_to_know(words, had, has)]
        elif isinstance(has, list) and isinstance(had, list):
            gained = list(has)
            for thing in had:
                if thing in gained:
                    gained.remove(thing)
            numbers = [words.game.names.number(THINGS, thing) for thing in gained]
            parts += [f"+ {words.thing(number)} ({label})" for number in numbers]
    return parts
