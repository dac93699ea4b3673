"""The table of all components: how many there are of each for each number of players."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulelang.program.model import Member, Program
from rulelang.prose.model import Run
from rulelang.prose.phrases import uncapital
from rulelang.reference.book_phrases import capital
from rulelang.reference.model import BookTable, Cell, Figure, runs
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import field_title, fields_of, things_of
from rulelang.render import draw_sign
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


@frozen
class Counted:
    """A row: what it is, how many for each number of players. `name` is what links to the row are about."""

    said: tuple[Run, ...]
    counts: tuple[str, ...]
    name: str = ""
    sign: Figure | None = None


def counts_table(desk: Desk, kinds: list[syn.Component], told: set[str | None]) -> BookTable:
    """All components; of those that have no section of their own links lead to their row."""
    rows = [
        *(_component(desk, item, told) for item in kinds),
        *_places(desk),
        *_awards(desk),
        *_dice(desk),
        *_stocks(desk),
    ]
    is_same = all(len(set(row.counts)) == 1 for row in rows)
    heads = [desk.say("count")] if is_same else player_heads(desk)
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        counts = row.counts[:1] if is_same else row.counts
        cells.append((row.sign or (), row.said, *(runs(text) for text in counts)))
    return BookTable(
        caption=desk.say("all_components"),
        head=(desk.say("picture"), desk.say("component"), *heads),
        rows=tuple(cells),
        numbers=tuple(range(2, 2 + len(heads))),
        names=tuple(row.name for row in rows),
    )


def player_heads(desk: Desk) -> list[str]:
    """A heading for each number of players."""
    return [players_text(desk, count) for count in desk.subject.programs]


def players_text(desk: Desk, count: int) -> str:
    """So many players, as a heading."""
    word = "for_one_player" if count == 1 else "for_players" if count < 5 else "for_many_players"
    return desk.say(word, n=count)


def _component(desk: Desk, item: syn.Component, told: set[str | None]) -> Counted:
    kind = item.kind.text
    texts = tuple(_count(desk, program, kind) for program in desk.subject.programs.values())
    link = kind if kind in told else None
    title = desk.title(kind) if set(texts) == {"1"} else capital(desk.prose.many(kind))
    if title == desk.say("die") and len(faces := _printed_dice(desk)) == 1:
        title = desk.say("die_faces", die=title, faces=faces[0])
    said = (*runs(title, link), *runs(_worth(desk, item)))
    return Counted(said, texts, "" if link else kind, _sign(desk, kind))


def _worth(desk: Desk, item: syn.Component) -> str:
    """The numbers that all pieces of a kind have: there is no table for them."""
    defaults = {
        line.name.text
        for line in item.lines
        if isinstance(line, syn.Field) and isinstance(line.default, ex.Number)
    }
    if item.word != "piece" or item.table is not None or not defaults:
        return ""
    found = things_of(desk.program, item.kind.text)
    tables = dict(desk.program.tables)
    named = [
        f"{uncapital(field_title(desk, name, type_))} {tables[table][found[0][0]]}"
        for name, table, type_ in fields_of(desk, item.kind.text)
        if name in defaults
    ]
    return f" ({', '.join(named)})"


def _count(desk: Desk, program: Program, kind: str) -> str:
    found = things_of(program, kind)
    total = sum(thing.copies for _, thing in found)
    owned = bool(found) and found[0][1].owner == 0
    return desk.say("each_player", n=total) if owned else str(total)


def _places(desk: Desk) -> Iterator[Counted]:
    """Boards that lie on the table; spaces of which there are more with more players, by their kind."""
    for board in desk.items(syn.Board):
        if board.grown or board.label is None or _is_laid(desk, board):
            continue  # it is made of its tiles
        kinds = [line for line in board.lines if isinstance(line, syn.BoardPlaces)]
        several = [line for line in kinds if line.word == "places" and line.label is not None]
        if several:
            for line in several:
                yield Counted(
                    runs(capital(desk.prose.many(line.kind.text)), board.name.text),
                    tuple(
                        str(_ids(program, line.kind.text))
                        for program in desk.subject.programs.values()
                    ),
                )
            continue
        count = "1" if board.owner is None else desk.say("each_player", n=1)
        counts = tuple(count for _ in desk.subject.programs)
        yield Counted(runs(desk.title(board.name.text), board.name.text), counts)


def _is_laid(desk: Desk, board: syn.Board) -> bool:
    """Whether tiles make up a board: there are as many as spaces that hold one."""
    tiles = {item.kind.text for item in desk.items(syn.Component) if item.word == "tile"}
    return any(
        _ids(desk.program, line.kind.text)
        == sum(thing.copies for _, thing in things_of(desk.program, kind.text))
        for line in board.lines
        if isinstance(line, syn.BoardPlaces)
        for hold in line.holds
        for kind in hold.kinds
        if hold.order == "one" and kind.text in tiles
    )


def _ids(program: Program, kind: str) -> int:
    return next((len(each.ids) for each in program.kinds if each.name == kind), 0)


def _awards(desk: Desk) -> Iterator[Counted]:
    """What shows who holds an award."""
    for item in desk.items(syn.Award):
        name = item.name.text
        title = desk.say("award_card", name=desk.title(name))
        yield Counted(runs(title, name), tuple("1" for _ in desk.subject.programs))


def _dice(desk: Desk) -> Iterator[Counted]:
    """As many dice as are rolled at once at most, for each number of sides."""
    most: dict[int, int] = {}
    for item in desk.linked.items:
        for node in walk(item, without=(syn.Test,)):
            if isinstance(node, st.Roll) and node.dice is not None:
                many, sides = node.dice
                most[sides] = max(many, most.get(sides, 0))
    for sides, many in most.items():
        key = ("die" if many == 1 else "dice") + ("" if sides == 6 else "_sides")
        title = desk.say(key, n=sides)
        yield Counted(runs(title), tuple(str(many) for _ in desk.subject.programs))

    if not any(desk.title(item.kind.text) == desk.say("die") for item in desk.items(syn.Component)):
        for faces in _printed_dice(desk):
            title = desk.say("die_faces", die=desk.say("die"), faces=faces)
            yield Counted(runs(title), tuple("1" for _ in desk.subject.programs))


def _printed_dice(desk: Desk) -> list[str]:
    """The faces of dice that are rolled as cases of an enum with numbers; one with a label has an entry."""
    unlabelled = {item.kind.text for item in desk.items(syn.Enum) if item.label is None}
    rolled = {
        node.among.ident.text: None
        for item in desk.linked.items
        for node in walk(item, without=(syn.Test,))
        if isinstance(node, st.Roll) and isinstance(node.among, ex.Kind)
    }
    members = dict(desk.program.enums)
    return [
        ", ".join(desk.label(member.label, member.name) for member in members[kind])
        for kind in rolled
        if kind in unlabelled and all(_is_number(desk, member) for member in members[kind])
    ]


def _is_number(desk: Desk, member: Member) -> bool:
    return desk.label(member.label, member.name).isdigit()


def _stocks(desk: Desk) -> Iterator[Counted]:
    """What accounts begin with: cards, coins and cubes that are counted, not named."""
    labelled = {item.name.text for item in desk.items(syn.Place) if item.label is not None}
    found = [
        account
        for account in desk.program.accounts
        if not account.hidden
        and account.owner_kind is None
        and (any(account.start) or account.unlimited)
        and account.name in labelled
    ]
    for account in found:
        texts = []
        for program in desk.subject.programs.values():
            start = next(each.start for each in program.accounts if each.name == account.name)
            if account.unlimited:
                texts.append(desk.say("no_limit"))
            elif len(set(start)) == 1 and len(start) > 1:
                texts.append(desk.say("each_of", n=start[0]))
            else:
                texts.append(str(sum(start)))
        title = capital(desk.prose.units(account.enum))
        if sum(each.enum == account.enum for each in found) > 1:
            title = f"{title} ({desk.title(account.name)})"
        yield Counted(runs(title, account.enum), tuple(texts))


def _sign(desk: Desk, kind: str) -> Figure | None:
    found = things_of(desk.program, kind)
    if not found:
        return None
    lies_on_edges = any(
        kind in {each.text for hold in places.holds for each in hold.kinds}
        for board in desk.items(syn.Board)
        for places in board.lines
        if isinstance(places, syn.BoardPlaces) and places.word == "edges"
    )
    word = next(item.word for item in desk.items(syn.Component) if item.kind.text == kind)
    svg = draw_sign(desk.speech, desk.look, found[0][0], as_bar=lies_on_edges, word=word)
    return Figure(svg, "", small=True)
