"""The typed program: every name resolved, every expression typed, all sugar reduced."""
