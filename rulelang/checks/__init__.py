"""Checks of a whole typed program, one per file; `pipeline.CHECKS` lists them in order."""
