"""Blocks that follow each other are written as one, and a loop still counts its steps."""

from __future__ import annotations

from rulelang.backends.python.joining import join_blocks
from rulelang.backends.python.unit import Function, Unit
from rulelang.backends.python.writer import Line


def joined(**functions: list[str]) -> dict[str, list[str]]:
    """Join functions given as lines, indented with tabs."""
    unit = Unit.__new__(Unit)
    unit.functions = {
        name: Function(
            f"def {name}(s):",
            [Line(1 + text.count("\t"), text.strip("\t"), None) for text in lines],
        )
        for name, lines in functions.items()
    }
    join_blocks(unit, 99)
    return {
        name: ["\t" * (line.indent - 1) + line.text for line in function.lines]
        for name, function in unit.functions.items()
    }


def test_a_block_is_written_out_where_it_follows() -> None:
    found = joined(
        a1=["if o:", "\treturn 3", "return 4"],
        n3=["s[5] = 0", "return 4"],
        n4=["s[0] = 2", "return 0"],
        n99=["return 3"],
    )
    assert found["a1"] == [
        "if o:",
        "\ts[5] = 0",
        "\ts[0] = 2",
        "\treturn 0",
        "s[0] = 2",
        "return 0",
    ]


def test_a_loop_passes_the_dispatcher() -> None:
    found = joined(n1=["s[5] += 1", "return 2"], n2=["s[6] += 1", "return 1"], n99=["return 1"])
    assert found["n1"] == ["s[5] += 1", "s[6] += 1", "return 1"]
    assert found["n99"] == ["s[5] += 1", "s[6] += 1", "return 1"]


def test_nothing_runs_on_into_the_flow() -> None:
    assert joined(n0=["s[4] = 1", "return 99"], n99=["return 0"])["n0"][-1] == "return 99"


def test_a_long_block_that_only_the_flow_leads_to_follows_it() -> None:
    long = [f"s[{i}] = 1" for i in range(20)]
    found = joined(n1=[*long, "return 0"], n99=["return 1"])
    assert found["n99"] == [*long, "return 0"]
