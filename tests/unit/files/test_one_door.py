"""Nothing in the package opens, writes or removes a file but the one door to the disk, and nothing prints past the terminal's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[3] / "rulelang"
DOOR = PACKAGE / "files"
PRINTER = PACKAGE / "tui" / "clean_output.py"

# Names that read or change files, whatever they are called on; `replace` is told apart by its arguments.
METHODS = {
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "touch", "mkdir", "rmdir", "rename",
    "symlink_to", "hardlink_to", "chmod", "fdopen", "mkstemp", "copyfile", "copytree", "rmtree", "removedirs", "truncate",
}  # fmt: skip
FUNCTIONS = {"open", "print", "input"}
MODULES = {
    "tempfile",
    "shelve",
    "dbm",
    "sqlite3",
    "fileinput",
    "mmap",
    "pickle",
    "zipfile",
    "tarfile",
}
# What is called like one of them and is something else; each with its reason.
ALLOWED = {
    ("tui/terminal.py", "input"),  # the keyboard; its prompt is cleaned
    ("conformance/violations.py", "print"),  # into the report of pytest, for authors of games
}


def found_in(path: Path) -> Iterator[str]:
    """What a module calls that only a door may."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                yield name
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr="replace" | "remove")):
                yield "os.replace"
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in MODULES)
            case ast.ImportFrom(module=str() as module) if module in MODULES | {
                "importlib.resources"
            }:
                yield module
            case ast.Attribute(value=ast.Name(id="sys"), attr="__stdout__" | "__stderr__"):
                yield "sys.__stdout__"
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"),
                    attr="write",
                )
            ):
                yield "sys.stdout.write"
            case _:
                pass


MODULES_OF_THE_PACKAGE = [
    path for path in sorted(PACKAGE.rglob("*.py")) if DOOR not in path.parents and path != PRINTER
]


@pytest.mark.parametrize(
    "path", MODULES_OF_THE_PACKAGE, ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_only_the_doors_open_and_print(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    assert [each for each in found_in(path) if (name, each) not in ALLOWED] == []


def test_the_gate_sees_what_it_should(tmp_path: Path) -> None:
    module = tmp_path / "x.py"
    for line in (
        "open('a')", "p.read_text()", "p.write_bytes(b'')", "os.replace(a, b)", "import tempfile",
        "print('x')", "sys.stdout.write('x')", "from importlib.resources import files", "os.open(p, 0)",
    ):  # fmt: skip
        module.write_text(line, "utf-8")
        assert len(list(found_in(module))) == 1, line
