"""Files that are used only with other modules: `use "both.rules" with other`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.loader import load_linked
from rulelang.linking.model import Linked, home_of, span_of
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

FILES = {
    "x.rules": """\
game x "X":
    players 2..2
action rest:
    do: score 1 as calm
flow:
    each p in everyone:
        turn p: choose rest
""",
    "loud.rules": 'module loud "Loud" for x:\n    note "n"\nuse "both.rules" with proud\n',
    "proud.rules": 'module proud "Proud" for x:\n    note "n"\nuse "three.rules" with loud, far\n',
    "far.rules": 'module far "Far" for x:\n    note "n"\n',
    "both.rules": 'score noise "Noise"\nuse "deep.rules" with far\n',
    "three.rules": 'score echo "Echo"\n',
    "deep.rules": 'score depth "Depth"\n',
}


@pytest.mark.parametrize(
    ("modules", "added"),
    [
        ((), {}),
        (("loud",), {}),
        (("loud", "proud"), {"noise": "loud"}),
        (("proud", "loud"), {"noise": "loud"}),
        (("far", "proud"), {}),
        (("far", "proud", "loud"), {"noise": "loud", "depth": "loud", "echo": "proud"}),
    ],
)
def test_a_file_is_read_where_all_its_modules_are_played(
    tmp_path: Path, modules: tuple[str, ...], added: dict[str, str]
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = Reporter()
    variants = [tmp_path / f"{name}.rules" for name in modules]
    linked = load_linked(tmp_path / "x.rules", variants, Sources(), report)
    assert linked is not None
    assert report.sorted() == ()
    assert earned(linked) == added


def earned(linked: Linked) -> dict[str, str]:
    """The lines of the score that were declared, and whose they are."""
    lines = [item for item in linked.items if isinstance(item, syn.Score)]
    return {item.name.text: home_of(span_of(item), linked.homes) for item in lines}
