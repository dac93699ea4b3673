"""Rules files laid out in the one standard way."""

from __future__ import annotations

from rulelang.fmt.standard_layout import format_source, format_text

__all__ = ["format_source", "format_text"]
