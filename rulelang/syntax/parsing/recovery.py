"""After a syntax error: say once what is wrong, and find the place where reading can go on.

Reading goes on with the next line of the same block, if the lines before it can stand without the broken
one, else with the next line of a block around it. Nothing more is said about the same line.
"""

from __future__ import annotations

from bisect import bisect_right

from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Fix, Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.expected import found_phrase, phrase_of, words_in
from rulelang.syntax.parsing.parser_tables import Tables
from rulelang.syntax.parsing.stack import Stack
from rulelang.syntax.parsing.tokens import CLOSERS, MAX_ERRORS, RESERVED, WORD, Token, TokenStream

# Words that go on with what the block before them began; without it they are no error of their own.
GOING_ON = frozenset({"else", "then", "short"})


@define(kw_only=True)
class Recovery:
    """Errors of one file; shares the stack with the parser."""

    source: SourceFile
    report: Reporter
    stream: TokenStream
    stack: Stack
    tables: Tables = field(init=False)
    # The first token of the last line that something was said about.
    said_about: int = field(default=-1, init=False)
    errors: int = field(default=0, init=False)
    # A token that was tried again after the line before it was dropped; each gets one chance.
    retried: int = field(default=-1, init=False)

    def __attrs_post_init__(self) -> None:
        self.tables = self.stack.machine.tables

    # --- Going on ---------------------------------------------------------------------------------

    def go_on(self, place: int) -> int:
        """Report the token at `place`; return the place of the token to go on with."""
        token = self.stream.tokens[place]
        if self.is_first(place):
            self.stack.settle(token.start)
        if self.errors >= MAX_ERRORS:
            return self.give_up()
        if self.insert_colon(place):
            return place
        if self.is_news(self.culprit(place)):
            self.report_at(place)
        if self.name_of(token) == "_INDENT":
            return self.after_block(place)
        if self.is_first(place):
            self.stack.drop_line()
            if place != self.retried and self.stack.accepts(self.terminal_of(token)):
                self.retried = place
                return place
            if self.name_of(token) == "_DEDENT":
                return self.close_blocks(place)
        return self.leave_line(place)

    def too_deep(self, place: int, limit: int) -> int:
        """Report the line that ends at `place` as nested too deep, and leave it."""
        if self.is_news(place):
            first = self.stream.tokens[self.line_of(place)]
            self.report.error(codes.NESTED_TOO_DEEP, self.span(first), limit=limit)
        return self.leave_line(place)

    def leave_line(self, place: int) -> int:
        """Drop the line of `place` with the block below it."""
        self.stack.drop_line()
        return self.close_blocks(self.after_line(place))

    def close_blocks(self, place: int) -> int:
        """Leave blocks that cannot end as they are, and lines that only go on with a dropped one."""
        tokens = self.stream.tokens
        while True:
            token = tokens[place]
            going_on = self.tables.literals[token.text] if token.text in GOING_ON else None
            if going_on is not None and not self.stack.accepts(going_on):
                place = self.after_line(place)
                continue
            if self.name_of(token) != "_DEDENT":
                return place
            dedent = token.terminal
            if self.stack.accepts(dedent):
                return place
            if self.stack.fill_block(token.start) and self.stack.accepts(dedent):
                return place
            self.stack.leave_block()
            place += 1

    def after_line(self, place: int) -> int:
        """Return the place after the end of this line and the block below it."""
        tokens = self.stream.tokens
        while self.name_of(tokens[place]) != "_NL":
            place += 1
        return self.after_block(place + 1)

    def after_block(self, place: int) -> int:
        """Return the place after the block that begins at `place`, or `place` if none does."""
        depth = 0
        while True:
            name = self.name_of(self.stream.tokens[place])
            depth += (name == "_INDENT") - (name == "_DEDENT")
            if depth <= 0:
                return place + (name == "_DEDENT" and depth == 0)
            place += 1

    def give_up(self) -> int:
        """Leave the rest of a hopeless file."""
        del self.stack.levels[1:]
        self.stack.drop_line()
        return len(self.stream.tokens) - 1

    def insert_colon(self, place: int) -> bool:
        """Where only the colon before a block is missing, say so and go on as if it were there."""
        tokens = self.stream.tokens
        names = [self.name_of(token) for token in tokens[place : place + 2]]
        if names != ["_NL", "_INDENT"]:
            return False
        colon = self.tables.literals[":"]
        if not self.stack.accepts(colon, tokens[place].terminal, tokens[place + 1].terminal):
            return False
        here = tokens[place].start
        if self.is_news(place):
            span = Span(self.source.path, here, here)
            self.report.error(
                codes.UNEXPECTED_WORD,
                span,
                found="the end of the line",
                expected="`:`",
                fix=Fix(span, ":"),
            )
        state = self.stack.take(colon, here)
        assert state is not None
        self.stack.push(state, ":", here, here)
        return True

    # --- Saying what is wrong ---------------------------------------------------------------------

    def take_reserved(self, place: int) -> bool:
        """A reserved word where it cannot stand: True if it can be read on as a name."""
        name = self.tables.number_of["NAME"]
        if not self.stack.accepts(name):
            return False
        is_value = self.stack.accepts(self.tables.number_of["NUMBER"])
        if (is_value or self.is_first(place)) and not self.could_follow(name, place + 1):
            return False
        if self.is_news(place):
            token = self.stream.tokens[place]
            self.report.error(
                codes.RESERVED_WORD,
                self.span(token),
                name=token.text,
                help=f"choose another name, such as `{token.text}_`",
            )
        return True

    def culprit(self, place: int) -> int:
        """Return a token of the line that is to blame when the token at `place` cannot stand there."""
        if self.lacks_block():
            return place - 1
        return place + (self.name_of(self.stream.tokens[place]) == "_INDENT")

    def lacks_block(self) -> bool:
        """Whether nothing but an indented block can go on."""
        return set(self.stack.row()) == {self.tables.number_of["_INDENT"]}

    def could_follow(self, terminal: int, place: int) -> bool:
        """Whether the token at `place` could follow if `terminal` stood before it."""
        token = self.stream.tokens[place]
        if token.terminal != WORD:
            return self.stack.accepts(terminal, token.terminal)
        keyword = self.tables.literals.get(token.text, -1)
        name = self.tables.number_of["NAME"]
        return self.stack.accepts(terminal, keyword) or self.stack.accepts(terminal, name)

    def report_at(self, place: int) -> None:
        """Report that the token at `place` cannot stand there."""
        token = self.stream.tokens[place]
        if self.lacks_block():
            self.report_missing_block(place)
        elif self.name_of(token) == "_INDENT":
            first = self.stream.tokens[place + 1]
            self.report.error(
                codes.UNEVEN_INDENTATION,
                Span(self.source.path, self.line_start(first.start), first.start),
                label="the line above opens no block",
            )
        elif token.text in CLOSERS.values():
            self.report_bracket(place)
        else:
            self.report_unexpected(place)

    def report_missing_block(self, place: int) -> None:
        tokens = self.stream.tokens
        head = self.line_of(place - 1)
        words = [token.text for token in tokens[head : min(head + 2, place)]]
        what = " ".join(word for word in words if word[:1].isalnum() or word[:1] == "_")
        self.report.error(
            codes.MISSING_BLOCK, self.span(tokens[place - 2]), what=f"`{what or words[0]}`"
        )

    def report_bracket(self, place: int) -> None:
        """Report a closing bracket that closes nothing, or not what is open."""
        tokens = self.stream.tokens
        token = tokens[place]
        opened: list[Token] = []
        for other in tokens[self.line_of(place) : place]:
            if other.text in CLOSERS:
                opened.append(other)
            elif other.text in CLOSERS.values() and opened:
                opened.pop()
        if not opened:
            self.report.error(codes.UNCLOSED_BRACKET, self.span(token), bracket=token.text)
        elif CLOSERS[opened[-1].text] != token.text:
            self.report.error(
                codes.UNCLOSED_BRACKET,
                self.span(opened[-1]),
                bracket=opened[-1].text,
                secondary=[Label(self.span(token), f"this is no `{CLOSERS[opened[-1].text]}`")],
            )
        else:
            self.report_unexpected(place)

    def report_unexpected(self, place: int) -> None:
        """Report what was found and what could stand there, or a line that begins with no known word."""
        token = self.stream.tokens[place]
        expected = self.stack.acceptable()
        if self.lacks_rounding(place, expected):
            self.report_no_rounding(place)
            return
        hint = did_you_mean(token.text, words_in(self.tables, expected)) if token.text else ""
        head = self.stream.tokens[place - 1] if place else token
        if not hint and self.is_first(place - 1) and head.terminal == WORD:
            verbs = self.line_words()
            hint = did_you_mean(head.text, words_in(self.tables, verbs))
            if head.text not in self.tables.literals and (hint or self.is_about_verbs(expected)):
                token, expected = head, verbs
        self.report.error(
            codes.UNEXPECTED_WORD,
            self.span(token),
            found=found_phrase(self.tables, token),
            expected=phrase_of(self.tables, expected),
            help=hint,
            notes=self.note_on_keyword(place),
        )

    def lacks_rounding(self, place: int, expected: list[int]) -> bool:
        """Whether a division stands here that nothing but `rounded` can end."""
        line = self.stream.tokens[self.line_of(place) : place]
        is_divided = any(token.text == "/" for token in line)
        return is_divided and self.tables.literals["rounded"] in expected

    def report_no_rounding(self, place: int) -> None:
        line = self.stream.tokens[self.line_of(place) : place]
        sign = next(token for token in reversed(line) if token.text == "/")
        end = Span(self.source.path, line[-1].end, line[-1].end)
        self.report.error(
            codes.NO_ROUNDING,
            Span(self.source.path, sign.start, line[-1].end),
            help="end it with `rounded down` or `rounded up`",
            fix=Fix(end, " rounded down"),
        )

    def note_on_keyword(self, place: int) -> tuple[str, ...]:
        """Say so if the word before was read as a keyword where a name could stand."""
        states = self.stack.states
        before = self.stream.tokens[place - 1] if place else None
        if before is None or before.terminal != WORD or len(states) < 2:
            return ()
        row = self.tables.actions[states[-2]]
        keyword = self.tables.literals.get(before.text, -1)
        if row.get(keyword) != states[-1] or self.tables.number_of["NAME"] not in row:
            return ()
        return (f"`{before.text}` is a word of the language here and cannot be a name",)

    def is_about_verbs(self, expected: list[int]) -> bool:
        """Whether a line began with a name and nothing but a choice could go on."""
        return set(words_in(self.tables, expected)) == {"choose", "chooses", "may"}

    def line_words(self) -> list[int]:
        """Return what the current line could have begun with."""
        state = self.stack.states[self.stack.line_height() - 1]
        return list(self.tables.actions[state])

    # --- Tokens ---------------------------------------------------------------------------------------

    def is_news(self, place: int) -> bool:
        """Whether nothing was said yet about the line of `place`; from now on something was."""
        line = self.line_of(place)
        is_news = line != self.said_about and line not in self.stream.spoiled
        self.said_about = line
        self.errors += is_news
        return is_news

    def is_first(self, place: int) -> bool:
        """Whether the token begins a line, or is layout between two lines."""
        if place < 0:
            return False
        name = self.name_of(self.stream.tokens[place])
        if name in ("_INDENT", "_DEDENT", "$END") or place == 0:
            return True
        before = self.name_of(self.stream.tokens[place - 1])
        return before in ("_NL", "_INDENT", "_DEDENT")

    def line_of(self, place: int) -> int:
        """Return the place of the first token of the line that `place` is in."""
        lines = self.stream.lines
        return lines[max(0, bisect_right(lines, place) - 1)]

    def line_start(self, offset: int) -> int:
        return self.source.text.rfind("\n", 0, offset) + 1

    def name_of(self, token: Token) -> str:
        return "" if token.terminal == WORD else self.tables.terminals[token.terminal]

    def terminal_of(self, token: Token) -> int:
        """Return what a token would be at the top of the stack, -1 if nothing."""
        if token.terminal != WORD:
            return token.terminal
        keyword = self.tables.literals.get(token.text, -1)
        if keyword >= 0 and self.stack.accepts(keyword):
            return keyword
        return -1 if token.text in RESERVED else self.tables.number_of["NAME"]

    def span(self, token: Token) -> Span:
        return Span(self.source.path, token.start, token.end)
