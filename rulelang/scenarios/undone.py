"""What players leave undone in tests: in goes a linked game, out comes for each `done` where that is and what was offered.

Only playing shows what a player stops: a step, or a single offer somewhere within a rule.
"""

from __future__ import annotations

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.runtime.decisions import DONE
from rulelang.scenarios.runner import SEEDS, suites_of
from rulelang.scenarios.scene import Stops, play_test
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk


def stops_of(linked: Linked) -> Stops:
    """Return what each `done` of the tests ends, by its place: the step or rule, and the rules it offered."""
    titles = {
        item.title.english for item in linked.items if isinstance(item, syn.Test) and _stops(item)
    }
    found: Stops = {}
    for suite in suites_of(linked, Reporter(), wants=titles.__contains__):
        for test in suite.program.tests:
            if test.title in titles:
                play_test(test, suite.program, suite.game, SEEDS[0], found)
    return found


def _stops(test: syn.Test) -> bool:
    callees = (node for node in walk(test) if isinstance(node, ex.Callee))
    return any(callee.name is not None and callee.name.text == DONE for callee in callees)
