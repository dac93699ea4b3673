"""Declare kinds that are no components: enums, groups, and the powers of a group."""

from __future__ import annotations

from rulelang.diagnostics import codes
from rulelang.program.declare.constants import resolve_kind
from rulelang.program.declare.label_words import words
from rulelang.program.declare.printed_fields import print_fields
from rulelang.program.declare.symbols import NamedConstant, Symbols
from rulelang.program.declare.table_records import table_records
from rulelang.program.model import Kind, Member
from rulelang.program.types import RefType
from rulelang.syntax.trees import items as syn

MAX_MEMBERS = 5_000


def add_member_names(symbols: Symbols, kind: Kind) -> None:
    for number in kind.ids:
        type_ = RefType(kind.universe, kind.ids, kind.name)
        name = symbols.member_name(kind.universe, number)
        symbols.add_constant(name, NamedConstant(type_, number))


def declare_enum(symbols: Symbols, item: syn.Enum) -> None:
    name = item.kind.text
    members: list[Member] = []
    for member in item.members:
        if member.word == "each":
            inner = resolve_kind(member.ident, symbols)
            if inner is None:
                continue
            if members:
                symbols.report.error(
                    codes.WRONG_TYPE,
                    member.span,
                    found=f"`each {inner}` after other cases",
                    expected="`each …` as the first entry",
                )
                continue
            members += symbols.enums.get(inner, [])
            symbols.holds[name] = (inner, *symbols.holds.get(inner, ()))
        else:
            members.append(Member(member.ident.text, words(member.label, member.ident.text)))
    if item.table is not None:
        for record in table_records(symbols, item.table):
            members.append(Member(record.name, record.label))
    if len(members) > MAX_MEMBERS:
        found, expected = f"{len(members)} cases", f"the {MAX_MEMBERS} an enum may have"
        symbols.report.error(codes.OUT_OF_RANGE, item.kind.span, found=found, expected=expected)
        del members[MAX_MEMBERS:]
    seen: dict[str, None] = {}
    for entry in members:
        if entry.name in seen:
            symbols.report.error(codes.NAME_TWICE, item.kind.span, name=entry.name)
        seen[entry.name] = None
    symbols.enums[name] = members
    kind = symbols.add_kind(
        name, name, range(len(members)), words(item.label, name), item.kind.span
    )
    add_member_names(symbols, kind)


def print_enum(symbols: Symbols, item: syn.Enum) -> None:
    assert item.table is not None
    records = list(table_records(symbols, item.table))
    print_fields(symbols, item.kind.text, item.kind.text, item.lines, records, item.table)


def declare_powers(symbols: Symbols, item: syn.Group) -> None:
    """A group without members is an enum of its powers."""
    name = item.kind.text
    powers = [p for p in symbols.linked.items if isinstance(p, syn.Power) and p.kind.text == name]
    symbols.enums[name] = [Member(p.name.text, words(p.label, p.name.text)) for p in powers]
    label = words(item.label, name)
    kind = symbols.add_kind(name, name, range(len(powers)), label, item.kind.span)
    add_member_names(symbols, kind)


def members_known(symbols: Symbols, item: syn.Group) -> bool:
    kinds = [member.ident.text for member in item.members if member.word != "name"]
    return all(kind in symbols.kinds for kind in kinds)


def declare_group(symbols: Symbols, item: syn.Group) -> None:
    """A group of kinds, or of single members, all of one universe."""
    name = item.kind.text
    ids: dict[int, None] = {}
    universe: str | None = None
    for member in item.members:
        if member.word == "name":
            found = symbols.constants.get(member.ident.text, [])
            refs = [c for c in found if isinstance(c.type, RefType)]
            if not refs:
                symbols.report.error(
                    codes.UNKNOWN_NAME, member.span, what="member", name=member.ident.text
                )
                continue
            type_ = refs[0].type
            assert isinstance(type_, RefType)
            here, add = type_.universe, [refs[0].value]
        else:
            inner = resolve_kind(member.ident, symbols)
            if inner is None:
                continue
            here, add = symbols.kinds[inner].universe, list(symbols.kinds[inner].ids)
        if universe not in (None, here):
            symbols.report.error(
                codes.WRONG_TYPE, member.span, found=f"a member of {here}", expected=str(universe)
            )
            continue
        universe = here
        ids.update(dict.fromkeys(add))
    symbols.add_kind(name, universe or name, sorted(ids), words(item.label, name), item.kind.span)
    if universe is None:
        symbols.enums.setdefault(name, [])
