"""Positions that one player cannot tell apart: what that player does not see, dealt out anew.

In goes a position and an observer, out comes another position with the same sizes and the same
totals. Hands and accounts of others are pooled and dealt again, hidden piles and cards that lie face
down change places with one another, hidden vars change owners, and the seed is another one.

What the rules themselves give away needs no exception here: the position is changed where it stands
and no rule runs on it, so conclusions from what somebody did (played face down, did not end the
game) never enter the comparison. That is also why an `end when` on hidden points does no harm.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from rulelang.conformance.commuting import random_choice
from rulelang.conformance.configurations import Bundled
from rulelang.conformance.walks import is_first_pick, pick_meta
from rulelang.interpreter.oracle import oracle_of, pending_of
from rulelang.interpreter.position import NOBODY, Position, ProgramIndex, read_position
from rulelang.interpreter.write_position import write_position
from rulelang.program import nodes as ir
from rulelang.program.model import Account, PlaceFamily, Var
from rulelang.program.walk import descend_all
from rulelang.runtime.blindfold import determinise
from rulelang.runtime.contents import things_in
from rulelang.runtime.layout import ASKED, PC, SEED
from rulelang.runtime.marks import known_things
from rulelang.runtime.reasons import why_not
from rulelang.runtime.views import view_of

Slot = tuple[int, int, int]  # place, holding, index


def sees(item: Account | PlaceFamily | Var, owner: int, observer: int) -> bool:
    """Does the observer see what belongs to `owner`?"""
    if item.seen == "everyone":
        return True
    return item.seen == "owner" and item.owner_kind == "Player" and owner == observer


def dealt_anew(shape: ProgramIndex, state: list[int], observer: int, random: Random) -> list[int]:
    """Return a vector that `observer` cannot tell from `state`."""
    position = read_position(shape, state)
    _deal_accounts(shape, position, observer, random)
    known = {
        (place, number, index)
        for place in range(len(shape.program.place_names))
        for number, holding in enumerate(shape.holdings(place))
        for index, is_known in enumerate(
            known_things(
                shape.layout, state, (holding, place, things_in(holding, place, state)), observer
            )
        )
        if is_known
    }
    _swap_things(shape, position, (observer, known), random)
    _deal_vars(shape, position, observer, random)
    after = state[:]
    after[SEED] = random.randrange(1 << 32)
    write_position(shape, position, after)
    return after


def leak(bundled: Bundled, state: list[int], observer: int, random: Random) -> str:
    """Return what `observer` learns from a secret: a part of the view, an option, a refusal."""
    game = bundled.game
    other = dealt_anew(bundled.shape, state, observer, random)
    first, second = (view_of(game, vector, observer) for vector in (state, other))
    for part in first:
        if first[part] != second[part]:
            return f"the view of {observer} shows a secret in its {part}"
    if state[ASKED] != observer:
        return ""
    thought = determinise(game, state, observer, random.randrange(1 << 32))
    if view_of(game, thought, observer) != first:
        return f"what {observer} thinks on does not look like what {observer} sees"
    if game.options(state) != game.options(other):
        return f"the options of {observer} depend on a secret"
    for alternative in pick_meta(game, state).alternatives:
        told = [why_not(game, v, alternative.name, {}, observer) for v in (state, other)]
        if told[0] != told[1]:
            return f"why {observer} may not {alternative.name} depends on a secret"
    return ""


def _deal_accounts(shape: ProgramIndex, position: Position, observer: int, random: Random) -> None:
    pools: dict[str, list[tuple[str, int]]] = {}
    for account in shape.program.accounts:
        for holder in account.owner_ids or (NOBODY,):
            counts = position.accounts[account.name, holder]
            is_plain = account.capacity is None and min(counts, default=0) >= 0
            if is_plain and not sees(account, holder, observer):
                pools.setdefault(account.enum, []).append((account.name, holder))
    for keys in pools.values():
        held = [position.accounts[key] for key in keys]
        pieces = [kind for counts in held for kind, n in enumerate(counts) for _ in range(n)]
        random.shuffle(pieces)
        for counts in held:
            dealt = [pieces.pop() for _ in range(sum(counts))]
            counts[:] = [dealt.count(kind) for kind in range(len(counts))]


def hidden_slots(
    shape: ProgramIndex, position: Position, observer: int, known: Collection[Slot] = ()
) -> list[Slot]:
    """Return every place of a thing whose identity the observer neither sees nor knows."""
    found = []
    for (place, number), things in position.contents.items():
        family = shape.family(place)
        owner = family.owner_ids[place - family.first] if family.owner_ids else NOBODY
        is_open = sees(family, owner, observer)
        for index, thing in enumerate(things):
            is_down = thing in position.down and family.seen != "owner"
            if (not is_open or is_down) and (place, number, index) not in known:
                found.append((place, number, index))
    return found


def _swap_things(
    shape: ProgramIndex, position: Position, who: tuple[int, Collection[Slot]], random: Random
) -> None:
    slots = hidden_slots(shape, position, *who)
    for _ in range(4 * len(slots)):
        _swap(shape, position, random.choice(slots), random.choice(slots))
    for (place, number), things in position.contents.items():
        if shape.holdings(place)[number].order == "many":
            things.sort(key=lambda thing: (shape.is_alike(thing), thing))


def _swap(shape: ProgramIndex, position: Position, first: Slot, second: Slot) -> None:
    """Exchange two things if each can lie where the other lies; faces stay with the places."""
    a = position.contents[first[:2]][first[2]]
    b = position.contents[second[:2]][second[2]]
    here, there = shape.holdings(first[0])[first[1]], shape.holdings(second[0])[second[1]]
    flips = shape.layout.things.can_flip
    if b not in here.things or a not in there.things or (a in flips) != (b in flips):
        return
    position.contents[first[:2]][first[2]] = b
    position.contents[second[:2]][second[2]] = a
    if not shape.is_alike(a):
        position.where[a] = second[0]
    if not shape.is_alike(b):
        position.where[b] = first[0]
    down = {a: a in position.down, b: b in position.down}
    for thing, is_down in ((a, down[b]), (b, down[a])):
        (position.down.add if is_down else position.down.discard)(thing)


def _deal_vars(shape: ProgramIndex, position: Position, observer: int, random: Random) -> None:
    for var in shape.program.vars:
        hidden = [owner for owner in var.owner_ids if not sees(var, owner, observer)]
        values = [position.vars[var.name, owner] for owner in hidden]
        random.shuffle(values)
        for owner, value in zip(hidden, values, strict=True):
            position.vars[var.name, owner] = value


# --- answers behind a barrier ----------------------------------------------------------------------


def barrier_leak(bundled: Bundled, state: list[int], random: Random) -> str:
    """Answer a `together` in two ways; return what those who answer after it can tell."""
    game, shape = bundled.game, bundled.shape
    meta = pick_meta(game, state)
    if not is_first_pick(game, state) or not _is_behind_barrier(shape, meta.node):
        return ""
    ways = [random_choice(game, state, random) for _ in range(2)]
    after = [way[1] for way in ways if way is not None]
    if len(after) < 2 or any(vector[PC] == 0 for vector in after):
        return ""
    nodes = {pick_meta(game, vector).node for vector in after}
    asked = {vector[ASKED] for vector in after}
    if state[ASKED] in asked or not all(_is_behind_barrier(shape, node) for node in nodes):
        return ""  # everybody has answered, or this player goes on answering
    if _is_last_answer(shape, meta.node, state):
        return ""  # all answers are known now, and the next `together` has begun
    if after[0][:2] != after[1][:2]:
        return "who is asked next behind a barrier depends on an answer"
    if game.options(after[0]) != game.options(after[1]):
        return "the options behind a barrier depend on another's answer"
    for observer in range(game.players):
        views = [view_of(game, vector, observer) for vector in after]
        if observer != state[ASKED] and views[0] != views[1]:
            return f"{observer} sees an answer behind a barrier"
    return ""


def _is_behind_barrier(shape: ProgramIndex, node: int) -> bool:
    return _barrier(shape, node) is not None


def _is_last_answer(shape: ProgramIndex, node: int, state: list[int]) -> bool:
    """Is nobody asked after this player? Behind a barrier nothing changes who is."""
    barrier = _barrier(shape, node)
    assert barrier is not None
    pending, oracle = pending_of(shape, node, state), oracle_of(shape, state)
    asked = {
        player
        for player in oracle.walk(barrier.source, pending.env)
        if oracle.holds(barrier.condition, {**pending.env, barrier.variable: player})
    }
    first, players = max(0, oracle.position.active), shape.program.players
    return (state[ASKED] - first) % players == max((q - first) % players for q in asked)


def _barrier(shape: ProgramIndex, node: int) -> ir.Together | None:
    """The `together` that a decision stands in."""
    decision, _routine = shape.decisions[node]
    bodies = (shape.program.setup, shape.program.flow, *(r.body for r in shape.program.rules))
    found = (
        stmt
        for body in bodies
        for stmt in descend_all(body)
        if isinstance(stmt, ir.Together) and decision.decide in stmt.body
    )
    return next(found, None)
