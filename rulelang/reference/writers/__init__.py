"""Books to files: HTML, Markdown and PDF."""

from __future__ import annotations
