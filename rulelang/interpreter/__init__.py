"""A second engine, slow and plain: it plays and evaluates the typed program as it is written.

It knows nothing of the generated code, so that it can judge it; `how`, `explain` and books ask it, because it
can say how a value came about."""

from __future__ import annotations
