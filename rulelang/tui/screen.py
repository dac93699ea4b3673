"""What a person is shown before a choice: the board and the table where they have changed, and the question.

It remembers what was printed last, so that nothing is printed twice in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rulelang.runtime.decisions import pick_data
from rulelang.runtime.play import Play
from rulelang.tui.asking import Choice, heading, question, refused
from rulelang.tui.board import draw_boards
from rulelang.tui.commands import bundle_enum, key_of
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import score_table, table_lines
from rulelang.tui.terminal import Terminal
from rulelang.tui.text_tiles import draw_loose


class Screen:
    """Shows one game on one terminal."""

    def __init__(self, words: TerminalWords, terminal: Terminal) -> None:
        self.words = words
        self.terminal = terminal
        self._asked: tuple[int, int] = (-1, -1)  # who was asked, after how many answers
        self._board: list[str] = []
        self._table: list[str] = []
        self._loose: list[str] = []
        self._hinted: tuple[int, int] = (-1, -1)  # the pick for which it was said how to answer it

    def introduce(self, play: Play, people: Sequence[int]) -> None:
        """Print what is played and by whom, so that the same game can be had again."""
        game = self.words.game
        title = self.words.style(self.words.label(game.description.title, game.name), bold=True)
        key = "intro" if game.players > 1 else "intro_alone"
        self.say(key, title=title, players=game.players, seed=play.seed)
        if len(people) == 1:
            self.say("you_are", who=self.words.player(people[0]))
        if people:
            self.say("help_hint")

    def say(self, phrase: str, **fields: object) -> None:
        """Print a sentence of the terminal's own."""
        self.terminal.write(self.words.say(phrase, **fields).split("\n"))

    def refresh(self) -> None:
        """Print everything again next time."""
        self._asked = (-1, -1)
        self._board, self._table, self._loose = [], [], []

    def ask_again(self) -> None:
        """Print the question again next time."""
        self._asked = (-1, -1)

    def show(
        self, play: Play, seat: int, offered: Sequence[Choice], others: Sequence[int] = ()
    ) -> None:
        """Print what has changed since the last time and what is asked now; `others` could answer too."""
        asked = (seat, len(play.answers))
        if asked == self._asked:
            return
        self._asked = asked
        lines = [*self._situation(play, seat, offered)]
        lines.append("")
        about = heading(self.words, play.state)
        phrase = "your_turn" if about else "your_choice"
        lines.append(self.words.say(phrase, who=self.words.player(seat), what=about))
        if question(self.words, play.state):
            lines.append(f"  {question(self.words, play.state)}")
        lines += self._option_lines(play, offered)
        if others:
            names = ", ".join(self.words.plain_player(other) for other in others)
            said = self.words.say("others_too", names=names)
            lines.append(self.words.style(f"  {said}", dim=True))
        self.terminal.write(lines)

    def _situation(self, play: Play, seat: int, offered: Sequence[Choice]) -> list[str]:
        """The board and the table, as far as they are news; the board also to point at places on it."""
        width = self.terminal.width
        marks = {
            choice.place: key_of(number, choice)
            for number, choice in enumerate(offered, start=1)
            if choice.place is not None
        }
        view = play.view(seat)
        board = draw_boards(self.words, view, {}, width=width)
        table = table_lines(self.words, play, seat, width=width)
        lines = []
        if board != self._board or marks:
            lines += ["", *(draw_boards(self.words, view, marks, width=width) if marks else board)]
        if table != self._table:
            lines += ["", *table]
        loose = draw_loose(self.words, view, width=width)
        if loose != self._loose:
            lines += loose
        self._board, self._table, self._loose = board, table, loose
        return lines

    def _option_lines(self, play: Play, offered: Sequence[Choice]) -> list[str]:
        words = self.words
        data = pick_data(words.game, play.state)
        if all(choice.text == choice.name and choice.name.isdigit() for choice in offered):
            lines = [f"  {amounts_text([choice.value for choice in offered])}"]
            enum = bundle_enum(words, play.state)
            if enum and self._hinted != (data.node, data.pick):
                self._hinted = data.node, data.pick
                example = f"1 {words.kind(enum, 0)}, 2 {words.kind(enum, 1)}"
                lines.append("  " + words.say("bundle_hint", example=example))
            return lines
        texts = [f"{number:>3}  {choice.text}" for number, choice in enumerate(offered, start=1)]
        lines = in_columns(texts, self.terminal.width)
        not_now = ", ".join(text for _name, text in refused(words, play.state))
        if not_now:
            said = wrap(words.say("not_now", names=not_now), self.terminal.width - 4)
            lines += [words.style(f"  {line}", dim=True) for line in said]
        return lines

    def show_end(self, play: Play, viewer: int) -> None:
        """Print the last position, the points line by line and who has won."""
        words = self.words
        width = self.terminal.width
        lines = ["", *draw_boards(words, play.view(viewer), {}, width=width), ""]
        lines += [*table_lines(words, play, viewer, width=width), ""]
        lines += [words.say("game_over"), "", *score_table(words, play, None), ""]
        winners = play.winners()
        names = ", ".join(words.player(seat) for seat in winners)
        lines.append(words.say("winner" if len(winners) == 1 else "winners", names=names))
        self.terminal.write(lines)


def amounts_text(amounts: Sequence[int]) -> str:
    """Return numbers to choose from, a long run of them by its ends.

    >>> amounts_text([0, 2, 3]), amounts_text(range(9))
    ('0, 2, 3', '0 … 8')
    """
    is_run = len(amounts) > 6 and amounts[-1] - amounts[0] == len(amounts) - 1
    return f"{amounts[0]} … {amounts[-1]}" if is_run else ", ".join(map(str, amounts))


def in_columns(texts: Sequence[str], width: int) -> list[str]:
    """Return short texts in as many columns as fit, read from top to bottom."""
    longest = max(len(text) for text in texts) + 3
    columns = max(1, min(width // longest, -(-len(texts) // 6)))
    rows = -(-len(texts) // columns)
    return [
        "".join(text.ljust(longest) for text in texts[row::rows]).rstrip() for row in range(rows)
    ]
