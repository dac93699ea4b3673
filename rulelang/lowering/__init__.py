"""Typed program to lowered program: what back ends need not know is said with simpler nodes.

Each file reduces one thing; `lower` runs them in order. The program stays what it was for all checks;
only the action graph is made of the reduced one.
"""

from __future__ import annotations

from typing import NewType

from rulelang.lowering.effect_values import lower_effects
from rulelang.lowering.payments import lower_payments
from rulelang.lowering.settled_branches import settle, without_dead_bodies
from rulelang.program.model import Program

__all__ = ["Lowered", "lower"]

# A program that has gone through here: only of such a one a graph can be made.
Lowered = NewType("Lowered", Program)


def lower(program: Program) -> Lowered:
    """Return a program that plays the same, without effect values and without costs that ask."""
    lowered = lower_effects(lower_payments(settle(program)))
    # Last, because only now every rule that is run is named where it is.
    return Lowered(without_dead_bodies(lowered))
