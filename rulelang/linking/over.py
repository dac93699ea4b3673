"""Names behind `over` and `use … with`: in go all items, out comes E704 for each that nothing is called by.

What is `over` a variant that is not played now says nothing wrong, so files that lie with the game or with a given
variant count as known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulelang.diagnostics import codes
from rulelang.diagnostics.reporter import Reporter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.expressions import Ident


def check_over(
    items: Sequence[syn.Item], present: Iterable[str], files: Sequence[Path], report: Reporter
) -> None:
    """Report names that are neither `present`, nor powers, nor beside the `files`; the game comes first."""
    known = {*present, *(item.name.text for item in items if isinstance(item, syn.Power))}
    unknown = [name for name in _named(items) if name.text not in known]
    if not unknown:
        return
    known |= _beside(files)
    for name in unknown:
        if name.text not in known:
            report.error(
                codes.UNKNOWN_TARGET,
                name.span,
                what="module, variant or power",
                name=name.text,
                verb="act after",
                help=did_you_mean(name.text, known),
            )


def check_beside(
    unread: Sequence[syn.Use], present: Iterable[str], files: Sequence[Path], report: Reporter
) -> None:
    """Report modules that a file is used with, are not `present` and do not lie beside the `files` either."""
    names = [name for use in unread for name in use.beside if name.text not in present]
    known = _beside(files) if names else set()
    for name in names:
        if name.text not in known:
            report.error(
                codes.UNKNOWN_TARGET,
                name.span,
                what="module or variant",
                name=name.text,
                verb="use a file with",
                help=did_you_mean(name.text, known),
            )


def _named(items: Iterable[syn.Item]) -> Iterator[Ident]:
    for item in items:
        for line in item.lines if isinstance(item, syn.Power) else (item,):
            if isinstance(line, syn.Hook | syn.ChangeValue) and line.over is not None:
                yield line.over


def _beside(files: Sequence[Path]) -> set[str]:
    own = files[0].with_suffix("")
    folders = (own, own / "variants", *(file.parent for file in files[1:]))
    return {file.stem for folder in folders for file in folder.glob("*.rules")}
