"""Names, labels and layout of a compiled game as plain data, for the runtime and for caches.

Everything here can be written as JSON. `rulelang.runtime.game` reads it; the version number below
changes with its form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.backends.python.decisions import PendingPick, asks_which
from rulelang.backends.python.offers import offer_of
from rulelang.backends.python.picture import describe_picture
from rulelang.backends.python.unit import Unit
from rulelang.graph.nodes import Routine
from rulelang.program import nodes as ir
from rulelang.program.derived import Region
from rulelang.program.model import Program, Rule
from rulelang.program.types import (
    THINGS,
    BundleType,
    FlagType,
    IntType,
    RefType,
    SeqType,
    SetType,
    Type,
)
from rulelang.program.typing.scope import written_name
from rulelang.program.walk import descend_all
from rulelang.source import Span

VERSION = 4

Data = dict[str, Any]  # JSON edge: plain data of any shape


def describe_game(unit: Unit, picks: list[PendingPick], routine_of: dict[int, Routine]) -> Data:
    """Return everything that the runtime needs to know besides the code."""
    program = unit.program
    secret = _secret_decisions(program)
    return {
        "version": VERSION,
        "name": program.name,
        "title": dict(program.title),
        "players": program.players,
        "settings": dict(program.settings),
        "enums": {
            name: [[member.name, dict(member.label)] for member in members]
            for name, members in program.enums
        },
        "kinds": {kind.name: kind.universe for kind in program.kinds},
        "kind_labels": {kind.name: dict(kind.label) for kind in program.kinds},
        "things": [
            [thing.name, dict(thing.label), thing.kind, thing.owner] for thing in program.things
        ],
        "words": _words(program),
        "printed": _printed(program),
        "places": list(program.place_names),
        "place_labels": {str(place): dict(label) for place, label in program.place_labels},
        "families": [_family(family) for family in program.families],
        "accounts": [_storage(account) for account in program.accounts],
        "vars": [{**_storage(var), "type": describe_type(var.type)} for var in program.vars],
        "layout": list(unit.layout),
        "chance": _chances(program),
        "rolled": sorted(_rolled(program)),
        "regions": {region.name: _element_universe(region) for region in program.regions},
        "picks": [
            {
                **_pick(unit, pick, routine_of),
                "secret": pick.node.decide.span in secret,
            }
            for pick in picks
        ],
        "rules": {rule.name: _rule(rule) for rule in program.rules},
        "scores": [
            {
                "name": line.name,
                "label": dict(line.label),
                "cites": list(line.cites),
                "span": span_data(line.span),
            }
            for line in program.scores
        ],
        "win_shared": program.win_shared,
        "has_invariants": bool(program.invariants),
        "drawing": [
            {"board": board, "grid": grid, "spots": [list(spot) for spot in spots]}
            for board, grid, spots in program.drawing
        ],
        "picture": describe_picture(program),
        "bot_limits": {name: list(limits) for name, limits in program.bot_limits},
    }


def _element_universe(region: Region) -> str:
    """The universe whose names the regions go by: a region is known by its least element."""
    of = region.source.type.of if isinstance(region.source.type, SetType) else region.source.type
    assert isinstance(of, RefType)
    return of.universe


def _statements(program: Program) -> Iterator[object]:
    for body in (program.setup, program.flow, *(rule.body for rule in program.rules)):
        yield from descend_all(body)


def _rolled(program: Program) -> set[str]:
    """Chance that everybody sees come up; what is drawn may stay hidden."""
    return {node.chance for node in _statements(program) if isinstance(node, ir.Roll)}


def _chances(program: Program) -> Data:
    """What each chance brings; numbers where events of one name bring different things."""
    found: dict[str, Type] = {}
    for node in _statements(program):
        match node:
            case ir.Roll(chance=str(name), among=among):
                type_: Type = IntType(0, 0)
                if among is not None and isinstance(among.type, SetType | SeqType):
                    type_ = among.type.of
            case ir.Draw(chance=str(name), source_account=str(account)):
                enum = next(each.enum for each in program.accounts if each.name == account)
                type_ = RefType(enum, (), enum)
            case ir.Draw(chance=str(name)) | ir.Shuffle(chance=name):
                type_ = RefType(THINGS, (), "")
            case _:
                continue
        universes = {getattr(each, "universe", "") for each in (type_, found.get(name, type_))}
        found[name] = type_ if len(universes) == 1 else IntType(0, 0)
    return {name: describe_type(type_) for name, type_ in found.items()}


def _secret_decisions(program: Program) -> set[Span]:
    """Where players choose without the others knowing what, until all have chosen."""
    return {
        inner.span
        for node in _statements(program)
        if isinstance(node, ir.Together) and node.secretly
        for inner in descend_all(node.body)
        if isinstance(inner, ir.Decide)
    }


def _words(program: Program) -> Data:
    """The forms of words: language -> word -> form -> text."""
    found: Data = {}
    for language, word, forms in program.words:
        found.setdefault(language, {})[word] = dict(forms)
    return found


def _printed(program: Program) -> Data:
    """What is printed on things, for showing them: kind -> field -> type and values by thing."""
    tables = dict(program.tables)
    found: Data = {}
    for kind in program.kinds:
        if kind.universe != THINGS:
            continue
        for (name, table), type_ in zip(kind.fields, kind.types, strict=True):
            if isinstance(type_, IntType | RefType | FlagType):
                values = {str(thing): tables[table][thing] for thing in kind.ids}
                found.setdefault(kind.name, {})[name] = [describe_type(type_), values]
    return found


def _family(family: Any) -> Data:
    return {
        "name": family.name,
        "label": dict(family.label),
        "board": family.board,
        "owner_kind": family.owner_kind,
        "owner_ids": list(family.owner_ids),
        "first": family.first,
        "count": family.count,
        "seen": family.seen,
        "size_seen": family.size_seen,
    }


def _storage(item: Any) -> Data:
    """An account or a var."""
    return {
        "name": item.name,
        "label": dict(item.label),
        "owner_kind": item.owner_kind,
        "seen": item.seen,
        "size_seen": getattr(item, "size_seen", item.seen),
        "unlimited": getattr(item, "unlimited", False),
        "hidden": getattr(item, "hidden", False),
    }


def describe_type(type_: Type) -> Data:
    """Return how a value is named."""
    match type_:
        case IntType(low=low, high=high):
            return {"form": "int", "low": low, "high": high}
        case FlagType():
            return {"form": "flag"}
        case RefType(universe=universe, kind=kind):
            return {"form": "ref", "universe": universe, "kind": kind}
        case SetType(of=of) | SeqType(of=of):
            return {"form": "set", "of": describe_type(of)}
        case BundleType(enum=enum):
            return {"form": "bundle", "enum": enum}
        case _:
            return {"form": "none"}


def span_data(span: Span) -> list[str | int]:
    """Return a span as plain data."""
    return [span.path, span.start, span.end]


def _pick(unit: Unit, pending: PendingPick, routine_of: dict[int, Routine]) -> Data:
    decide = pending.node.decide
    data: Data = {
        "decision": decide.name,
        "label": dict(decide.label),
        "span": span_data(decide.span),
        "node": pending.node.id,
        "routine": routine_of[pending.node.id].name,
        "barrier": pending.node.barrier,
        "optional": decide.optional,
        "asks_which": asks_which(decide),
        "alternatives": [_alternative(unit, a) for a in decide.alternatives],
        "alternative": pending.alternative,
        "pick": pending.pick,
    }
    if pending.pick >= 0:
        data["form"] = data["alternatives"][pending.alternative]["picks"][pending.pick]["form"]
    else:
        data["form"] = "which"
    return data


def _alternative(unit: Unit, alternative: ir.Alternative) -> Data:
    from rulelang.backends.python.decisions import pick_slots

    offer = offer_of(alternative, unit)
    return {
        "name": alternative.name,
        "label": dict(alternative.label),
        "rule": alternative.rule,
        "again": alternative.again,
        "picks": [
            {
                "local": written_name(pick.local),
                "label": dict(pick.label),
                "form": _form(pick),
                "type": describe_type(pick.type),
                "slot": slot,
                "if_any": pick.if_any,
            }
            for pick, slot in zip(offer.picks, pick_slots(offer), strict=True)
        ],
    }


def _form(pick: ir.Pick) -> str:
    if pick.source is not None:
        return "value"
    return "subset" if isinstance(pick.type, SetType) else "bundle"


def _rule(rule: Rule) -> Data:
    return {
        "word": rule.word,
        "label": dict(rule.label),
        "params": [
            {
                "name": param.name,
                "type": describe_type(param.type),
                "asked": param.pick is not None,
            }
            for param in rule.params
        ],
        "cites": list(rule.cites),
        "span": span_data(rule.span),
    }


def line_map(spans: tuple[Span | None, ...]) -> list[list[Any]]:
    """Return [line, path, start, end] for each generated line that came from a rule."""
    return [
        [number, *span_data(span)] for number, span in enumerate(spans, start=1) if span is not None
    ]
