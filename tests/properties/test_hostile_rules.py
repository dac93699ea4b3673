"""Rules from strangers: whatever a file says, checking and compiling it end soon, in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = 'game x "X":\n    players 2..2\n'
END = "flow:\n    finish\n"
MEMORY = 1 << 30
SECONDS = 60  # of the processor, for all of them together
PATIENCE = 600  # on a busy machine

# Each text with the errors that are reported for it.
TEXTS: dict[str, tuple[str, set[str]]] = {
    "a billion cards": ("card Card, 1000000000\n", {"E303"}),
    "more copies than a number has digits": (f"card Card, alike {'9' * 5000}\n", {"E303"}),
    "one of each of very many": (
        "card Card, one of each:\n" + "".join(f"    f{i}: 1..100\n" for i in range(8)),
        {"E303"},
    ),
    "one of each of a long range": ("card Card, one of each:\n    f: 1..999999999999\n", {"E303"}),
    "a huge board": ("board b: squares 100000 by 100000:\n    cells Cell\n", {"E303"}),
    "an enum without end": (f"enum E: {', '.join(f'e{i}' for i in range(20000))}\n", {"E303"}),
    "a choice of a billion": (
        "action a(n in 1..1000000000):\n    do: finish\n",
        {"E303"},
    ),
    "a set of a billion": ("var s: set of 1..1000000000\n", {"E303"}),
    "ten thousand brackets": (f"score s for p: {'(' * 10000}1{')' * 10000}\n", {"E107"}),
    "brackets without partners": (f"score s for p: {'(' * 10000}1\n", {"E107"}),
    "a sum of thousands": (f"score s for p: {' + '.join(['1'] * 5000)}\n", {"E107"}),
    "a chain of definitions": (
        "define d0(n: 0..9) = n\n"
        + "".join(f"define d{i}(n: 0..9) = d{i - 1}(n)\n" for i in range(1, 2000))
        + "score s for p: d1999(1)\n",
        {"E107"},
    ),
    "deep definitions of deep expressions": (
        "define d0(n: 0..9) = n\n"
        + "".join(
            f"define d{i}(n: 0..9) = {'min(9, ' * 90}d{i - 1}(n){')' * 90}\n" for i in range(1, 40)
        )
        + "score s for p: d39(1)\n",
        {"E107"},
    ),
    "definitions that double": (
        "define d0(n: 0..9) = n\n"
        + "".join(f"define d{i}(n: 0..9) = d{i - 1}(n) + d{i - 1}(n)\n" for i in range(1, 45))
        + "score s for p: d44(1)\n",
        set(),
    ),
    "values that double": (
        "value v(p: Player) = 1, combine least\n"
        + "".join("change v(p) to 1 when p = p1\n" for i in range(60))
        + "score s for p: v(p)\n",
        set(),
    ),
    "a chain of rules": (
        "effect e0:\n    finish\n"
        + "".join(f"effect e{i}:\n    do e{i - 1}\n" for i in range(1, 1000))
        + "after e0: stop e0\n",
        {"E107"},
    ),
    "a circle of rules": (
        "".join(f"effect e{i}:\n    do e{(i + 1) % 1000}\n" for i in range(1000)),
        {"E412"},
    ),
    "thousands of score lines": ("".join(f"score s{i} for p: 1\n" for i in range(3000)), set()),
    "thousands of changes": (
        "value v(p: Player) = 1, combine sum\n"
        + "change v(p) by 1\n" * 1500
        + "score s for p: v(p)\n",
        set(),
    ),
    "thousands of mistakes": (
        "effect e:\n" + "".join(f"    set unknown_{i} to other_{i}\n" for i in range(3000)),
        {"E301"},
    ),
    "settings that square": (
        "setting a0 = 1000000\n"
        + "".join(f"setting a{i} = a{i - 1} * a{i - 1}\n" for i in range(1, 40)),
        {"E707"},
    ),
    "thousands of rules": (
        "".join(f"effect e{i}:\n    score 1 as s\nafter e{i}: score 1 as s\n" for i in range(2000)),
        set(),
    ),
    "thousands of actions to choose from": (
        "".join(f"action a{i}:\n    do: score 1 as s\n" for i in range(1500))
        + f"effect e:\n    may {' or '.join(f'a{i}' for i in range(1500))}\n",
        set(),
    ),
    "thousands of choices in a row": (
        "effect e:\n" + "".join(f"    choose n{i} in 1..3\n" for i in range(1500)),
        set(),
    ),
    "thousands of branches": (
        "var n: 0..9\neffect e:\n" + "    if n = 1: set n to 2\n" * 3000,
        set(),
    ),
    "hundreds of values to choose": (
        "enum E: a, b\naction a("
        + ", ".join(f"x{i} in E" for i in range(300))
        + "):\n    do: finish\n",
        {"E303"},
    ),
    "thousands of enums": (
        "".join(f"enum E{i}: a{i}, b{i}\n" for i in range(3000)),
        set(),
    ),
    "thousands of cases": (
        f"enum E: {', '.join(f'c{i}' for i in range(3000))}\ncases w(e: E):\n"
        + "".join(f"    c{i} = {i}\n" for i in range(3000))
        + "score s for p: w(c0)\n",
        set(),
    ),
    "thousands of powers": (
        "group Clan, one per Player\nvalue price(p: Player) = 3, combine sum\n"
        + "".join(f"power w{i} in Clan:\n    change price(p) by -1\n" for i in range(1500))
        + "score s for p: price(p)\n",
        set(),
    ),
    "thousands of labels": (
        "enum E: " + ", ".join(f'c{i} "label {i}" ru "метка {i}"' for i in range(5000)) + "\n",
        set(),
    ),
    "a million copies of a piece": ("piece Piece, alike 1000000 per Player\n", {"E303"}),
    "a board of a million cells": ("board b: squares 1000 by 1000:\n    cells C\n", {"E303"}),
    "a path of fields": (f"score s for p: p{'.a' * 50000}\n", {"E107"}),
    "a word over and over": (
        f"score s for p: if {'not ' * 50000}true then 1 else 0\n",
        {"E107"},
    ),
    "half a million characters of remarks": ("# " + "x" * 600_000 + "\n", {"E106"}),
}

RUN = f"""
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.source import Sources
found = {{}}
for path in sorted(Path(sys.argv[1]).glob("*.rules"), key=lambda path: int(path.stem)):
    report = Reporter()
    linked = pipeline.link(path, (), Sources(), report)
    if linked is not None and not report.has_errors:
        pipeline.check_linked(linked, pipeline.players_of(linked, report), {{}}, report)
        if not report.has_errors:
            pipeline.compile_game(linked, None, {{}}, report)
    found[path.stem] = sorted({{said.code.id for said in report.sorted()}})
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The codes that are reported for each text, all found by one process of limited memory."""
    folder: Path = tmp_path_factory.mktemp("hostile")
    for number, (text, _) in enumerate(TEXTS.values()):
        (folder / f"{number}.rules").write_text(HEAD + text + END, "utf-8")
    command = [sys.executable, "-c", RUN, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stderr == ""
    found = json.loads(done.stdout)
    return {name: set(found[str(number)]) for number, name in enumerate(TEXTS)}


@pytest.mark.xdist_group("hostile")
@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_file_is_reported_and_nothing_else_happens(
    reported: dict[str, set[str]], name: str
) -> None:
    assert reported[name] - {"W207"} == TEXTS[name][1]
