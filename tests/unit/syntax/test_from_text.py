"""Trees: what the parser makes of each form, where keywords end and names begin, and exact spans."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.source import SourceFile, Span
from rulelang.syntax.parsing.from_text import parse_file, parse_with_tokens, read_source
from rulelang.syntax.parsing.stack import Stack, load_machine
from rulelang.syntax.trees.dump import dump
from rulelang.syntax.trees.expressions import Binary, Expr
from rulelang.syntax.trees.items import Define, File, Item, Rule

DATA = Path(__file__).parents[2] / "data"
SINK = DATA / "kitchen_sink.rules"
SNAPSHOT = DATA / "kitchen_sink.syntax"


def parse(text: str) -> File:
    report = Reporter()
    tree = parse_file(SourceFile("a.rules", text), report)
    assert report.sorted() == ()
    return tree


def parse_item(text: str) -> Item:
    (item,) = parse(text).items
    return item


def parse_expr(text: str) -> Expr:
    item = parse_item(f"define x = {text}")
    assert isinstance(item, Define)
    return item.expr


def parse_line(text: str) -> str:
    rule = parse_item(f"effect e:\n    {text}\n")
    assert isinstance(rule, Rule)
    return dump(rule.lines[0])


def test_kitchen_sink_has_the_tree_of_the_snapshot(updates_cases: bool) -> None:  # noqa: FBT001  # a fixture
    found = dump(parse(SINK.read_text("utf-8")))
    if updates_cases:
        SNAPSHOT.write_text(found, "utf-8")
    assert found == SNAPSHOT.read_text("utf-8")


def test_kitchen_sink_uses_every_production_and_keyword(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = load_machine().tables
    reduced: set[str] = set()
    taken: set[int] = set()
    reduce, push = Stack.reduce, Stack.push

    def spy_reduce(stack: Stack, number: int, terminal: int, start: int) -> None:
        reduced.add(tables.rules[number].name)
        reduce(stack, number, terminal, start)

    def spy_push(stack: Stack, state: int, value: object, start: int, end: int) -> None:
        row = tables.actions[stack.states[-1]]
        taken.update(terminal for terminal, target in row.items() if target == state)
        push(stack, state, value, start, end)

    monkeypatch.setattr(Stack, "reduce", spy_reduce)
    monkeypatch.setattr(Stack, "push", spy_push)
    parse_with_tokens(SourceFile("sink.rules", SINK.read_text("utf-8")), Reporter())
    renamed = {rule.name for rule in tables.rules if rule.passes_single}
    assert {rule.name for rule in tables.rules} - renamed <= reduced
    assert taken == set(range(len(tables.terminals))) - {tables.number_of["$END"]}


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a not in b", 'Unary op="not"\n  operand: Binary op="in"'),
        ("not a", 'Unary op="not" operand=Name(Ident("a"))'),
        ("some a", 'Filled operand=Name(Ident("a")) wanted=yes'),
        ("no a", 'Filled operand=Name(Ident("a")) wanted=no'),
        ("some a in S where b", 'Quantified word="some" variable=Ident("a")'),
        ("-1", 'Unary op="-" operand=Number(1)'),
        ("a - 1 - 2", 'Binary op="-" right=Number(2)\n  left: Binary op="-"'),
        ("1 + 2 * 3", 'Binary op="+" left=Number(1)\n  right: Binary op="*"'),
        ("(1 + 2) * 3", 'Binary op="*" right=Number(3)\n  left: Binary op="+"'),
        ("a or b and c", 'Binary op="or" left=Name(Ident("a"))\n  right: Binary op="and"'),
        ("a = b on c", 'Binary op="=" left=Name(Ident("a"))\n  right: Binary op="on"'),
        ("a of b of c", 'Of name=Ident("a") part=none\n  owner: Of name=Ident("b")'),
        ("my a", 'Of name=Ident("a") owner=Constant("me") part=none'),
        ("my a of b", 'Of name=Ident("a") owner=Constant("me") part=Name(Ident("b"))'),
        ("3 ore", 'Amount count=Number(3) kind=Name(Ident("ore"))'),
        ("{}", "SetLit items=[]"),
        ("x.of.f", 'Printed field=Ident("f")\n  operand: Printed operand=Name'),
        ("me", 'Constant("me")'),
        ("1..x", 'Binary op=".." left=Number(1) right=Name(Ident("x"))'),
    ],
)
def test_expressions(text: str, tree: str) -> None:
    assert dump(parse_expr(text)).startswith(tree)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            "do q.use",
            "Do\n  call: Call flags=[]\n    callee: Callee name=none args=none\n      value: Printed",
        ),
        (
            "do a(1) with b and c",
            'Do\n  call: Call flags=[Ident("b"), Ident("c")]\n    callee: Callee name=Ident("a")',
        ),
        ("roll x = 2d6", 'Roll name=Ident("x") dice=[2, 6] among=none'),
        ("roll x = y", 'Roll name=Ident("x") dice=none among=Name(Ident("y"))'),
        ("pay 1 ore to bank", 'Transfer verb="pay" source=none target=Name(Ident("bank"))'),
        ("move all of x to y", 'Move what=Name(Ident("x")) everything=yes'),
        ("move x to y face up", 'Move what=Name(Ident("x")) everything=no'),
        ("p chooses a", 'Choose chooser=Ident("p")'),
        ("may a, repeatedly", "May chooser=none repeatedly=yes"),
        (
            "repeat until a: stop",
            'Repeat variable=none source=none condition=none until=Name(Ident("a"))',
        ),
    ],
)
def test_statements(text: str, tree: str) -> None:
    assert parse_line(text).startswith(tree)


def test_else_if_becomes_an_if_in_the_else() -> None:
    found = parse_line("if a: stop\n    else if b: finish\n    else:\n        stop c")
    assert found.splitlines() == [
        'If condition=Name(Ident("a")) then=[Stop(none)]',
        "  otherwise:",
        '    - If condition=Name(Ident("b"))',
        "      then:",
        "        - Finish",
        "      otherwise:",
        '        - Stop(Ident("c"))',
    ]


@pytest.mark.parametrize(
    "name", ["zone", "players", "value", "step", "turn", "size", "first", "card", "pile", "sum"]
)
def test_words_that_are_not_reserved_can_be_names(name: str) -> None:
    parse(f"define {name} = 3\nzone {name}: Card\naction {name}(x: {name}_):\n    cost {name}_\n")


def test_keyword_wins_where_both_can_stand() -> None:
    assert dump(parse_expr("size of x")).startswith("SizeOf")
    assert dump(parse_expr("sizes of x")).startswith("Of")


def test_labels_have_languages_and_the_first_is_english() -> None:
    found = dump(parse_item('game x "A" ru "Б" de "C"\n'))
    assert 'Label words=[["en", "A"], ["ru", "Б"], ["de", "C"]]' in found


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n  # end", "   "])
def test_ends_of_files_do_not_matter(end: str) -> None:
    assert dump(parse("effect e:\n    stop" + end).items) == dump(
        parse("effect e: \n stop\n").items
    )


def test_spans_cover_exactly_their_text() -> None:
    text = "define x = (a + b) * f(c.d)  # note\n\neffect e:\n    stop\n    if a: stop\n\n\n"
    first, second = parse(text).items
    assert isinstance(first, Define)
    assert isinstance(second, Rule)
    assert isinstance(first.expr, Binary)
    assert slice_of(text, first.span) == "define x = (a + b) * f(c.d)"
    assert slice_of(text, first.name.span) == "x"
    assert slice_of(text, first.expr.span) == "(a + b) * f(c.d)"
    assert slice_of(text, first.expr.left.span) == "a + b"
    assert slice_of(text, first.expr.right.span) == "f(c.d)"
    assert slice_of(text, second.span) == "effect e:\n    stop\n    if a: stop"
    assert [slice_of(text, line.span) for line in second.lines] == ["stop", "if a: stop"]


def slice_of(text: str, span: Span) -> str:
    return text[span.start : span.end]


def test_spans_of_parts_lie_inside_the_whole() -> None:
    text = SINK.read_text("utf-8")
    todo: list[tuple[object, Span]] = [(parse(text).items, Span("a.rules", 0, len(text) - 1))]
    while todo:
        value, outer = todo.pop()
        span = getattr(value, "span", outer)
        assert isinstance(span, Span)
        assert outer.start <= span.start <= span.end <= outer.end
        assert slice_of(text, span) == slice_of(text, span).strip(" \n")
        cls = type(value)
        if isinstance(value, tuple):
            todo += [(part, outer) for part in value]
        elif attrs.has(cls) and cls is not Span:
            todo += [(getattr(value, part.name), span) for part in attrs.fields(cls)]


def test_good_lines_around_an_error_are_kept() -> None:
    report = Reporter()
    text = (
        "define a = 1\naction b:\n    cost 1 ore\n    cst 2 ore\n    cost 3 ore\nzone\ndefine c = 2"
    )
    tree = parse_file(SourceFile("a.rules", text), report)
    assert len(report.sorted()) == 2
    assert [type(item).__name__ for item in tree.items] == ["Define", "Rule", "Define"]
    assert isinstance(rule := tree.items[1], Rule)
    assert [slice_of(text, line.span) for line in rule.lines] == ["cost 1 ore", "cost 3 ore"]


@pytest.mark.parametrize(
    "text",
    [
        "define x = " + "not " * 300 + "a",
        "define x = " + "+".join("a" * 300),
        "define x = a" + ".b" * 300,
        "effect e:\n    if a: stop\n" + "    else if a: stop\n" * 300,
    ],
)
def test_trees_that_are_too_deep_for_later_stages_are_reported(text: str) -> None:
    report = Reporter()
    parse_file(SourceFile("a.rules", text), report)
    assert [found.code.id for found in report.sorted()] == ["E107"]


def test_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    report = Reporter()
    assert read_source(tmp_path, "folder", report) is None
    assert read_source(tmp_path / "missing", "missing", report) is None
    assert [found.code.id for found in report.sorted()] == ["E112", "E112"]


def test_hopeless_file_is_given_up_after_many_errors() -> None:
    report = Reporter()
    parse_file(SourceFile("a.rules", "nonsense\n" * 1000), report)
    assert len(report.sorted()) == 200


def test_a_file_that_is_read_again_is_reported_again() -> None:
    source = SourceFile("again.rules", "setting = 3\n")
    first, second = Reporter(), Reporter()
    assert parse_file(source, first) == parse_file(source, second)
    assert first.sorted() == second.sorted() != ()
