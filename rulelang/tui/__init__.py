"""Playing in the terminal: boards as text, prompts, the log, and who sees what."""

from __future__ import annotations
