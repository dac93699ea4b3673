"""Turns that begin and end while play goes on: the generated module tells, whoever counts turns listens.

The vector does not show when a player has two turns in a row, and positions that are equal must stay equal, so this is
kept beside it. It is about the last answer only: whoever wants to know sets it to nothing before.
"""

from __future__ import annotations


class Turns:
    """How many turns were left that had begun before, and how many begun that are not over yet."""

    __slots__ = ("begun", "left")

    def __init__(self) -> None:
        self.left = 0
        self.begun = 0

    def reset(self) -> None:
        """Listen from here on."""
        self.left = self.begun = 0

    def begin(self) -> None:
        """A turn begins."""
        self.begun += 1

    def end(self) -> None:
        """The innermost turn is over."""
        if self.begun:
            self.begun -= 1
        else:
            self.left += 1
