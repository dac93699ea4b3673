"""Text to syntax tree: tokens, parser tables, the stack of the parser, what to do after an error."""

from __future__ import annotations
