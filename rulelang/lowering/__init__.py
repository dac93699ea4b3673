"""Typed program to typed program: what back ends need not know is said with simpler nodes.

Each file reduces one thing; `lower` runs them in order. The program stays what it was for all checks;
only the action graph is made of the reduced one.
"""

from __future__ import annotations

from rulelang.lowering.effect_values import lower_effects
from rulelang.lowering.payments import lower_payments
from rulelang.lowering.settled_branches import settle, without_dead_bodies
from rulelang.program.model import Program

__all__ = ["lower"]


def lower(program: Program) -> Program:
    """Return a program that plays the same, without effect values and without costs that ask."""
    lowered = lower_effects(lower_payments(settle(program)))
    # Last, because only now every rule that is run is named where it is.
    return without_dead_bodies(lowered)
