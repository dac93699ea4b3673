"""Source file to syntax tree: in goes text, out comes a `File` of everything that could be read.

An LALR parser over the tables of grammar.lark. It keeps the start and end of everything on its stack, so
spans cost nothing, and it chooses between keyword and name by what its state can take. On an error it
reports once and goes on with the next line of the block, or of a block around it (`recovery.py`).
"""

from __future__ import annotations

from errno import EFBIG
from functools import lru_cache
from pathlib import Path
from typing import Final, cast

from attrs import define, field

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.reporter import Reporter
from rulelang.files import UnreadableError, read_bytes
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.recovery import Recovery
from rulelang.syntax.parsing.stack import Machine, Stack, is_deeper, load_machine
from rulelang.syntax.parsing.tokens import (
    MAX_CHARACTERS,
    RESERVED,
    WORD,
    Token,
    TokenStream,
    string_value,
    tokenize,
)
from rulelang.syntax.trees.expressions import Ident, Number, Text
from rulelang.syntax.trees.items import File, Item

# Later stages walk the tree by recursion, so its depth has a limit. Only a long line can be that deep
# in itself, and only a long chain of `else if` can be that deep over many lines.
MAX_DEPTH: Final = 200
MAX_STATES: Final = 1000
MAX_BYTES: Final = 4 * MAX_CHARACTERS  # no character takes more than four


def read_source(path: Path, shown_as: str, report: Reporter) -> SourceFile | None:
    """Read a rules file; report what cannot be read and return None."""
    try:
        content = read_bytes(path, MAX_BYTES)
    except UnreadableError as fault:
        if fault.errno == EFBIG:
            report_too_large(shown_as, f"more than {MAX_CHARACTERS}", report)
        else:
            report.error(codes.UNREADABLE_FILE, None, path=shown_as, reason=fault.strerror)
        return None
    return decode_source(content, shown_as, report)


def decode_source(content: bytes, shown_as: str, report: Reporter) -> SourceFile | None:
    """Decode the bytes of a rules file; report what is not UTF-8 and return None."""
    try:
        return SourceFile(shown_as, content.decode("utf-8"))
    except UnicodeDecodeError as fault:
        report.error(codes.NOT_UTF8, None, path=shown_as, offset=fault.start)
        return None


def parse_file(source: SourceFile, report: Reporter) -> File:
    """Parse a file; what has errors is reported and left out of the tree."""
    tree, found = _parse(source)
    for diagnostic in found:
        report.add(diagnostic)
    return tree


@lru_cache(
    maxsize=64
)  # a game with and without a variant, or with another one, is mostly the same files
def _parse(source: SourceFile) -> tuple[File, tuple[Diagnostic, ...]]:
    report = Reporter()
    return parse_with_tokens(source, report)[0], report.sorted()


def parse_with_tokens(source: SourceFile, report: Reporter) -> tuple[File, TokenStream]:
    """Parse a file; return also its tokens, for those who care how it is laid out."""
    if len(source.text) > MAX_CHARACTERS:
        report_too_large(source.path, str(len(source.text)), report)
        return File(source.path, (), ()), TokenStream()
    machine = load_machine()
    stream = tokenize(source, machine.tables, report)
    if len(stream.tokens) == 1 and not stream.spoiled:
        report.error(codes.EMPTY_FILE, None, path=source.path)
    items = _Parser(source=source, report=report, stream=stream, machine=machine).run()
    return File(source.path, items, tuple(stream.comments)), stream


def report_too_large(path: str, found: str, report: Reporter) -> None:
    """Report a file that has more characters than can be read."""
    report.error(codes.FILE_TOO_LARGE, None, path=path, found=found, limit=MAX_CHARACTERS)


@define(kw_only=True)
class _Parser:
    """One run over the tokens of a file."""

    source: SourceFile
    report: Reporter
    stream: TokenStream
    machine: Machine
    stack: Stack = field(init=False)
    recovery: Recovery = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.stack = Stack(self.machine, self.source.path)
        self.recovery = Recovery(
            source=self.source, report=self.report, stream=self.stream, stack=self.stack
        )

    def run(self) -> tuple[Item, ...]:
        """Take all tokens in turn and return the items."""
        tables, tokens, stack = self.machine.tables, self.stream.tokens, self.stack
        new_line, indent, dedent, end = (
            tables.number_of[name] for name in ("_NL", "_INDENT", "_DEDENT", "$END")
        )
        taken = self.stream.taken
        place = line = 0
        while True:
            token = tokens[place]
            terminal = token.terminal
            if terminal == WORD:
                terminal = self.read_word(token, place)
            state = None if terminal < 0 else stack.take(terminal, token.start)
            if terminal == end and stack.states[-1] == tables.end:
                return cast("tuple[Item, ...]", stack.values[0])
            if state is None:
                place = line = self.recovery.go_on(place)
                continue
            if terminal == new_line:
                if self.is_too_deep(place - line):
                    place = line = self.recovery.too_deep(place, MAX_DEPTH)
                    continue
                line = place + 1
            stack.push(state, self.value_of(terminal, token), token.start, token.end)
            taken.append(terminal)
            if terminal == indent:
                stack.levels.append(len(stack.states))
            elif terminal == dedent:
                stack.levels.pop()
            place += 1

    def read_word(self, token: Token, place: int) -> int:
        """Say what a word is here: a keyword, a name, or (below 0) nothing that can stand here."""
        tables = self.machine.tables
        row = tables.actions[self.stack.states[-1]]
        keyword = tables.literals.get(token.text, -1)
        if keyword in row:
            return keyword
        name = tables.number_of["NAME"]
        if token.text not in RESERVED or (place and self.stream.tokens[place - 1].text == "."):
            return name
        return name if self.recovery.take_reserved(place) else -1

    def value_of(self, terminal: int, token: Token) -> object:
        """Return what a token is worth to the builders."""
        match self.machine.tables.terminals[terminal]:
            case "NAME" | "KIND":
                return Ident(Span(self.source.path, token.start, token.end), token.text)
            case "NUMBER":
                return Number(Span(self.source.path, token.start, token.end), int(token.text))
            case "STRING":
                span = Span(self.source.path, token.start, token.end)
                return Text(span, string_value(token.text))
            case _:
                return token.text

    def is_too_deep(self, length: int) -> bool:
        """Whether the line that ends here, or the chain it belongs to, is nested too deep."""
        stack = self.stack
        if len(stack.states) > MAX_STATES:
            return True
        # Each level takes a token at least.
        return length > MAX_DEPTH and is_deeper(stack.values[stack.levels[-1] - 1 :], MAX_DEPTH)
