"""Text to the same text in standard layout: indentation, blanks and empty lines, nothing else.

Works on the tokens and comments of the parser, so the tree stays what it was. Where the author broke a
line inside brackets it stays broken. A file with syntax errors is left alone.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.fmt.blanks import CLOSING, OPENING, Piece, has_blank
from rulelang.source import SourceFile
from rulelang.syntax.parsing.from_text import parse_with_tokens
from rulelang.syntax.parsing.parser_tables import load_tables
from rulelang.syntax.parsing.tokens import TAB_WIDTH, Token, TokenStream
from rulelang.syntax.trees.items import Comment

INDENT = "    "


def format_text(text: str) -> str:
    """Return `text` in standard layout, or as it is if it has syntax errors.

    >>> format_text("define x=f( 1,2 )   # two")
    'define x = f(1, 2)  # two\\n'
    """
    formatted = format_source(SourceFile("text", text), Reporter())
    return text if formatted is None else formatted


def format_source(source: SourceFile, report: Reporter) -> str | None:
    """Return the text of a file in standard layout; report syntax errors and return None."""
    own = Reporter()
    _, stream = parse_with_tokens(source, own)
    # A file of nothing but comments is no game, but it can be laid out.
    errors = [found for found in own.sorted() if found.code is not codes.EMPTY_FILE]
    for found in errors:
        report.add(found)
    return None if errors else _Layout(text=source.text, stream=stream).run()


@define
class _Line:
    """A line to be written: how far it is indented, its pieces, and its comment."""

    depth: int
    pieces: list[Piece] = field(factory=list)
    comment: str = ""
    is_after_gap: bool = False
    opens_block: bool = False

    def text(self) -> str:
        parts: list[str] = []
        before: Piece | None = None
        for number, piece in enumerate(self.pieces):
            if number:
                left = self.pieces[number - 1]
                parts.append(" " * has_blank(before, left, piece))
                before = left
            parts.append(piece.text)
        code = "".join(parts)
        if self.comment:
            code = f"{code}  {self.comment}" if code else self.comment
        return INDENT * self.depth + code


@define(kw_only=True)
class _Layout:
    """One run over the tokens of a file."""

    text: str
    stream: TokenStream
    lines: list[_Line] = field(factory=list)
    # Columns of the open blocks as the author wrote them, now and before the current line.
    columns: list[int] = field(factory=lambda: [0])
    columns_before: list[int] = field(factory=lambda: [0])
    brackets: int = 0
    # The offset up to which everything is laid out, and the place of the next comment.
    done: int = 0
    next_comment: int = 0

    def run(self) -> str:
        """Lay out all tokens and comments."""
        names = load_tables().terminals
        is_line_start = True
        tokens = self.stream.tokens
        for place, terminal in enumerate(self.stream.taken):
            name, token = names[terminal], tokens[place]
            if name == "_NL":
                is_line_start = True
                self.columns_before = list(self.columns)
            elif name == "_INDENT":
                self.columns.append(self.column(tokens[place + 1].start))
            elif name == "_DEDENT":
                self.columns.pop()
            else:
                self.add(token, Piece(token.text, name), is_line_start=is_line_start)
                is_line_start = False
        self.add_comments(len(self.text))
        return self.written()

    def add(self, token: Token, piece: Piece, *, is_line_start: bool) -> None:
        """Put a token into the current line, or into a new one where the author broke it."""
        self.add_comments(token.start)
        is_broken = "\n" in self.text[self.done : token.start]
        if is_line_start or is_broken or not self.lines:
            closes = piece.text in CLOSING
            self.begin_line(token.start, len(self.columns) - 1 + self.brackets - closes)
        self.brackets += (piece.text in OPENING) - (piece.text in CLOSING)
        line = self.lines[-1]
        line.pieces.append(piece)
        line.opens_block = piece.text == ":" and not self.brackets
        self.done = token.end

    def add_comments(self, end: int) -> None:
        """Put the comments up to `end` where they belong."""
        comments = self.stream.comments
        while self.next_comment < len(comments):
            comment = comments[self.next_comment]
            if comment.span.start >= end:
                return
            self.next_comment += 1
            if comment.own_line or not self.lines:
                self.begin_line(comment.span.start, self.depth_of(comment))
            self.lines[-1].comment = comment.text.rstrip()
            self.done = comment.span.end

    def depth_of(self, comment: Comment) -> int:
        """Return how far a comment in its own line is indented: with a block that is open there."""
        if self.brackets:
            return len(self.columns) - 1 + self.brackets
        column = self.column(comment.span.start)
        before, now = self.columns_before, self.columns
        longer = max(before, now, key=len)
        least = min(len(before), len(now)) - 1
        fitting = [depth for depth in range(least, len(longer)) if longer[depth] <= column]
        return max(fitting, default=least)

    def begin_line(self, start: int, depth: int) -> None:
        """Begin a line; empty lines before it count as one, and as none inside brackets."""
        gap = self.text.count("\n", self.done, start) > 1
        is_first = not self.lines or self.lines[-1].opens_block
        self.lines.append(
            _Line(depth=depth, is_after_gap=gap and not is_first and not self.brackets)
        )

    def column(self, offset: int) -> int:
        """Return how many columns stand before this character in its line."""
        start = self.text.rfind("\n", 0, offset) + 1
        return len(self.text[start:offset].lstrip("\ufeff").expandtabs(TAB_WIDTH))

    def written(self) -> str:
        """Join the lines."""
        return "".join("\n" * line.is_after_gap + line.text() + "\n" for line in self.lines)
