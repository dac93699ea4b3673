"""The chapter on what is in the box: components with counts, what is printed on them, boards, places."""

from __future__ import annotations

from attrs import evolve

from rulelang.program.types import BundleType, FlagType, IntType, Type
from rulelang.prose.model import Run, Sentence, sentences
from rulelang.prose.phrases import uncapital
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.component_counts import counts_table
from rulelang.reference.effect_cells import effect_names, written_row, written_rows
from rulelang.reference.model import (
    Block,
    BookTable,
    Cell,
    Clauses,
    Figure,
    Section,
    cell_text,
    runs,
)
from rulelang.reference.pictures.galleries import Face, combined, flag_words, gallery
from rulelang.reference.subject import Desk
from rulelang.reference.value_text import (
    NOTHING,
    field_title,
    fields_of,
    is_effect,
    is_location,
    things_of,
    value_text,
)
from rulelang.render import draw_tiles
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

LONG = 28  # words of an effect in a table
MANY = 5  # fields from which on zeros are not shown


def components_chapter(desk: Desk) -> Section:
    """All components with counts, then each kind with what is printed on it."""
    kinds = [
        item
        for item in desk.items(syn.Component)
        if things_of(desk.program, item.kind.text) and desk.prose.is_used(item.kind.text)
    ]
    found = (_kind_section(desk, item) for item in kinds)
    sections = tuple(section for section in found if section is not None)
    told = {section.name for section in sections}
    return Section(
        "components", desk.say("components"), (counts_table(desk, kinds, told),), sections
    )


# --- one kind --------------------------------------------------------------------------------------------


def _kind_section(desk: Desk, item: syn.Component) -> Section | None:
    """What is printed on a kind; nothing if the table of all components says everything."""
    name = item.kind.text
    faces = _faces_blocks(desk, item)
    is_listed = any(isinstance(block, BookTable) for block in faces)
    is_told = (
        is_listed or item.word == "piece"
    )  # the table of all components says what pieces are worth
    told = desk.prose.notes(item) if is_told else desk.prose.printed_on(item)
    blocks: list[Block] = [*told, *faces]
    if not blocks:
        return None
    if clauses := desk.clauses_of(item):
        blocks.append(Clauses(clauses))
    return Section(f"component-{name}", desk.title(name), tuple(blocks), name=name)


def _faces_blocks(desk: Desk, item: syn.Component) -> list[Block]:
    name = item.kind.text
    title = desk.say("all_of", name=desk.prose.many(name))
    if item.how == "each":
        return [*combined(desk, item), _combinations(desk, name, title)]
    printed = [field for field in fields_of(desk, name) if not is_location(field[2])]
    fields = [field for field in printed if _varies(desk, name, field)]
    faces = _faces(desk, item, fields)
    if len(faces) < 2:
        return []
    blocks: list[Block] = _on_all(desk, item, [each for each in printed if each not in fields])
    parts = desk.game.description.picture.parts
    if all(face.thing in parts for face in faces):
        svg = draw_tiles(desk.speech, desk.look, [(f.thing, f.count) for f in faces], title)
        return [*blocks, Figure(svg, title, title)]
    drawings = gallery(desk, item, faces, fields)
    table = _face_table(desk, faces, fields, title)
    return [*blocks, *drawings, evolve(table, drawn=bool(drawings))]


def _on_all(desk: Desk, item: syn.Component, fields: list[tuple[str, str, Type]]) -> list[Block]:
    """What is printed alike on all of a kind, above what differs."""
    told: list[Run] = []
    faces = _faces(desk, item, fields)
    for number, (field, _table, type_) in enumerate(fields):
        printed = faces[0].printed[number]
        text = cell_text(printed)
        if text in {"", "0", NOTHING}:
            continue
        having = desk.word(field, "having") if isinstance(type_, FlagType) else None
        name = uncapital(field_title(desk, field, type_))
        told += [Run("; ")] if told else []
        if isinstance(type_, FlagType):
            told.append(Run(having or name))
        else:
            told += [Run(f"{name}: "), *_uncapital(printed)]
    if not told:
        return []
    *before, last = told
    end = Run(f"{last.text.rstrip('.')}.", last.target)
    return [Sentence((Run(f"{desk.say('on_all')} "), *before, end))]


def _uncapital(said: tuple[Run, ...]) -> tuple[Run, ...]:
    return (Run(uncapital(said[0].text), said[0].target), *said[1:])


def _varies(desk: Desk, kind: str, field: tuple[str, str, Type]) -> bool:
    """Whether a field says something: not the same on all of a kind."""
    table = dict(desk.program.tables)[field[1]]
    values = {repr(table[number]) for number, _ in things_of(desk.program, kind)}
    return len(values) > 1


def _faces(desk: Desk, item: syn.Component, fields: list[tuple[str, str, Type]]) -> list[Face]:
    tables = dict(desk.program.tables)
    rows = written_rows(desk, item.table)
    found: dict[tuple[object, ...], Face] = {}
    for number, thing in things_of(desk.program, item.kind.text):
        printed: list[tuple[Run, ...]] = []
        for field, table, type_ in fields:
            if is_effect(type_):
                cell = written_row(rows, thing.name).get(field, "")
                told = effect_text(desk, cell, item.kind.text)
                printed.append(told or power_text(desk, thing.name))
            else:
                text = value_text(desk, type_, tables[table][number])
                is_zero = text == "0" and len(fields) > MANY
                printed.append(() if is_zero else runs(text))
        title = capital(desk.label(thing.label, thing.name))
        key = (title, *printed, _looks(desk, number))
        old = found.get(key)
        count = thing.copies + (old.count if old is not None else 0)
        found[key] = Face(old.thing if old is not None else number, title, count, tuple(printed))
    return list(found.values())


def _looks(desk: Desk, thing: int) -> str:
    """Tiles with parts differ by these: each has its own picture."""
    return str(thing) if thing in desk.game.description.picture.parts else ""


def effect_text(desk: Desk, cell: str, kind: str) -> tuple[Run, ...]:
    """What a cell of effects does: in full if that is short, else the names of its rules."""
    said: list[Run] = []
    for sentence in sentences(desk.prose.describe_effect(cell, kind)):
        said += ([Run(" ")] if said else []) + list(sentence.runs)
    if len("".join(run.text for run in said).split()) <= LONG:
        return tuple(said)
    return effect_names(desk, cell)


def power_text(desk: Desk, name: str) -> tuple[Run, ...]:
    """Where is told what a card or space allows as long as one has it; nothing if it does not."""
    for power in desk.items(syn.Power):
        if power.name.text == name:
            return runs(desk.say("lasting", name=desk.title(name)), name)
    for rule in desk.items(syn.Rule):
        needs = [line.expr for line in rule.lines if isinstance(line, syn.Require)]
        if rule.word != "effect" and any(name in _named(node) for node in walk(tuple(needs))):
            told = rule.name.text
            return runs(desk.say("allows", name=desk.title(told)), told)
    return ()


def _named(node: object) -> tuple[str, ...]:
    match node:
        case ex.Text(value=value):
            return (value,)
        case ex.Name(ident=ident):
            return (ident.text,)
        case _:
            return ()


def _face_table(
    desk: Desk, faces: list[Face], fields: list[tuple[str, str, Type]], title: str
) -> BookTable:
    has_names = len({face.title for face in faces}) > 1
    has_counts = any(face.count > 1 for face in faces)
    if not has_names:
        faces = sorted(faces, key=_by_value)
    small = _small_fields(fields)
    columns = [
        number
        for number in range(len(fields))
        if number not in small and not (has_names and _is_name(faces, number))
    ]
    head = [desk.say("name")] if has_names else []
    head += [field_title(desk, fields[number][0], fields[number][2]) for number in columns]
    head += [desk.say("printed")] if small else []
    head += [desk.say("count")] if has_counts else []
    rows = []
    for face in faces:
        row: list[Cell] = [runs(_short(face.title, faces))] if has_names else []
        row += [face.printed[number] for number in columns]
        row += [_said_by_name(face, faces) or _small_print(desk, face, fields, small)] * bool(small)
        row += [runs(str(face.count))] if has_counts else []
        rows.append(tuple(row))
    numbers = {n + has_names for n, c in enumerate(columns) if isinstance(fields[c][2], IntType)}
    numbers |= {len(head) - 1} if has_counts else set()
    return BookTable(title, tuple(head), tuple(rows), tuple(sorted(numbers)))


def _short(title: str, faces: list[Face]) -> str:
    """A name without what it says behind a colon, which the columns say."""
    begins = [face.title.partition(": ")[0] for face in faces]
    is_clear = len(set(begins)) == len(faces)
    return title.partition(": ")[0] if is_clear else title


def _said_by_name(face: Face, faces: list[Face]) -> tuple[Run, ...]:
    """What the names of all say behind a colon of what is printed on each."""
    if not all(": " in each.title for each in faces):
        return ()
    return runs(capital(face.title.partition(": ")[2]))


def _is_name(faces: list[Face], field: int) -> bool:
    """Whether a field says what the name of each says already."""
    return all(cell_text(face.printed[field]).lower() == face.title.lower() for face in faces)


def _small_fields(fields: list[tuple[str, str, Type]]) -> list[int]:
    """Of many fields those that share a column: flags, numbers and amounts, which most lack."""
    if len(fields) <= MANY:
        return []
    shared = (FlagType, IntType, BundleType)
    return [number for number, (_, _, type_) in enumerate(fields) if isinstance(type_, shared)]


def _small_print(
    desk: Desk, face: Face, fields: list[tuple[str, str, Type]], small: list[int]
) -> tuple[Run, ...]:
    told = []
    for number in small:
        text = "".join(run.text for run in face.printed[number])
        field, table, type_ = fields[number]
        name = field_title(desk, field, type_)
        if isinstance(type_, FlagType):
            told += flag_words(desk, face, field, table)
        elif text:
            told.append(f"{uncapital(name)}: {text}")
    return runs(capital("; ".join(told)))


def _by_value(face: Face) -> list[tuple[int, str]]:
    """Numbers by their size, before words."""
    texts = ["".join(run.text for run in said) for said in face.printed]
    return [(int(text) if text.isdigit() else 1 << 30, text) for text in texts]


def _combinations(desk: Desk, kind: str, title: str) -> BookTable:
    """Of components with one for each combination: which values each field has."""
    tables = dict(desk.program.tables)
    rows = []
    for name, table, type_ in fields_of(desk, kind):
        texts = [
            value_text(desk, type_, tables[table][number])
            for number, _ in things_of(desk.program, kind)
        ]
        rows.append((runs(field_title(desk, name, type_)), runs(", ".join(dict.fromkeys(texts)))))
    caption = f"{title} ({desk.say('one_of_each')})"
    return BookTable(caption, (desk.say("name"), desk.say("values")), tuple(rows))
