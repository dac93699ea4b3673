"""The house stays in order: every file of the package has a name of its own and says what it is for."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "rulelang"
# What each stage has one of.
SHARED_NAMES = {"__init__.py", "dump.py", "model.py", "nodes.py"}
# Their insides are made anew in one go each.
LEFT_ALONE = {PACKAGE / "backends" / "python", PACKAGE / "prose"}
SHORTEST = 40


def in_order() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    return [path for path in found if not LEFT_ALONE.intersection(path.parents)]


def test_file_names_are_unique() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in in_order():
        places[path.name].append(str(path.relative_to(PACKAGE)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in SHARED_NAMES} == {}


def says_what_it_is_for(docstring: str) -> bool:
    """Either what goes in and what comes out, or what the module is, behind a colon or in a second sentence what it
    holds or why.
    """
    words = " ".join(docstring.split())
    is_passage = "in go" in words.lower() and "out come" in words.lower()
    return is_passage or (len(words) >= SHORTEST and (": " in words or ". " in words))


def test_every_module_says_what_it_is_for() -> None:
    silent = []
    for path in in_order():
        docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        if path.name != "__init__.py" and not says_what_it_is_for(docstring):
            silent.append(f"{path.relative_to(PACKAGE)}: {docstring}")
    assert silent == []


def test_a_title_alone_says_too_little() -> None:
    assert not says_what_it_is_for("")
    assert not says_what_it_is_for("Fixed boards of hexes and squares, with edges and corners.")
    assert says_what_it_is_for("Text to tree: in goes a file, out comes its tree.")
    assert says_what_it_is_for("The rim of a tile in pixels: where its ports are.")


# Stages say the same thing again in their own terms: a turn as text, as a typed statement, as part of the graph.
NODES = (
    "syntax/trees",
    "program/nodes",
    "program/model.py",
    "program/derived.py",
    "graph/nodes.py",
    "runtime/description.py",
)


def test_class_names_are_unique() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in in_order():
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(NODES):
            for found in ast.parse(path.read_text("utf-8")).body:
                if isinstance(found, ast.ClassDef) and not found.name.startswith("_"):
                    places[found.name].append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
