"""Games of chance moves: every pick is answered at random, all its options equally likely.

In go the finished functions that list the options of a pick (`o<number>`) and take its answer
(`a<number>`), out comes one function for both (`q<number>`), so that a random game makes one call for
each pick:

    playout(s, random) -> number of picks        plays on to the end; random() is in 0 … 1
"""

from __future__ import annotations

import re

from rulelang.backends.python.blocks import Blocks
from rulelang.backends.python.unit import Function, Unit
from rulelang.backends.python.writer import Code, Line


def emit_playing(blocks: Blocks) -> None:
    """Add `playout` and what it calls to the unit."""
    unit = blocks.unit
    names = ["None"]
    for number, pick in enumerate(blocks.picks, start=1):
        names.append(f"q{number}")
        unit.functions[f"q{number}"] = _played(unit, pick.options, pick.answer, f"q{number}")
    code = Code()
    code.line("picks = 0")
    code.line("pick = s[0]")
    code.line(f"plays = ({', '.join(names)},)")
    with code.block("try:"), code.block("while pick:"):
        code.line("n = plays[pick](s, random)")
        code.line("if n: _run(s, n)")
        code.line("picks += 1")
        code.line("pick = s[0]")
    with code.block("except GameOver:"):
        code.line("over(s)")
    code.line("return picks")
    unit.add_function("playout", ("s", "random"), code)


def _played(unit: Unit, options: str, answer: str, name: str) -> Function:
    """Write the options, the choice and the answer one after the other."""
    *lines, last = unit.functions[options].lines
    leaves_early = any("return" in line.text for line in lines)
    if leaves_early or not last.text.startswith("return ") or last.indent > 1:
        lines, listed = [], f"{options}(s)"
    else:
        listed = last.text.removeprefix("return ")
    masked = _mask_function(unit, listed)
    if masked is not None:
        draw = f"o = {unit.use('drawn')}({masked}, random)"
        lines += [Line(1, draw, last.span), Line(1, "if o < 0: options(s)", last.span)]
        return Function(f"def {name}(s, random):", [*lines, *unit.functions[answer].lines])
    numbers = _NUMBERS.fullmatch(listed)
    if numbers is not None:
        texts = (
            f"least, o = {numbers[1]}, {numbers[2]}",
            "o -= least",
            "o = least + int(random() * o) if o > 1 else least if o == 1 else options(s)",
        )
        lines += [Line(1, text, last.span) for text in texts]
        return Function(f"def {name}(s, random):", [*lines, *unit.functions[answer].lines])
    if listed != "out":
        lines = [*lines, Line(1, f"out = {listed}", last.span)]
    choice = "out[int(random() * o)] if o > 1 else out[0] if o else options(s)"
    lines += [Line(1, "o = len(out)", last.span), Line(1, f"o = {choice}", last.span)]
    return Function(f"def {name}(s, random):", [*lines, *unit.functions[answer].lines])


_CALL = re.compile(r"(pick_\w+)(\(.*\))")
_NUMBERS = re.compile(r"list\(range\(([\w >]+), ([\w +]+)\)\)")
_LISTED = re.compile(r"out = members\((.*)\)")


def _mask_function(unit: Unit, listed: str) -> str | None:
    """Return the call that gives the same options as a mask, if they are read off one."""
    call = _CALL.fullmatch(listed)
    function = unit.functions.get(call[1]) if call else None
    if call is None or function is None or len(function.lines) < 2:
        return None
    *lines, made, returned = function.lines
    found = _LISTED.fullmatch(made.text)
    if found is None or returned.text != "return out" or any("return" in x.text for x in lines):
        return None
    name = call[1].replace("pick_", "mask_", 1)
    if name not in unit.functions:
        head = function.head.replace(call[1], name, 1)
        unit.functions[name] = Function(head, [*lines, Line(1, f"return {found[1]}", made.span)])
    return f"{name}{call[2]}"
