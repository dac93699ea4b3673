"""Read the declarations of a linked game into symbols: kinds, components, places, storage.

The order below is the order of dependence: players and settings first (everything counts in
them), then kinds and their members, then places that hold them, then what is printed on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import attrs

from rulelang.diagnostics import codes
from rulelang.diagnostics.model import Label as SpanLabel
from rulelang.program.declare.boards import declare_boards
from rulelang.program.declare.constants import (
    COUNT,
    const_int,
    const_range,
    describe,
    read_number,
    resolve_kind,
    resolve_type,
)
from rulelang.program.declare.grown_boards import declare_parts, print_parts
from rulelang.program.declare.kinds import (
    add_member_names,
    declare_enum,
    declare_group,
    declare_powers,
    members_known,
    print_enum,
)
from rulelang.program.declare.label_words import words
from rulelang.program.declare.printed_fields import print_fields
from rulelang.program.declare.symbols import BOX, PLAYER, SUPPLY, NamedConstant, Symbols, ThingDraft
from rulelang.program.declare.table_records import Record, table_records
from rulelang.program.model import Holding, Member
from rulelang.program.types import FLAG, NONE, THINGS, FlagType, IntType, RefType, Type
from rulelang.syntax.trees import items as syn

MAX_THINGS = 5_000
MAX_COPIES = 100_000


def declare(symbols: Symbols, chosen: Mapping[str, str]) -> None:
    """Fill `symbols` with everything declared; `chosen` are settings given from outside."""
    _players(symbols)
    items = symbols.linked.items
    settings = [i for i in items if isinstance(i, syn.Setting | syn.ChoiceSetting)]
    _settings(symbols, settings, chosen)
    for item in items:
        if isinstance(item, syn.Enum):
            declare_enum(symbols, item)
    components = [item for item in items if isinstance(item, syn.Component)]
    records = {item.kind.text: list(_component(symbols, item)) for item in components}
    groups = [item for item in items if isinstance(item, syn.Group)]
    for item in sorted(groups, key=lambda item: bool(item.members)):
        if not item.members:
            declare_powers(symbols, item)
        elif members_known(symbols, item):
            declare_group(symbols, item)
    symbols.add_family(BOX, [BOX])
    _supplies(symbols)
    declare_boards(symbols)
    declare_parts(symbols)
    for item in groups:
        # The rest are groups of places.
        if item.kind.text not in symbols.kinds:
            declare_group(symbols, item)
    for item in items:
        if isinstance(item, syn.Place) and item.word == "zone":
            _zone(symbols, item)
    _fill_box(symbols)
    for item in components:
        _component_fields(symbols, item, records[item.kind.text])
    print_parts(symbols)
    for item in items:
        if isinstance(item, syn.Enum) and item.table is not None:
            print_enum(symbols, item)


# --- players and settings ----------------------------------------------------------------------


def _players(symbols: Symbols) -> None:
    line = symbols.linked.players
    named = line.names if line is not None else ()
    members = [
        Member(member.ident.text, words(member.label, member.ident.text.capitalize()))
        for member in named[: symbols.players]
    ]
    for number in range(len(members), symbols.players):
        members.append(Member(f"p{number + 1}", (("en", f"Player {number + 1}"),)))
    symbols.enums[PLAYER] = members
    kind = symbols.add_kind(PLAYER, PLAYER, range(symbols.players), (("en", "player"),))
    add_member_names(symbols, kind)
    symbols.settings["players"] = NamedConstant(IntType(1, 99), symbols.players)


def _settings(
    symbols: Symbols,
    items: list[syn.Setting | syn.ChoiceSetting],
    chosen: Mapping[str, str],
) -> None:
    for item in items:
        name = item.name.text
        given = chosen.get(name)
        if isinstance(item, syn.ChoiceSetting):
            _choice(symbols, item, given)
            continue
        is_flag = _is_flag(item.value)
        allowed: Type = FLAG if is_flag else COUNT
        if item.range is not None:
            allowed = const_range(item.range, symbols)
        value = const_int(item.value, symbols)
        if given is not None:
            value = _given_number(given, is_flag=is_flag)
        if isinstance(allowed, IntType) and not allowed.low <= value <= allowed.high:
            # A variant may have said the number; then both places are shown.
            is_own = item.value.span.path == item.span.path and item.value.span.start in range(
                item.span.start, item.span.end
            )
            is_here = is_own or given is not None
            symbols.report.error(
                codes.SETTING_OUT_OF_RANGE,
                item.name.span if is_here else item.value.span,
                secondary=[] if is_here else [SpanLabel(item.name.span, "declared here")],
                name=name,
                found=given if given is not None else value,
                expected=describe(allowed),
            )
            value = allowed.low
        shown = FLAG if is_flag else IntType(value, value)
        symbols.settings[name] = NamedConstant(shown, value)


def _is_flag(value: object) -> bool:
    if isinstance(value, syn.ByPlayers):
        value = value.entries[0][1]
    return getattr(value, "word", None) in {"true", "false"}


def _given_number(text: str, *, is_flag: bool) -> int:
    if is_flag:
        return {"true": 1, "yes": 1, "on": 1, "1": 1, "false": 0, "no": 0, "off": 0, "0": 0}.get(
            text.lower(), -1
        )
    try:
        return int(text)
    except ValueError:
        return -1


def _choice(symbols: Symbols, item: syn.ChoiceSetting, given: str | None) -> None:
    """A choice is an enum of its own, named after the setting."""
    name = item.name.text
    cases = [case.text for case in item.cases]
    symbols.enums[name] = [Member(case, words(None, case)) for case in cases]
    kind = symbols.add_kind(name, name, range(len(cases)), words(item.label, name))
    add_member_names(symbols, kind)
    default = item.value
    if isinstance(default, syn.ByPlayers):
        default = dict(default.entries).get(symbols.players, default.entries[0][1])
    ident = getattr(default, "ident", None)
    wanted = given if given is not None else (ident.text if ident is not None else "")
    if wanted not in cases:
        symbols.report.error(codes.NO_SUCH_CASE, default.span, owner=name, name=wanted)
        wanted = cases[0]
    value = cases.index(wanted)
    symbols.settings[name] = NamedConstant(RefType(name, kind.ids, name), value)


# --- components ------------------------------------------------------------------------------------


def _component(symbols: Symbols, item: syn.Component) -> Iterator[Record]:
    """Make the things of one component kind and yield the record behind each, in order."""
    kind = item.kind.text
    first = len(symbols.things)
    owners = _owners(symbols, item)
    for record in _component_records(symbols, item):
        for owner in owners:
            yield from _things(symbols, item, record, owner)
    if len(symbols.things) > MAX_THINGS:
        symbols.report.error(
            codes.OUT_OF_RANGE,
            item.kind.span,
            found=f"{len(symbols.things)} components",
            expected=f"the {MAX_THINGS} a game may have",
        )
        del symbols.things[MAX_THINGS:]
    ids = range(first, len(symbols.things))
    made = symbols.add_kind(kind, THINGS, ids, words(item.label, kind), item.kind.span)
    add_member_names(symbols, made)


def _owners(symbols: Symbols, item: syn.Component) -> list[int]:
    if item.per is None:
        return [NONE]
    if item.per.text != PLAYER:
        resolve_kind(item.per, symbols)
        return [NONE]
    return list(range(symbols.players))


def _component_records(symbols: Symbols, item: syn.Component) -> Iterator[Record]:
    if item.table is not None:
        yield from _named_once(symbols, item.table)
        return
    if item.how != "each":
        yield Record("", words(item.label, item.kind.text), {})
        return
    fields = [line for line in item.lines if isinstance(line, syn.Field)]
    domains = [_named_values(resolve_type(line.type, symbols), symbols) for line in fields]
    total = 1
    for domain in domains:
        total *= len(domain)
    if total > MAX_THINGS:
        symbols.report.error(
            codes.OUT_OF_RANGE,
            item.kind.span,
            found=f"{total} components",
            expected=f"1..{MAX_THINGS}",
        )
        return
    for combination in product(*domains):
        cells = {f.name.text: text for f, text in zip(fields, combination, strict=True)}
        yield Record("_".join(combination), (), cells)


def _named_once(symbols: Symbols, table: syn.Table) -> Iterator[Record]:
    seen: set[str] = set()
    for record in table_records(symbols, table):
        if record.name in seen:
            path = table.path.value
            symbols.report.error(codes.DUPLICATE_ROW, table.span, path=path, name=record.name)
        seen.add(record.name)
        yield record


def _named_values(type_: Type, symbols: Symbols) -> list[str]:
    match type_:
        case RefType(universe=universe, ids=ids):
            return [symbols.member_name(universe, number) for number in ids]
        case IntType(low=low, high=high):
            return [str(number) for number in range(low, min(high, low + MAX_THINGS) + 1)]
        case FlagType():
            return ["0", "1"]
        case _:
            return []


def _things(symbols: Symbols, item: syn.Component, record: Record, owner: int) -> Iterator[Record]:
    kind = item.kind.text
    own_name = record.name or _snake(kind)
    prefix = "" if owner == NONE else symbols.enums[PLAYER][owner].name + "_"
    label = record.label or words(item.label, own_name)
    count = _count(symbols, item, record)
    if item.how == "alike":
        symbols.things.append(
            ThingDraft(prefix + own_name, label, kind, is_alike=True, owner=owner, copies=count)
        )
        yield record
        return
    for number in range(count):
        name = prefix + own_name + (f"_{number + 1}" if count > 1 else "")
        symbols.things.append(ThingDraft(name, label, kind, is_alike=False, owner=owner, copies=1))
        yield record


def _count(symbols: Symbols, item: syn.Component, record: Record) -> int:
    """How many there are of one component: of its row, else of its kind."""
    most = MAX_COPIES if item.how == "alike" else MAX_THINGS
    count = const_int(item.count, symbols) if item.count is not None else 1
    if "count" in record.cells:
        count = read_number(record.cells["count"], "count", record.name, item.kind.span, symbols)
    if 0 <= count <= most:
        return count
    found, expected = f"{count} components", f"the {most} a game may have"
    symbols.report.error(codes.OUT_OF_RANGE, item.kind.span, found=found, expected=expected)
    return 0


def _snake(kind: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in kind).lstrip("_")


def _component_fields(symbols: Symbols, item: syn.Component, records: list[Record]) -> None:
    print_fields(symbols, item.kind.text, THINGS, item.lines, records, item.table)


# --- zones -----------------------------------------------------------------------------------------


def _supplies(symbols: Symbols) -> None:
    """`supply of p` holds what belongs to p, and nothing else of a player's kind."""
    owned = tuple(i for i, thing in enumerate(symbols.things) if thing.owner != NONE)
    if owned:
        names = [f"supply of {member.name}" for member in symbols.enums[PLAYER]]
        symbols.add_family(
            SUPPLY,
            names,
            label=(("en", "supply"), ("ru", "запас")),
            owner_kind=PLAYER,
            owner_ids=tuple(range(symbols.players)),
            holdings=(Holding("many", owned),),
        )


def _fill_box(symbols: Symbols) -> None:
    everything = tuple(range(len(symbols.things)))
    holdings = (Holding("many", everything),) if everything else ()
    symbols.families[BOX] = attrs.evolve(
        symbols.families[BOX], holdings=holdings, label=(("en", "box"), ("ru", "коробка"))
    )


def owner_names(symbols: Symbols, owner: str, name: str) -> list[str]:
    universe = symbols.kinds[owner].universe
    return [f"{name} of {symbols.member_name(universe, i)}" for i in symbols.kinds[owner].ids]


def _zone(symbols: Symbols, item: syn.Place) -> None:
    name = item.name.text
    kinds = [resolve_kind(ident, symbols) for ident in item.kinds]
    things: list[int] = []
    for ident, kind in zip(item.kinds, kinds, strict=True):
        if kind is None:
            continue
        if symbols.kinds[kind].universe != THINGS:
            symbols.report.error(
                codes.NOT_HELD_HERE,
                ident.span,
                place=f"the zone `{name}`",
                what=f"`{kind}`, which is no component",
                help=f"amounts of {kind} lie in an `account`",
            )
            continue
        things += symbols.kinds[kind].ids
    owner = None if item.owner is None else resolve_kind(item.owner, symbols)
    seen, size_seen, capacity = place_props(symbols, item.props)
    names = [name] if owner is None else owner_names(symbols, owner, name)
    symbols.add_family(
        name,
        names,
        label=words(item.label, name),
        owner_kind=owner,
        owner_ids=() if owner is None else symbols.kinds[owner].ids,
        holdings=(Holding("pile" if item.is_pile else "many", tuple(sorted(things))),),
        seen=seen,
        size_seen=size_seen,
        capacity=capacity,
    )


def place_props(symbols: Symbols, props: tuple[syn.Prop, ...]) -> tuple[str, str, int | None]:
    """Return who sees the contents, who sees the size, and the capacity."""
    seen, size_seen, capacity = "everyone", "everyone", None
    for prop in props:
        match prop.word:
            case "seen":
                seen = prop.name or seen
            case "size_seen":
                size_seen = prop.name or size_seen
            case "capped":
                assert prop.value is not None
                capacity = const_int(prop.value, symbols)
            case _:
                pass
    return seen, size_seen, capacity
