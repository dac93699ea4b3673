"""Syntax trees to one linked game: files, tables, modules and variants put together."""
