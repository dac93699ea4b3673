"""Small changes of rules: a test, or a sentence of the book, that does not notice one says nothing about that rule."""

from __future__ import annotations
