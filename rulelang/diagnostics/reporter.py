"""Collect diagnostics: in go codes with their fields and places, out comes a sorted tuple.

Every stage gets a `Reporter` and goes on after an error, so that all errors of a file are reported. The
same code at the same place is kept once: one root cause, one diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulelang.diagnostics.model import Code, Diagnostic, Fix, Label, Severity
from rulelang.source import Span


@define
class Reporter:
    """Collects what the stages have to say.

    `removed` are names that modules or variants take out of the game, with the place where they do: whatever
    misses such a name is shown that place too.
    """

    removed: dict[str, Span] = field(factory=dict, init=False)
    _found: dict[tuple[object, ...], Diagnostic] = field(factory=dict, init=False)

    def error(
        self,
        code: Code,
        span: Span | None,
        *,
        label: str = "",
        secondary: Iterable[Label] = (),
        help: str = "",
        notes: Iterable[str] = (),
        fix: Fix | None = None,
        **fields: object,
    ) -> None:
        """Report `code` at `span`; `fields` fill its template, its severity comes from the code."""
        gone = self.removed.get(str(fields.get("name")))
        if gone is not None and gone != span:
            secondary = (*secondary, Label(gone, "removed here"))
        self.add(
            Diagnostic(
                code=code,
                message=code.message(**fields),
                span=span,
                label=label,
                secondary=tuple(secondary),
                notes=tuple(notes),
                help=help,
                fixes=() if fix is None else (fix,),
            )
        )

    # The severity is the code's, so these differ in nothing but how the call reads.
    warning = error
    note = error

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finished diagnostic, unless the same code was reported at the same place."""
        # Without a place two messages of one code can be about two things.
        place = diagnostic.span or diagnostic.message
        self._found.setdefault((diagnostic.code.id, place), diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether anything was reported that stops the game from being played."""
        return any(found.severity is Severity.ERROR for found in self._found.values())

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Return everything reported, by file, place and code."""
        return tuple(sorted(self._found.values(), key=lambda found: found.sort_key))
