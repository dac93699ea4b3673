"""What accounts, zones and things hold, as one player sees it: in words and in few letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulelang.runtime.description import Account, Family
from rulelang.tui.short_names import HIDDEN, THINGS, TerminalWords

View = Mapping[str, Any]


def amounts_of(words: TerminalWords, account: Account, view: View, holder: str = "") -> str:
    """What an account holds, of one holder where there are several."""
    slots = next(s for s in words.game.layout.accounts if s.name == account.name)
    seen = view["accounts"][account.name]
    if holder:
        seen = seen[holder]
    if not isinstance(seen, Mapping):
        return words.say("hidden")
    if "size" in seen and "size" not in words.game.names.all(slots.enum):
        return str(seen["size"])
    return words.bundle(slots.enum, seen)


def unless_empty(words: TerminalWords, account: Account, view: View, holder: str = "") -> str:
    """What an account holds; nothing is not worth a word."""
    seen = view["accounts"][account.name]
    seen = seen[holder] if holder else seen
    is_empty = isinstance(seen, Mapping) and not any(seen.values())
    return "" if is_empty else amounts_of(words, account, view, holder)


def amounts_by_case(words: TerminalWords, account: Account, view: View) -> str:
    """The accounts of the cases of an enum in a row, those that hold something."""
    cases = words.game.description.enums[account.owner_kind]
    told = [
        (words.label(label, name), unless_empty(words, account, view, name))
        for name, label in cases
    ]
    return ", ".join(f"{case} {amounts}" for case, amounts in told if amounts)


def contents_of(words: TerminalWords, seen: object, *, with_owner: bool = False) -> str:
    """What lies in a zone; nothing is not worth a word."""
    if isinstance(seen, Mapping):
        size = str(seen["size"] or "") if "size" in seen else words.say("hidden")
        known = known_of(words, seen.get("known", ()))
        return f"{size} ({words.say('known', what=known)})" if known else size
    if not isinstance(seen, list):
        return words.say("hidden")
    return words.things(seen, with_owner=with_owner) if seen else ""


def known_of(words: TerminalWords, known: Iterable[Any]) -> str:
    """What is known of a place that is not seen: things, in a pile with their place from the top."""
    things = [each for each in known if isinstance(each, str)]
    placed = [f"{each[0]}. {words.things([each[1]])}" for each in known if each not in things]
    return ", ".join([words.things(things)] * bool(things) + placed)


# --- things that carry others ------------------------------------------------------------------------------


def laden_things(words: TerminalWords, view: View, seat: int) -> list[str]:
    """The things on the boards of a player that carry others, in words."""
    found = []
    for thing, (name, _label, _kind, owner) in enumerate(words.game.description.things):
        if _seat_of(words, view, name) != seat:
            continue
        zones = [contents_of(words, seen, with_owner=True) for seen in _zones(words, view, thing)]
        accounts = _accounts(words, view, name)
        amounts = [unless_empty(words, account, view, name) for account in accounts]
        parts = [text for text in (*zones, *amounts) if text]
        if parts:
            whose = f"{words.plain_player(owner)} " if owner not in (-1, seat) else ""
            found.append(f"{whose}{words.thing(thing)}: {', '.join(parts)}")
    return found


def is_on_a_board(words: TerminalWords, view: View, family: Family, rank: int) -> bool:
    """Whether a zone belongs to a thing that lies on the board of a player."""
    if not words.game.description.owned_by_things(family) or family.board is not None:
        return False
    name = words.game.description.things[family.owner_ids[rank]].name
    return _seat_of(words, view, name) is not None


def pieces_on(words: TerminalWords, view: View, thing: int) -> str:
    """The pieces that a thing carries: `R`, `2B`; what is nobody's by its first letters."""
    found: Counter[str] = Counter()
    for seen in _zones(words, view, thing):
        for name in seen if isinstance(seen, list) else ():
            piece = -1 if name == HIDDEN else words.game.names.number(THINGS, name)
            owner = words.owner(piece) if piece >= 0 else -1
            text = "?" if piece < 0 else words.short(piece)[:2]
            found[words.letters[owner] if owner >= 0 else text] += 1
    return " ".join(f"{count}{text}" if count > 1 else text for text, count in found.items())


def amounts_on(words: TerminalWords, view: View, thing: int) -> str:
    """The amounts that a thing carries: `2wo1st`."""
    name = words.game.description.things[thing].name
    found = []
    for account in _accounts(words, view, name):
        enum = next(a.enum for a in words.game.layout.accounts if a.name == account.name)
        seen = view["accounts"][account.name][name]
        for kind, count in seen.items() if isinstance(seen, Mapping) else ():
            if count and kind in words.game.names.all(enum):
                number = words.game.names.all(enum).index(kind)
                found.append(f"{count}{words.kind(enum, number)[:2]}")
    return "".join(found)


def _zones(words: TerminalWords, view: View, thing: int) -> Iterator[object]:
    """What is seen in the zones of a thing; parts of tiles are places of their own."""
    for family in words.game.description.families:
        if (
            words.game.description.owned_by_things(family)
            and family.board is None
            and thing in family.owner_ids
        ):
            place = family.first + family.owner_ids.index(thing)
            yield view["places"].get(words.game.names.all("places")[place], [])


def _accounts(words: TerminalWords, view: View, name: str) -> Iterator[Account]:
    for account in words.accounts:
        if (
            words.game.description.owned_by_things(account)
            and name in view["accounts"][account.name]
        ):
            yield account


def _seat_of(words: TerminalWords, view: View, thing: str) -> int | None:
    """On whose board a thing lies."""
    for board in words.game.layout.boards:
        for rank in range(board.count if board.count == words.game.players else 0):
            name = words.game.names.all("places")[board.first_place + rank]
            if any(row[0] == thing for row in view["boards"].get(name, ())):
                return rank
    return None
