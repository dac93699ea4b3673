"""What is printed on the members of a kind: fields from table rows, as constant tables."""

from __future__ import annotations

import re

import attrs

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import const_int, read_cell, resolve_type
from rulelang.program.declare.symbols import EffectDraft, NamedConstant, Symbols
from rulelang.program.declare.table_records import Record
from rulelang.program.model import Member
from rulelang.program.types import EFFECTS, NONE, RefType, SetType, Type
from rulelang.syntax.trees import items as syn

_THIS = re.compile(r"\bthis\b")


def print_fields(
    symbols: Symbols,
    kind: str,
    universe: str,
    lines: tuple[syn.FieldLine, ...],
    records: list[Record],
    table: syn.Table | None,
) -> None:
    """Print the declared fields of a kind on its members, one record for each, in order."""
    ids = symbols.kinds[kind].ids
    names: list[tuple[str, str]] = []
    types: list[Type] = []
    for line in lines:
        if not isinstance(line, syn.Field):
            continue
        name = line.name.text
        type_ = resolve_type(line.type, symbols)
        default = const_text(line, symbols)
        lacking = next((record for record in records if name not in record.cells), None)
        if table is not None and lacking is not None and default is None:
            path = lacking.path or table.path.value
            symbols.report.error(codes.MISSING_COLUMN, line.name.span, path=path, name=name)
            # What reads the field is not to blame: it is declared all the same.
            for number in ids:
                symbols.set_field(universe, name, number, type_, 0)
            continue
        for number, record in zip(ids, records, strict=False):
            text = record.cells.get(name, default if default is not None else "")
            if _holds_effects(type_):
                this = NamedConstant(RefType(universe, ids, kind), number)
                draft = EffectDraft(text, this, record.name, name, line.name.span)
                value = _effects(draft, type_, symbols)
            else:
                symbols.prefix = record.prefix
                value = read_cell(text, type_, name, record.name, line.name.span, symbols)
                symbols.prefix = ""
            symbols.set_field(universe, name, number, type_, value)
        names.append((name, f"{universe}.{name}"))
        types.append(type_)
    kept = symbols.kinds[kind]
    symbols.kinds[kind] = attrs.evolve(kept, fields=tuple(names), types=tuple(types))


def _holds_effects(type_: Type) -> bool:
    of = type_.of if isinstance(type_, SetType) else type_
    return isinstance(of, RefType) and of.universe == EFFECTS


def _effects(draft: EffectDraft, type_: Type, symbols: Symbols) -> int | tuple[int, ...]:
    """Note the effects of a cell, `;` between several; the same effect on the same thing is one."""
    texts = [text.strip() for text in draft.text.split(";") if text.strip()]
    if isinstance(type_, SetType):
        return tuple(sorted({_effect(attrs.evolve(draft, text=text), symbols) for text in texts}))
    if len(texts) == 1:
        return _effect(attrs.evolve(draft, text=texts[0]), symbols)
    if texts or not (isinstance(type_, RefType) and type_.optional):
        symbols.report.error(
            codes.BAD_CELL,
            draft.span,
            row=draft.row,
            column=draft.column,
            found=draft.text or "nothing",
            expected="one effect",
        )
    return NONE


def _effect(draft: EffectDraft, symbols: Symbols) -> int:
    for number, other in enumerate(symbols.effects):
        if other.text == draft.text and (other.this == draft.this or "this" not in draft.text):
            return number
    symbols.effects.append(draft)
    assert isinstance(draft.this.type, RefType)
    this = symbols.member_name(draft.this.type.universe, draft.this.value)
    name = _THIS.sub(lambda _: this, draft.text)  # records tell effects apart by name
    symbols.enums.setdefault(EFFECTS, []).append(Member(name, (("en", draft.text),)))
    return len(symbols.effects) - 1


def const_text(line: syn.Field, symbols: Symbols) -> str | None:
    """Return a field's default as the text a cell would have."""
    if line.default is None:
        return None
    ident = getattr(line.default, "ident", None)
    if ident is not None and ident.text not in symbols.settings:
        return str(ident.text)
    return str(const_int(line.default, symbols))
