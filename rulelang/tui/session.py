"""A game at the terminal: people and bots take turns until it is over.

In goes a play and who sits where, out comes the text of a game. People are asked pick by pick; what leaves no choice
plays itself with a line in the log. Each person is shown only what they may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from rulelang.interpreter.working import Working
from rulelang.reference.topics import Topics
from rulelang.runtime.barriers import barrier_of
from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.decisions import pick_data
from rulelang.runtime.faults import Fault
from rulelang.runtime.play import Play
from rulelang.simulate.policies.choice import Policy
from rulelang.tui.asking import Choice, choices, heading
from rulelang.tui.commands import (
    Command,
    NotPossible,
    Unclear,
    bundle_enum,
    check_amounts,
    key_of,
    read_amounts,
    read_line,
)
from rulelang.tui.comparing import marks_of
from rulelang.tui.how import Unasked, how_lines
from rulelang.tui.narrator import HeardChance, Narrator
from rulelang.tui.saving import Recipe, Saved, SaveError, read_saved, resume, write_saved
from rulelang.tui.screen import Screen, amounts_text
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import WORLDS, score_table
from rulelang.tui.terminal import Terminal
from rulelang.tui.what import what_lines
from rulelang.tui.why import why_lines


class Quit(Exception):  # noqa: N818  (a way out, not an error)
    """Somebody has left the game."""


class Session:
    """One game at one terminal; `bots` has the seats of bots with their names."""

    def __init__(
        self,
        words: TerminalWords,
        play: Play,
        bots: Mapping[int, tuple[str, Policy]],
        *,
        recipe: Recipe,
        terminal: Terminal,
    ) -> None:
        self.words = words
        self.play = play
        self.screen = Screen(words, terminal)
        self._terminal = terminal
        self._recipe = recipe
        self._bots = bots
        self.people = [seat for seat in range(words.game.players) if seat not in bots]
        self._chance = HeardChance()
        words.game.use_chance(self._chance)
        self._narrator = self._new_narrator()
        self._log: list[str] = []
        self._ahead: list[str] = []  # numbers typed in advance
        self._seat = -1  # who sits at the keyboard
        self._working: Callable[[], Working] | None = None
        self._topics: Callable[[], Topics] | None = None

    def work_with(self, working: Callable[[], Working]) -> None:
        """Say how to get at what works out values; it is asked for when somebody wants to know."""
        self._working = cache(working)

    def tell_from(self, topics: Callable[[], Topics]) -> None:
        """Say how to get at what is known of names; it is asked for when somebody wants to know."""
        self._topics = cache(topics)

    def _new_narrator(self) -> Narrator:
        viewer = self.people[0] if len(self.people) == 1 else None
        return Narrator(self.words, viewer, sees_all=not self.people)

    def run(self) -> None:
        """Play to the end.

        Raises:
            Quit: somebody has left.
            Fault: the rules broke while a bot played.
        """
        while not self.play.is_over:
            seat = self.play.player
            if seat in self._bots:
                self._answer(self._bots[seat][1].pick(self.play.state))
            else:
                self._ask(seat)
        self.screen.show_end(self.play, self.people[0] if self.people else 0)

    def _answer(self, value: int) -> None:
        before = self.play.state[:]
        self._chance.heard.clear()
        self.play.choose(value)
        dice = self._chance.heard[:]
        self._tell(self._narrator.tell(before, value, self.play.state, dice))

    def _tell(self, lines: Sequence[str]) -> None:
        self._log += lines
        self._terminal.write(lines)

    # --- asking a person ------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        offered = choices(self.words, self.play.state)
        if len(offered) == 1:
            self._play_only(seat, offered[0])
            return
        if self._ahead:
            line = self._ahead.pop(0)
        else:
            self._hand_over(seat)
            self.screen.show(self.play, seat, offered, self._others(seat))
            line = self._read(self.words.say("prompt"))
        self._handle(line, offered, seat)

    def _read(self, prompt: str) -> str:
        try:
            return self._terminal.read(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def _play_only(self, seat: int, choice: Choice) -> None:
        """Play what leaves no choice; stopping, where nothing else is possible, is worth a line too."""
        data = pick_data(self.words.game, self.play.state)
        if data.pick < 0 and choice.value == len(data.alternatives):
            what = heading(self.words, self.play.state)
            phrase = "nothing_to_do" if what else "nothing_left"
            said = self.words.say(phrase, who=self.words.plain_player(seat), what=what)
            self._tell([self.words.style(said, dim=True)])
        self._answer(choice.value)

    def _hand_over(self, seat: int) -> None:
        """Let people change places, so that nobody sees the hand of another."""
        if seat != self._seat and len(self.people) > 1:
            self.screen.refresh()
            if self._terminal.is_keyboard:
                self._read(self.words.say("pass_to", who=self.words.plain_player(seat)))
        self._seat = seat

    # --- what was typed ---------------------------------------------------------------------------------

    def _handle(self, line: str, offered: Sequence[Choice], seat: int) -> None:
        if not line:
            self.screen.ask_again()
            return
        other = self._called(line, seat)
        if other is not None:
            self._let_answer(other)
            return
        enum = bundle_enum(self.words, self.play.state)
        amounts = read_amounts(self.words, enum, line) if enum else None
        if amounts is not None:
            self._answer_bundle(amounts)
            return
        match read_line(line, offered):
            case Choice(value=value):
                self._answer_person(value)
            case Command() as command:
                self._obey(command, seat)
            case list() as numbers:
                self._ahead = numbers
            case Unclear(said=said, names=names):
                self._ahead.clear()
                if names:
                    self.screen.say("ambiguous", said=said, names=", ".join(names))
                else:
                    self.screen.say("unknown", said=said)

    # --- several at once --------------------------------------------------------------------------------

    def _others(self, seat: int) -> list[int]:
        """The other people at this keyboard who have to answer the same `together`."""
        if len(self.people) < 2 or barrier_of(self.words.game, self.play.state) is None:
            return []
        return [other for other in self.play.deciders if other != seat and other in self.people]

    def _called(self, line: str, seat: int) -> int | None:
        wanted = line.casefold()
        for other in self._others(seat):
            names = (self.words.game.player_names[other], self.words.plain_player(other))
            if wanted in (name.casefold() for name in names):
                return other
        return None

    def _let_answer(self, other: int) -> None:
        """Let somebody else answer first; whoever had begun begins again later."""
        self.play.turn_to(other)
        self.play.held.clear()
        self._narrator.resume(self.play.answers, self.play.state)
        self._ahead.clear()
        self.screen.refresh()

    def _answer_person(self, value: int) -> None:
        try:
            self._answer(value)
        except Fault as fault:
            self._narrator.resume(self.play.answers, self.play.state)
            self.screen.say("fault", text=fault)
            self.screen.say("fault_help")

    def _answer_bundle(self, amounts: Sequence[int]) -> None:
        """Answer all amounts of a bundle, or none if one of them is not possible."""
        found = check_amounts(self.words, self.play.state, amounts)
        if isinstance(found, NotPossible):
            options = amounts_text(found.options)
            self.screen.say("not_offered", amount=found.amount, kind=found.kind, options=options)
            return
        for amount in found:
            self._answer_person(amount)

    # --- commands -----------------------------------------------------------------------------------------

    def _obey(self, command: Command, seat: int) -> None:
        match command.word:
            case "quit":
                raise Quit
            case "help":
                self.screen.say("help")
            case "board":
                self.screen.refresh()
            case "score":
                self._terminal.write(score_table(self.words, self.play, seat))
            case "log":
                self._terminal.write(self._log)
            case "undo":
                self.screen.say(self._undo())
            case "why":
                self._terminal.write(why_lines(self.words, self.play, command.rest))
            case "what":
                self._terminal.write(self._what(command.rest, seat))
            case "how":
                self._terminal.write(self._how(command.rest, seat))
            case "save":
                self._save(command.rest)
            case "load":
                self._load(command.rest)
            case _:
                raise ValueError(f"there is no command {command.word}")

    def _what(self, said: str, seat: int) -> list[str]:
        if self._topics is None:
            return [self.words.say("unknown", said="what")]
        offered = choices(self.words, self.play.state)
        keys = {key_of(number, choice): choice for number, choice in enumerate(offered, start=1)}
        said = keys[said].name if said in keys else said
        view, width = self.play.view(seat), self._terminal.width
        return what_lines(self.words, self._topics(), view, said, width=width)

    def _how(self, said: str, seat: int) -> list[str]:
        """How a value came about, if that does not rest on what this person may not know."""
        if self._working is None:
            return [self.words.say("unknown", said="how")]
        blindfold, rng = Blindfold(self.words.game, seat), Random(0)
        worlds = 1 if blindfold.hides_nothing else WORLDS
        try:
            found = [
                how_lines(
                    self.words, self._working(), blindfold.determinise(self.play.state, rng), said
                )
                for _ in range(worlds)
            ]
        except Unasked as error:
            return [str(error)]
        is_known = all(lines == found[0] for lines in found)
        return found[0] if is_known else [self.words.say("unseen")]

    def _undo(self) -> str:
        """Go back to the last choice there was; return the phrase that tells what happened."""
        play = self.play
        if not play.answers:
            return "nothing_to_undo"
        before = play.copy()
        while play.undo():
            if len(self.words.game.options(play.state)) > 1:
                self._narrator.resume(play.answers, play.state)
                self._ahead.clear()
                self.screen.ask_again()
                return "undone"
        self.play = before
        return "cannot_undo"

    def _save(self, name: str) -> None:
        if not name:
            self.screen.say("needs_file", word="save")
            return
        seats = range(self.words.game.players)
        bots = [self._bots[seat][0] if seat in self._bots else "" for seat in seats]
        try:
            known = {"marks": marks_of(self.play), "items": self.words.game.description.items}
            record = {**self.play.save(), **known}
            write_saved(Path(name), Saved(self._recipe, bots, record))
        except OSError as error:
            self.screen.say("cannot_save", file=name, reason=error.strerror)
            return
        self.screen.say("saved", file=name)

    def _load(self, name: str) -> None:
        if not name:
            self.screen.say("needs_file", word="load")
            return
        try:
            self.play = resume(self.words.game, read_saved(Path(name)).record)
        except SaveError as error:
            self.screen.say("cannot_load", file=name, reason=error)
            return
        self._narrator = self._new_narrator()
        self._narrator.resume(self.play.answers, self.play.state)
        self._ahead.clear()
        self.screen.refresh()
        self.screen.say("loaded", file=name)
