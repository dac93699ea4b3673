"""The runner of `test` items: in go rules files with worked examples, out comes which of them hold."""

from __future__ import annotations
