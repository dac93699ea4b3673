"""Diagnostics as data: a code filled with names, a place, and what helps the reader on.

Nothing here knows how a diagnostic is shown (`text.py`, `export.py`) or collected (`reporter.py`).
"""

from __future__ import annotations

from enum import Enum
from string import Formatter

from rulelang.frozen import frozen
from rulelang.source import Span


class Severity(Enum):
    """How much a diagnostic matters: an error stops the game, a warning does not, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen(kw_only=True)
class Code:
    """One kind of diagnostic: a published number that never changes its meaning, and its sentence."""

    id: str
    slug: str
    severity: Severity
    template: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The names that the template has to be filled with, each once, as they come."""
        names = (name for _, name, _, _ in Formatter().parse(self.template) if name)
        return tuple(dict.fromkeys(names))

    def message(self, **fields: object) -> str:
        """Fill in the template; a missing or needless field is our own mistake and raises."""
        if fields.keys() != set(self.fields):
            raise TypeError(f"{self.id} takes the fields {self.fields}, not {tuple(fields)}")
        return self.template.format(**fields)


@frozen
class Label:
    """A few words beside an underlined place."""

    span: Span
    text: str


@frozen
class Fix:
    """A change a tool can make by itself: put `replacement` where `span` is."""

    span: Span
    replacement: str


@frozen(kw_only=True)
class Diagnostic:
    """One finding; `span` is None where no file is to blame, as for an option of the command line."""

    code: Code
    message: str
    span: Span | None
    label: str = ""
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fixes: tuple[Fix, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it matters, as its code says."""
        return self.code.severity

    @property
    def sort_key(self) -> tuple[str, int, str, int, str]:
        """Order by file, place and code; what has no place comes first."""
        if self.span is None:
            return "", -1, self.code.id, -1, self.message
        return self.span.path, self.span.start, self.code.id, self.span.end, self.message
