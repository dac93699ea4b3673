"""What the runtime needs to know of a game besides its code: in goes a program with its layout and picks, out comes
a `Description`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.backends.python.decisions import PendingPick, asks_which
from rulelang.backends.python.offers import offer_of
from rulelang.backends.python.picture import describe_picture, printed_field
from rulelang.backends.python.unit import Unit
from rulelang.graph.nodes import Routine
from rulelang.program import nodes as ir
from rulelang.program.derived import Region
from rulelang.program.model import Account, PlaceFamily, Program, Rule, Var
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
from rulelang.runtime.description import (
    VERSION,
    Alternative,
    Case,
    Description,
    Drawing,
    Family,
    Parameter,
    Pick,
    Place,
    Printed,
    PrintedField,
    Questions,
    RuleText,
    ScoreLine,
    Thing,
    ValueType,
    Variable,
)
from rulelang.runtime.description import Account as AccountText
from rulelang.runtime.description import PendingPick as PickText
from rulelang.source import Span


def describe_game(
    unit: Unit,
    picks: list[PendingPick],
    routine_of: dict[int, Routine],
    told: tuple[Questions, str],
) -> Description:
    """Describe a game; `told` are its questions and the hash of its rules."""
    program = unit.program
    secret = _secret_decisions(program)
    questions, rules_hash = told
    return Description(
        version=VERSION,
        name=program.name,
        title=dict(program.title),
        players=program.players,
        settings=dict(program.settings),
        enums={
            name: tuple(Case(member.name, dict(member.label)) for member in members)
            for name, members in program.enums
        },
        kinds={kind.name: kind.universe for kind in program.kinds},
        kind_labels={kind.name: dict(kind.label) for kind in program.kinds},
        things=tuple(
            Thing(thing.name, dict(thing.label), thing.kind, thing.owner)
            for thing in program.things
        ),
        words=_words(program),
        printed=_printed(program),
        places=tuple(program.place_names),
        place_labels={place: dict(label) for place, label in program.place_labels},
        families=tuple(_family(family) for family in program.families),
        accounts=tuple(_account(account) for account in program.accounts),
        vars=tuple(_variable(var) for var in program.vars),
        layout=unit.layout,
        chance=_chances(program),
        rolled=tuple(sorted(_rolled(program))),
        regions={region.name: _element_universe(region) for region in program.regions},
        picks=tuple(_pending(unit, pick, routine_of, secret) for pick in picks),
        rules={rule.name: _rule(rule) for rule in program.rules},
        scores=tuple(
            ScoreLine(line.name, dict(line.label), tuple(line.cites), to_place(line.span))
            for line in program.scores
        ),
        win_shared=program.win_shared,
        has_invariants=bool(program.invariants),
        drawing=tuple(
            Drawing(board, grid, spots, dict(title))
            for board, grid, spots, title in program.drawing
        ),
        picture=describe_picture(program),
        bot_limits=dict(program.bot_limits),
        questions=questions,
        rules_hash=rules_hash,
    )


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


def _chances(program: Program) -> dict[str, ValueType]:
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


def _words(program: Program) -> dict[str, dict[str, dict[str, str]]]:
    """The forms of words: language -> word -> form -> text."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for language, word, forms in program.words:
        found.setdefault(language, {})[word] = dict(forms)
    return found


def _printed(program: Program) -> Printed:
    """What is printed on things, for showing them: kind -> field -> type and values by thing."""
    tables = dict(program.tables)
    found: dict[str, dict[str, PrintedField]] = {}
    for kind in program.kinds:
        if kind.universe != THINGS:
            continue
        for (name, table), type_ in zip(kind.fields, kind.types, strict=True):
            if isinstance(type_, IntType | RefType | FlagType):
                cells = {thing: tables[table][thing] for thing in kind.ids}
                field = printed_field(describe_type(type_), cells)
                found.setdefault(kind.name, {})[name] = field
    return found


def _family(family: PlaceFamily) -> Family:
    return Family(
        name=family.name,
        label=dict(family.label),
        board=family.board,
        owner_kind=family.owner_kind or "",
        owner_ids=tuple(family.owner_ids),
        first=family.first,
        size=family.count,
        seen=family.seen,
        size_seen=family.size_seen,
    )


def _account(account: Account) -> AccountText:
    return AccountText(
        name=account.name,
        label=dict(account.label),
        owner_kind=account.owner_kind or "",
        seen=account.seen,
        size_seen=account.size_seen,
        unlimited=account.unlimited,
        hidden=account.hidden,
    )


def _variable(var: Var) -> Variable:
    return Variable(
        name=var.name,
        label=dict(var.label),
        owner_kind=var.owner_kind or "",
        seen=var.seen,
        hidden=var.hidden,
        type=describe_type(var.type),
    )


def describe_type(type_: Type) -> ValueType:
    """Return how a value is named."""
    match type_:
        case IntType(low=low, high=high):
            return ValueType("int", low=low, high=high)
        case FlagType():
            return ValueType("flag")
        case RefType(universe=universe, kind=kind):
            return ValueType("ref", universe, kind)
        case SetType(of=of) | SeqType(of=of):
            return ValueType("set", of=describe_type(of))
        case BundleType(enum=enum):
            return ValueType("bundle", enum=enum)
        case _:
            return ValueType("none")


def to_place(span: Span) -> Place:
    """Return a span as plain data."""
    return (span.path, span.start, span.end)


def _pending(
    unit: Unit, pending: PendingPick, routine_of: dict[int, Routine], secret: set[Span]
) -> PickText:
    decide = pending.node.decide
    alternatives = tuple(_alternative(unit, each) for each in decide.alternatives)
    form = "which"
    if pending.pick >= 0:
        form = alternatives[pending.alternative].picks[pending.pick].form
    return PickText(
        decision=decide.name,
        label=dict(decide.label),
        span=to_place(decide.span),
        node=pending.node.id,
        routine=routine_of[pending.node.id].name,
        barrier=pending.node.barrier,
        optional=decide.optional,
        asks_which=asks_which(decide),
        alternatives=alternatives,
        alternative=pending.alternative,
        pick=pending.pick,
        form=form,
        secret=decide.span in secret,
    )


def _alternative(unit: Unit, alternative: ir.Alternative) -> Alternative:
    from rulelang.backends.python.decisions import pick_slots

    offer = offer_of(alternative, unit)
    return Alternative(
        name=alternative.name,
        label=dict(alternative.label),
        rule=alternative.rule,
        again=alternative.again,
        picks=tuple(
            Pick(
                local=written_name(pick.local),
                label=dict(pick.label),
                form=_form(pick),
                type=describe_type(pick.type),
                slot=slot,
                if_any=pick.if_any,
            )
            for pick, slot in zip(offer.picks, pick_slots(offer), strict=True)
        ),
    )


def _form(pick: ir.Pick) -> str:
    if pick.source is not None:
        return "value"
    return "subset" if isinstance(pick.type, SetType) else "bundle"


def _rule(rule: Rule) -> RuleText:
    params = (
        Parameter(param.name, describe_type(param.type), asked=param.pick is not None)
        for param in rule.params
    )
    return RuleText(
        word=rule.word,
        label=dict(rule.label),
        params=tuple(params),
        cites=tuple(rule.cites),
        span=to_place(rule.span),
    )


def line_map(spans: tuple[Span | None, ...]) -> list[list[Any]]:
    """Return [line, path, start, end] for each generated line that came from a rule."""
    return [
        [number, *to_place(span)] for number, span in enumerate(spans, start=1) if span is not None
    ]
