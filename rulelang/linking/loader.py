"""Load a game: in goes the path of a rules file (and of variants), out comes the linked game.

Reads the file, everything it `use`s and every table it names, all below the folder of the file
that names them, then applies the edits. Order of files never changes the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.linking.apply_edits import apply_edits
from rulelang.linking.clashes import ModuleOrder
from rulelang.linking.csv_tables import read_table, resolve_inside
from rulelang.linking.left_out_tests import left_out
from rulelang.linking.model import Home, Linked, TableData, home_of, name_of, span_of
from rulelang.linking.needed import Needed, find_needed, grounds, needed_names
from rulelang.linking.over import check_beside, check_over
from rulelang.linking.reserved_names import check_words
from rulelang.linking.spread import spread
from rulelang.source import SourceFile, Sources, Span
from rulelang.syntax.parsing.from_text import parse_file, read_source
from rulelang.syntax.parsing.tokens import MAX_CHARACTERS
from rulelang.syntax.trees.items import (
    Bots,
    Cite,
    Edit,
    Flow,
    Header,
    Hook,
    Item,
    Needs,
    Note,
    Players,
    Rule,
    Table,
    Test,
    Use,
    Words,
)
from rulelang.syntax.trees.tree_walk import EXPRESSIONS, walk

MAX_FILES = 100
# What stands below `game`, `module` or `variant` and is no item; edits and hooks are.
HEADER_LINES = (Players, Needs, Cite, Note, Header)
# Items that speak about another one and so have its name.
ABOUT_OTHERS = (Bots, Hook, Words, *get_args(Edit))


def load_linked(
    path: Path, variants: Sequence[Path], sources: Sources, report: Reporter
) -> Linked | None:
    """Load the game at `path` with `variants`; report problems, None if there is no game at all."""
    reader = _Reader(sources, report)
    items = reader.read(path, path.parent, None)
    own_files = set(reader.files)
    if variants:
        # The tests of a game say how it is played as it is; variants bring tests of their own.
        items = [item for item in items if not isinstance(item, Test)]
    for variant in variants:
        items += reader.read(variant, variant.parent, None)
    needed = _add_needed(items, path, reader)
    items += reader.read_beside()
    headers = [item for item in items if isinstance(item, Header)]
    game = next((header for header in headers if header.word == "game"), None)
    if game is None:
        if not report.has_errors:
            report.error(codes.NO_GAME, None, path=str(path))
        return None
    modules = sorted((h for h in headers if h is not game), key=lambda header: header.name.text)
    _check_headers(game, modules, report)
    body: list[Item] = [item for item in items if not isinstance(item, Header)]
    for header in (game, *modules):
        body += [line for line in header.lines if not isinstance(line, HEADER_LINES)]
    homes = reader.homes(game)
    # Whatever the order of files: the game first, then what others add by their names.
    own = game.name.text
    below = grounds(modules)
    body.sort(key=lambda item: _rank(home_of(item.span, homes), own, below))
    body = list(spread(body))
    _check_names(body, report)
    check_words((game, *modules, *body), report)
    present = (own, *(m.name.text for m in modules))
    check_over(body, present, (path, *variants), report)
    check_beside(reader.left_unread(), present, (path, *variants), report)
    players = [line for h in (game, *modules) for line in h.lines if isinstance(line, Players)]
    seats = players[-1] if players else None
    whose = partial(home_of, homes=homes)
    kept, out = left_out(body, seats, whose)
    merged = apply_edits(kept, reader.rows, ModuleOrder(whose, below), report, name=own)
    return Linked(
        name=game.name.text,
        header=game,
        players=seats,
        items=merged,
        tables=tuple(reader.tables.values()),
        files=tuple(reader.files),
        folders=tuple(reader.files.values()),
        modules=tuple(header.name.text for header in modules),
        added_files=tuple(file for file in reader.files if file not in own_files),
        homes=homes,
        headers=tuple(modules),
        left_out=out,
        needed=needed,
        grounds=tuple(below.items()),
    )


def _add_needed(items: list[Item], rules: Path, reader: _Reader) -> tuple[Needed, ...]:
    """Read what is needed and not there yet; what cannot be found is reported with the headers.

    Its tests are about that module on its own, like those of the game.
    """
    added: list[Needed] = []
    headers = [item for item in items if isinstance(item, Header)]
    present = {header.name.text for header in headers}
    for header in headers:
        for name in needed_names(header):
            file = find_needed(name.text, header, rules) if name.text not in present else None
            if file is None:
                continue
            more = reader.read(file, file.parent, name.span)
            items += [item for item in more if not isinstance(item, Test)]
            new = [item for item in more if isinstance(item, Header)]
            headers += new
            present |= {header.name.text for header in new}
            added.append(Needed(name.text, header.name.text))
    return tuple(added)


def _rank(home: str, game: str, below: dict[str, frozenset[str]]) -> tuple[int, str]:
    """The game comes first, a module after all that it needs; those that need nothing of each other by name."""
    return (0, "") if home == game else (1 + len(below.get(home, ())), home)


class _Reader:
    """Reads files once each; remembers their folders, and tables by folder and path as written."""

    def __init__(self, sources: Sources, report: Reporter) -> None:
        self.sources = sources
        self.report = report
        self.tables: dict[tuple[str, str], TableData] = {}
        self.files: dict[str, str] = {}
        self.chain: list[str] = []
        # Headers by the file they stand in, and the file that uses another.
        self.headers: dict[str, list[Header]] = {}
        self.used_by: dict[str, str] = {}
        # What is used only with other modules, and the file that says so.
        self.waiting: list[tuple[Use, str]] = []

    def read(self, path: Path, root: Path, span: Span | None) -> list[Item]:
        shown = str(path)
        if shown in self.chain:
            chain = " → ".join([*self.chain[self.chain.index(shown) :], shown])
            self.report.error(codes.CIRCULAR_IMPORT, span, chain=chain)
            return []
        if shown in self.files:
            return []
        if len(self.files) >= MAX_FILES:
            expected = f"the {MAX_FILES} files a game may have"
            self.report.error(codes.OUT_OF_RANGE, span, found="this file", expected=expected)
            return []
        if not path.is_file():
            self.report.error(codes.MISSING_IMPORT, span, name=shown)
            return []
        source = read_source(path, shown, self.report)
        if source is None:
            return []
        self.files[shown] = str(root)
        self.sources.add(source)
        if self.chain:
            self.used_by[shown] = self.chain[-1]
        self.chain.append(shown)
        items = self._items(source, root)
        self.chain.pop()
        return items

    def read_beside(self) -> list[Item]:
        """Read what is used only with other modules, where these are there; it may use more of the kind."""
        items: list[Item] = []
        while True:
            present = {header.name.text for found in self.headers.values() for header in found}
            ready = [
                (use, path)
                for use, path in self.waiting
                if all(name.text in present for name in use.beside)
            ]
            if not ready:
                return items
            self.waiting = [each for each in self.waiting if each not in ready]
            for use, path in ready:
                self.chain = [path]
                items += self._used(use, Path(self.files[path]))
            self.chain = []

    def left_unread(self) -> list[Use]:
        """What waits for modules that are not played."""
        return [use for use, _path in self.waiting]

    def _used(self, use: Use, root: Path) -> list[Item]:
        target = resolve_inside(root, use.path.value, use.path.span, self.report)
        if target is None:
            return []
        # However it is written: one file is read once and shown by one name.
        return self.read(root / target.relative_to(root.resolve()), root, use.path.span)

    def _items(self, source: SourceFile, root: Path) -> list[Item]:
        items: list[Item] = []
        tree = parse_file(source, self.report)
        self.headers[source.path] = [item for item in tree.items if isinstance(item, Header)]
        for item in tree.items:
            if isinstance(item, Use) and item.beside:
                self.waiting.append((item, source.path))
            elif isinstance(item, Use):
                items += self._used(item, root)
            else:
                items.append(item)
        for table in tables_in(tuple(items)):
            key = (str(root), table.path.value)
            if key not in self.tables:
                data = read_table(root, table.path.value, table.path.span, self.report)
                if data is not None:
                    self.tables[key] = data
        return items

    def rows(self, table: Table) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Return columns and rows of a table that the rules name."""
        data = self.tables.get((self.files[table.path.span.path], table.path.value))
        return ((), ()) if data is None else (data.columns, data.rows)

    def homes(self, game: Header) -> tuple[Home, ...]:
        """Say whose each file is: its only header's, else that of the file that uses it.

        What is indented below a header is that header's wherever it stands.
        """
        homes = [Home(h.name.text, h.span) for found in self.headers.values() for h in found]
        for path in self.files:
            at: str | None = path
            while at is not None and not self.headers[at]:
                at = self.used_by.get(at)
            own = self.headers[at] if at is not None else []
            name = game.name.text if game in own or not own else own[0].name.text
            homes.append(Home(name, Span(path, 0, MAX_CHARACTERS)))
        return tuple(homes)


# Most of a file, and no table can stand in them.
_WITHOUT_TABLES = (*EXPRESSIONS, Flow, Rule, Test)


def tables_in(node: object) -> Iterator[Table]:
    """Yield every table named anywhere in a tree."""
    for found in walk(node, without=_WITHOUT_TABLES):
        if isinstance(found, Table):
            yield found


def _check_headers(game: Header, modules: list[Header], report: Reporter) -> None:
    present = {game.name.text, *(module.name.text for module in modules)}
    for module in modules:
        if module.target is not None and module.target.text not in present:
            report.error(
                codes.UNKNOWN_TARGET,
                module.target.span,
                what="game",
                name=module.target.text,
                verb="change",
                help=did_you_mean(module.target.text, present),
            )
    for header in (game, *modules):
        for line in header.lines:
            if not isinstance(line, Needs):
                continue
            for name in line.names:
                if line.word == "needs" and name.text not in present:
                    report.error(codes.MISSING_IMPORT, name.span, name=name.text)
                if line.word == "excludes" and name.text in present:
                    report.error(
                        codes.EXCLUDED_TOGETHER,
                        name.span,
                        first=header.name.text,
                        second=name.text,
                        help="" if line.reason is None else line.reason.english,
                    )


def _is_setup(item: Item) -> bool:
    """Modules have a set-up of their own, played after that of the game."""
    return isinstance(item, Flow) and item.word == "setup"


def _check_names(items: Sequence[Item], report: Reporter) -> None:
    first: dict[str, Item] = {}
    for item in items:
        name = name_of(item)
        if name is None or isinstance(item, ABOUT_OTHERS) or _is_setup(item):
            continue
        if name in first:
            there = Label(span_of(first[name]), "first declared here")
            report.error(codes.NAME_TWICE, span_of(item), name=name, secondary=[there])
        else:
            first[name] = item
