"""Text to tokens: in goes a source file, out come words, numbers, signs and the layout of lines.

Whether a word is a keyword or a name is left to the parser, which knows what can stand there. A line with
an error of this stage is marked as spoiled, so that the parser says nothing more about it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Code, Diagnostic
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.parser_tables import Tables
from rulelang.syntax.trees.items import Comment

MAX_CHARACTERS: Final = 500_000
MAX_BRACKETS: Final = 100
MAX_BLOCKS: Final = 30
MAX_DIGITS: Final = 15
MAX_ERRORS: Final = 200
TAB_WIDTH: Final = 4


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, for constants that are easier to read in one line."""
    return frozenset(text.split())


RESERVED: Final = word_set(
    "and or not in of if then else where each from to by for with on some no every my is let do set"
    " move pay gain draw choose chooses repeat until times resolve together collect require cost"
    " limit define score end win test given when"
)

# Words that begin a line and hardly anything else: one of them at the start of a line inside open
# brackets, no further to the right than the line of the bracket, means that a bracket was forgotten.
LINE_HEADS: Final = word_set(
    "if each let do set move pay gain draw choose repeat resolve together collect require cost limit"
    " action effect define score end win test given when game module variant use setting enum group"
    " card tile piece token board zone account var track value region award exchange cases power"
    " before after instead change replace setup flow invariant reading bots words cite note allow"
)

# What a word is, is decided by the parser; no terminal has this number.
WORD: Final = -1

CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}

_TOKEN = re.compile(
    r"""(?P<word>[a-z_][A-Za-z0-9_]*)
    | (?P<blank>[ \t]+)
    | (?P<line>\r?\n[ \t]*)
    | (?P<sign>\.\.|[<>!]=|[-+*/=<>,:;.])
    | (?P<kind>[A-Z][A-Za-z0-9_]*)
    | (?P<number>[0-9]+)
    | (?P<bracket>[()\[\]{}])
    | (?P<string>"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?)
    | (?P<comment>\#[^\n]*)
    | (?P<stray>(?s:.))
    """,
    re.VERBOSE,
)
_CLOSED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_CLAUSE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Za-z0-9]+)+(?:\.\.[A-Za-z0-9]+)?(?![A-Za-z0-9_])")
_DICE = re.compile(r"[0-9]{1,3}d[0-9]{1,4}(?![A-Za-z0-9_])")
# Control characters, and those that let text look different from what it says.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)"
)


class Token(NamedTuple):
    """A terminal (or `WORD`) with its text and place; layout has no text and ends where its line ends."""

    terminal: int
    text: str
    start: int
    end: int


@define
class TokenStream:
    """The tokens of a file; `lines` has the place of the first token of each logical line.

    `taken` is filled by the parser with the terminals it took tokens for, the end of the file left out.
    """

    tokens: list[Token] = field(factory=list)
    taken: list[int] = field(factory=list)
    lines: list[int] = field(factory=list)
    spoiled: set[int] = field(factory=set)
    comments: list[Comment] = field(factory=list)


def tokenize(source: SourceFile, tables: Tables, report: Reporter) -> TokenStream:
    """Cut the text into tokens, the last of which is the end of the file."""
    lexer = _Lexer(source=source, report=report, tables=tables)
    lexer.report_hidden()
    lexer.run()
    lexer.finish()
    return lexer.stream


def string_value(text: str) -> str:
    r"""Return what a string token says.

    >>> string_value(r'"a \"b\" c"')
    'a "b" c'
    """
    inner = text[1:-1]
    return re.sub(r"\\([\"\\])", r"\1", inner) if "\\" in inner else inner


@define(kw_only=True)
class _Lexer:
    """One run over a text: where the line began, which brackets and blocks are open."""

    source: SourceFile
    report: Reporter
    tables: Tables
    stream: TokenStream = field(factory=TokenStream)
    # Indentation of the open blocks, of the current logical line, and of the current line of text.
    blocks: list[int] = field(factory=lambda: [0])
    base: int = 0
    indent: int = 0
    is_line_start: bool = True
    has_tab: bool = False
    brackets: list[tuple[str, int]] = field(factory=list)
    # How many brackets are open once there are too many; nothing is taken until all are closed.
    skipped: int = 0
    last_end: int = 0
    errors: int = 0
    reported: set[Code] = field(factory=set)

    def run(self) -> None:
        """Go through the text once."""
        text = self.source.text
        start = self.last_end = int(text.startswith("\ufeff"))
        end = len(text)
        self.begin_line(text[start : end - len(text[start:].lstrip(" \t"))], start)
        literals = self.tables.literals
        emit, match = self.emit, _TOKEN.match
        takers = {
            "line": self.begin_line,
            "kind": self.kind,
            "number": self.number,
            "bracket": self.bracket,
            "string": self.string,
            "comment": self.comment,
            "stray": self.stray,
        }
        while start < end:
            found = match(text, start)
            assert found is not None  # the last alternative takes anything
            group, stop = found.lastgroup, found.end()
            if group == "word":
                emit(WORD, found[0], start, stop)
            elif group == "sign":
                emit(literals[found[0]], found[0], start, stop)
            elif group is not None and group != "blank":
                stop = takers[group](found[0], start)
            start = stop

    def emit(self, terminal: int, text: str, start: int, end: int) -> None:
        """Add a token, after the layout that comes before it."""
        if self.is_line_start:
            self.is_line_start = False
            if not self.brackets:
                self.lay_out(start)
            elif self.indent <= self.base and text in LINE_HEADS:
                self.forget_brackets()
                self.lay_out(start)
        if not self.skipped:
            self.stream.tokens.append(Token(terminal, text, start, end))
            self.last_end = end

    # --- Lines and blocks ---------------------------------------------------------------------

    def begin_line(self, text: str, start: int) -> int:
        """A line of text begins; whether it matters is seen at its first token."""
        blank = text.lstrip("\r\n")
        self.is_line_start = True
        self.has_tab = "\t" in blank
        self.indent = len(blank.replace("\t", " " * TAB_WIDTH) if self.has_tab else blank)
        return start + len(text)

    def lay_out(self, start: int) -> None:
        """End the line before; open or close blocks for the line that starts here."""
        stream = self.stream
        if stream.tokens:
            self.add_layout("_NL")
        if self.has_tab:
            hint = "indent with four spaces for each level"
            self.error_once(codes.TAB_IN_INDENTATION, self.margin(start), help=hint)
        if self.indent > self.blocks[-1]:
            self.open_block(start)
        while self.indent < self.blocks[-1]:
            if self.blocks[-2] < self.indent:
                self.error(codes.UNEVEN_INDENTATION, self.margin(start), label=self.wanted())
                stream.spoiled.add(len(stream.tokens))
                break
            self.blocks.pop()
            self.add_layout("_DEDENT")
        self.base = self.indent
        stream.lines.append(len(stream.tokens))

    def wanted(self) -> str:
        outer, inner = self.blocks[-2:]
        return f"{self.indent} spaces, but the lines above have {outer} or {inner}"

    def open_block(self, start: int) -> None:
        """Begin an indented block, or report that there are too many."""
        if len(self.blocks) <= MAX_BLOCKS:
            self.blocks.append(self.indent)
            self.add_layout("_INDENT")
            return
        self.error_once(codes.NESTED_TOO_DEEP, self.margin(start), limit=MAX_BLOCKS)
        self.spoil()
        self.stream.spoiled.add(len(self.stream.tokens))

    def finish(self) -> None:
        """Close what is open at the end of the file."""
        if self.brackets:
            self.forget_brackets()
        if self.stream.tokens:
            self.add_layout("_NL")
        for _ in self.blocks[1:]:
            self.add_layout("_DEDENT")
        self.stream.lines.append(len(self.stream.tokens))
        self.add_layout("$END")

    def add_layout(self, name: str) -> None:
        place = self.last_end
        self.stream.tokens.append(Token(self.tables.number_of[name], "", place, place))

    # --- Single tokens --------------------------------------------------------------------------

    def kind(self, text: str, start: int) -> int:
        """Take a capitalised word, or a whole clause where one can stand."""
        if end := self.clause(start):
            return end
        self.emit(self.tables.number_of["KIND"], text, start, start + len(text))
        return start + len(text)

    def number(self, text: str, start: int) -> int:
        """Take a number, or dice where they can stand."""
        if end := self.dice(start):
            return end
        end = start + len(text)
        if len(text) > MAX_DIGITS:
            expected = f"what a game can count, up to {MAX_DIGITS} digits"
            self.error(
                codes.OUT_OF_RANGE, self.span(start, end), found="this number", expected=expected
            )
            text = "0"
        self.emit(self.tables.number_of["NUMBER"], text, start, end)
        return end

    def bracket(self, text: str, start: int) -> int:
        """Keep track of the open brackets; the parser reports those that do not fit."""
        end = start + 1
        if self.skipped:
            self.skipped += 1 if text in CLOSERS else -1
            if not self.skipped:
                self.brackets.clear()
            return end
        if text in CLOSERS and len(self.brackets) == MAX_BRACKETS:
            self.error(codes.NESTED_TOO_DEEP, self.span(start, end), limit=MAX_BRACKETS)
            self.spoil()
            self.skipped = MAX_BRACKETS + 1
            return end
        self.emit(self.tables.literals[text], text, start, end)
        if text in CLOSERS:
            self.brackets.append((text, start))
        elif self.brackets:
            self.brackets.pop()
        return end

    def forget_brackets(self) -> None:
        """The line ends though brackets are open: report the last of them, close them all."""
        text, start = self.brackets[-1]
        if not self.skipped:
            hint = f"close it with `{CLOSERS[text]}`"
            self.error(codes.UNCLOSED_BRACKET, self.span(start, start + 1), bracket=text, help=hint)
            self.spoil()
        self.brackets.clear()
        self.skipped = 0

    def clause(self, start: int) -> int:
        """After `cite`, `cites` or a clause and a comma: take a whole clause and return its end."""
        tokens = self.stream.tokens
        before = tokens[-1].text if tokens and not self.is_line_start else ""
        terminal = self.tables.number_of["CLAUSE"]
        if before not in ("cite", "cites", ","):
            return 0
        if before == "," and tokens[-2:-1] and tokens[-2].terminal != terminal:
            return 0
        found = _CLAUSE.match(self.source.text, start)
        if found is None:
            return 0
        self.emit(terminal, found[0], start, found.end())
        return found.end()

    def dice(self, start: int) -> int:
        """After `roll name =`: take dice and return their end."""
        if [token.text for token in self.stream.tokens[-3::2]] != ["roll", "="]:
            return 0
        found = _DICE.match(self.source.text, start)
        if found is None:
            return 0
        self.emit(self.tables.number_of["DICE"], found[0], start, found.end())
        return found.end()

    def comment(self, text: str, start: int) -> int:
        """Keep a comment for the formatter."""
        text = text.rstrip("\r")
        span = self.span(start, start + len(text))
        comment = Comment(span=span, text=text, own_line=self.is_line_start)
        self.stream.comments.append(comment)
        return span.end

    def string(self, text: str, start: int) -> int:
        """Take a string; one that its line does not close is reported and goes on to the line's end."""
        terminal = self.tables.number_of["STRING"]
        if _CLOSED.fullmatch(text):
            self.emit(terminal, text, start, start + len(text))
            return start + len(text)
        end = start + len(text)
        while end < len(self.source.text) and self.source.text[end] == "\\":
            end += 1
        self.emit(terminal, text + '"', start, end)
        self.error(codes.UNCLOSED_STRING, self.span(start, end))
        self.spoil()
        return end

    def stray(self, text: str, start: int) -> int:
        """Report a character that means nothing, one in each line, and go on without it."""
        if self.is_line_start and not self.brackets:
            self.is_line_start = False
            self.lay_out(start)
        if self.stream.lines[-1] not in self.stream.spoiled and not _HIDDEN.match(text):
            self.error(codes.STRAY_CHARACTER, self.span(start, start + 1), character=text)
        self.spoil()
        return start + 1

    def report_hidden(self) -> None:
        """Report characters that cannot be seen, in comments and strings too."""
        for found in _HIDDEN.finditer(self.source.text):
            self.error(
                codes.STRAY_CHARACTER,
                self.span(found.start(), found.end()),
                character=f"U+{ord(found[0]):04X}",
                help="take this invisible character out",
            )
            if self.errors >= MAX_ERRORS:
                return

    # --- Reporting --------------------------------------------------------------------------------

    def error(
        self, code: Code, span: Span, label: str = "", help: str = "", **fields: object
    ) -> None:
        """Report, unless the file is hopeless already."""
        self.errors += 1
        if self.errors <= MAX_ERRORS:
            message = code.message(**fields)
            found = Diagnostic(code=code, message=message, span=span, label=label, help=help)
            self.report.add(found)

    def error_once(self, code: Code, span: Span, help: str = "", **fields: object) -> None:
        """Report only the first of a mistake that tends to run through a whole file."""
        if code not in self.reported:
            self.reported.add(code)
            self.error(code, span, "", help, **fields)

    def spoil(self) -> None:
        """Let the parser be silent about the current logical line."""
        self.stream.spoiled.update(self.stream.lines[-1:])

    def margin(self, start: int) -> Span:
        """Return the blanks before the first token of a line."""
        return self.span(self.source.text.rfind("\n", 0, start) + 1, start)

    def span(self, start: int, end: int) -> Span:
        return Span(self.source.path, start, end)
