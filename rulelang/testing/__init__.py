"""Run the tests that are written in rules files, and say what they cover."""
