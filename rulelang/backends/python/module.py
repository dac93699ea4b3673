"""Action graph to module text: constants, functions, tables of dispatch, and the line map.

The text starts with what it takes from `rulelang.runtime`; it is deterministic, so equal rules give
equal bytes. `chance` and `turns` are put into the module's namespace when it is loaded.
"""

from __future__ import annotations

from rulelang.backends.python import expressions
from rulelang.backends.python.blocks import Blocks
from rulelang.backends.python.definitions import emit_invariants, emit_scoring
from rulelang.backends.python.effects import STEP_BUDGET
from rulelang.backends.python.joining import join_blocks
from rulelang.backends.python.playing import emit_playing
from rulelang.backends.python.points import emit_point
from rulelang.backends.python.questions import Questions
from rulelang.backends.python.rules import rule_function
from rulelang.backends.python.start import initial_state
from rulelang.backends.python.unit import Function, Scope, Unit
from rulelang.backends.python.writer import Code
from rulelang.frozen import frozen
from rulelang.graph.nodes import Graph
from rulelang.graph.sequence import Points
from rulelang.program.analysis import Analysis
from rulelang.program.types import BundleType
from rulelang.source import Span

_HOMES = {
    "bits": ("drawn", "image", "members"),
    "faults": (
        "EntryError",
        "GameOver",
        "broken",
        "no_option",
        "out_of_range",
        "overdraw",
        "step_budget",
        "too_deep",
    ),
    "grown": ("Board", "Grid", "tiles_on"),
    "joined": ("Kept", "join_all", "together"),
    "matching": ("Matcher",),
    "marks": (
        "MarkedPlace",
        "Marks",
        "moved",
        "moved_alike",
        "revealed",
        "revealed_at",
        "shuffled",
    ),
    "picks": (
        "all_amounts",
        "amounts_of",
        "can_sum",
        "each_of_amounts",
        "each_subset",
        "each_subset_from",
        "first_of",
        "pack",
        "ranked_prizes",
        "unpack",
    ),
    "ways": ("cheapest_route", "distance", "parts"),
    "trails": (
        "cheapest_path",
        "connected",
        "longest_trail",
        "path_exists",
        "reached",
        "trail_length",
    ),
}


@frozen(kw_only=True)
class Module:
    """Generated text and the rule of each line (None where there is none).

    `more` is loaded on demand into the same namespace: what only questions need.
    """

    text: str
    spans: tuple[Span | None, ...]
    blocks: Blocks
    more: str
    more_spans: tuple[Span | None, ...]
    questions: Questions


def emit_module(graph: Graph) -> Module:
    """Return the module of an action graph."""
    analysis = Analysis(graph.program)
    unit = Unit(graph, analysis, Points(analysis))
    blocks = Blocks(unit)
    blocks.emit()
    _emit_set_up(unit, blocks)
    emit_scoring(unit)
    emit_invariants(unit)
    unit.finish()
    unit.use("GameOver")
    unit.use("no_option")
    unit.use("step_budget")
    lines, spans = _assembled(unit, blocks)
    questions = Questions(blocks)
    more, more_spans = _emit_more(unit, questions)
    return Module(
        text="\n".join(lines) + "\n",
        spans=tuple(spans),
        blocks=blocks,
        more="\n".join(more) + "\n",
        more_spans=tuple(more_spans),
        questions=questions,
    )


def _emit_more(unit: Unit, questions: Questions) -> tuple[list[str], list[Span | None]]:
    """Emit the questions and random play; return the text of what was not there before."""
    before, constants = set(unit.functions), set(unit.constants)
    questions.emit()
    emit_playing(questions.blocks)
    unit.finish()
    lines, spans = _imports(unit)
    for name, text in unit.constants.items():
        if name not in constants:
            lines.append(f"{name} = {text}")
            spans.append(None)
    for name, function in unit.functions.items():
        if name not in before:
            _put_function(function, lines, spans)
    return lines, spans


def _imports(unit: Unit) -> tuple[list[str], list[Span | None]]:
    lines = []
    for home, names in _HOMES.items():
        used = [name for name in names if name in unit.imports]
        if used:
            lines.append(f"from rulelang.runtime.{home} import {', '.join(used)}")
    return lines, [None] * len(lines)


def _emit_set_up(unit: Unit, blocks: Blocks) -> None:
    code = Code()
    scope = Scope(unit, code, {})
    code.line("s = list(INITIAL)")
    code.line("s[3] = seed")
    for var in unit.program.vars:
        slots = unit.vars[var.name]
        count = max(1, len(slots.owners))
        text = expressions.value(var.start, scope)
        if var.starts:
            code.line(f"s[{slots.first}:{slots.first + count}] = {var.starts}")
        elif isinstance(var.type, BundleType):
            code.line(f"s[{slots.first}:{slots.first + count * slots.width}] = {text} * {count}")
        elif text != "0":
            code.line(f"s[{slots.first}:{slots.first + count}] = ({text},) * {count}")
    code.line("return s")
    unit.add_function("new_state", ("seed",), code)
    code = Code()
    flow = blocks.entries["flow"]
    if "setup" in blocks.entries:
        code.line(f"s[{blocks.frame('setup').first}] = {flow}")
        code.line(f"return {blocks.entries['setup']}")
    else:
        from rulelang.backends.python.effects import Exits, statements

        scope = Scope(unit, code, {})
        statements(unit.program.setup, scope, Exits("setup", f"return {flow}"))
        emit_point(unit.points.after_setup(), scope, f"return {flow}")
        code.line(f"return {flow}")
    unit.add_function("n0", ("s",), code)
    for routine in unit.graph.routines:
        if routine.rule is not None and routine.entry is None:
            rule_function(routine.rule, unit)


_TAIL = """
def over(s):
    s[0] = 0
    s[1] = -1
    s[{frames}:{size}] = (0,) * {rest}
    return 0


def _run(s, n):
    steps = {budget}
    while n:
        n = NODES[n](s)
        steps -= 1
        if not steps:
            raise step_budget({budget})


def begin(s):
    try:
        _run(s, n0(s))
    except GameOver:
        over(s)


def options(s):
    out = OPTIONS[s[0]](s)
    if not out and s[0]:
        raise no_option({names}[s[1]])
    return out


def apply(s, o):
    try:
        n = ANSWERS[s[0]](s, o)
        steps = {budget}
        while n:
            n = NODES[n](s)
            steps -= 1
            if not steps:
                raise step_budget({budget})
    except GameOver:
        over(s)


def _no_options(s):
    return []
"""


def _assembled(unit: Unit, blocks: Blocks) -> tuple[list[str], list[Span | None]]:
    lines, spans = _imports(unit)

    def put(text: str, span: Span | None = None) -> None:
        lines.append(text)
        spans.append(span)

    put("")
    for name, text in unit.constants.items():
        put(f"{name} = {text}")
    initial = ", ".join(str(number) for number in initial_state(unit.graph))
    put(f"INITIAL = ({initial},)")
    join_blocks(unit, blocks.entries["flow"])
    for function in unit.functions.values():
        _put_function(function, lines, spans)
    layout = unit.layout
    tail = _TAIL.format(
        frames=layout.frames_from,
        size=layout.size,
        rest=layout.size - layout.frames_from,
        budget=STEP_BUDGET,
        names=repr(tuple(member.name for member in dict(unit.program.enums)["Player"])),
    )
    for text in tail.rstrip().split("\n"):
        put(text)
    put("")
    put("")
    last = max((*blocks.functions, *blocks.entries.values()), default=0)
    named = [blocks.functions.get(number, "None") for number in range(last + 1)]
    put(f"NODES = ({', '.join(named)},)")
    options = ["_no_options", *(pick.options for pick in blocks.picks)]
    answers = ["None", *(pick.answer for pick in blocks.picks)]
    put(f"OPTIONS = ({', '.join(options)},)")
    put(f"ANSWERS = ({', '.join(answers)},)")
    return lines, spans


def _put_function(function: Function, lines: list[str], spans: list[Span | None]) -> None:
    lines += ["", "", function.head]
    spans += [None, None, None]
    for line in function.lines:
        lines.append("    " * line.indent + line.text)
        spans.append(line.span)
