"""What one player may know: plain data with names, sizes where contents are hidden.

A zone, account or var that the player does not see gives its size (if that may be seen) or nothing.
Things that lie face down are "hidden" wherever they are not the player's own secret. What a player
knows without seeing it (`rulelang.runtime.marks`) is named under "known", or in its place.
"""

from __future__ import annotations

from typing import Any

from rulelang.runtime.barriers import deciders, turn_to
from rulelang.runtime.contents import holdings_of, is_face_down, things_in
from rulelang.runtime.decisions import pending_decision
from rulelang.runtime.description import Account, Family, Variable
from rulelang.runtime.game import Game, State
from rulelang.runtime.layout import ACTIVE, ASKED, HoldingSlots
from rulelang.runtime.marks import known_things

HIDDEN = "hidden"

View = dict[str, Any]  # plain data for JSON


def view_of(game: Game, state: State, player: int | None) -> View:
    """Return what `player` may know; None is somebody at no seat, who sees what everyone sees."""
    view: View = {
        "player": None if player is None else game.player_names[player],
        "active": _player_name(game, state[ACTIVE]),
        "accounts": {},
        "places": {},
        "boards": _boards(game, state, player),
        "vars": {},
        "decision": _decision(game, state, player),
    }
    for account in game.description.accounts:
        if not account.hidden:
            view["accounts"][account.name] = _account(game, state, account, player)
    for family in game.description.families:
        view["places"].update(_family(game, state, family, player))
    for var in game.description.vars:
        if not var.hidden:
            view["vars"][var.name] = _var(game, state, var, player)
    return view


def _player_name(game: Game, player: int) -> str | None:
    return game.player_names[player] if player >= 0 else None


def _sees(who: str, owner: int | None, player: int | None) -> bool:
    """Does `player` see what is seen by `who`, where it belongs to `owner`?"""
    if who == "everyone":
        return True
    return who == "owner" and owner is not None and owner == player


def _owners(
    game: Game, item: Account | Variable, ids: tuple[int, ...]
) -> list[tuple[str, int | None]]:
    """Return (name, player or None) for each holder."""
    if not ids:
        return [("", None)]
    is_player = item.owner_kind == "Player"
    universe = _universe(game, item.owner_kind)
    return [
        (
            game.names.all(universe)[number] if universe else str(number),
            number if is_player else None,
        )
        for number in ids
    ]


def _universe(game: Game, kind: str | None) -> str:
    if kind in game.description.enums:
        return str(kind)
    return game.description.kinds.get(kind or "", "")


def _account(game: Game, state: State, account: Account, player: int | None) -> Any:
    slots = next(s for s in game.layout.accounts if s.name == account.name)
    kinds = game.names.all(slots.enum)
    found: View = {}
    for rank, (name, owner) in enumerate(_owners(game, account, slots.holders)):
        first = slots.first + rank * slots.kinds
        counts = state[first : first + slots.kinds]
        if _sees(account.seen, owner, player):
            found[name] = dict(zip(kinds, counts, strict=True))
        elif _sees(account.size_seen, owner, player):
            found[name] = {"size": sum(counts)}
        else:
            found[name] = HIDDEN
    return found if slots.holders else found[""]


def _var(game: Game, state: State, var: Variable, player: int | None) -> Any:
    slots = next(s for s in game.layout.vars if s.name == var.name)
    found: View = {}
    for rank, (name, owner) in enumerate(_owners(game, var, slots.owners)):
        first = slots.first + rank * slots.width
        value: object = state[first]
        if var.type.form == "bundle":
            value = tuple(state[first : first + slots.width])
        is_seen = _sees(var.seen, owner, player)
        found[name] = game.names.to_words(var.type, value) if is_seen else HIDDEN
    return found if slots.owners else found[""]


def _family(game: Game, state: State, family: Family, player: int | None) -> View:
    found: View = {}
    for rank in range(family.size):
        place = family.first + rank
        owner = None
        if family.owner_kind == "Player":
            owner = family.owner_ids[rank]
        found[game.names.all("places")[place]] = _place(game, state, place, (family, owner, player))
    return found


def _place(game: Game, state: State, place: int, who: tuple[Family, int | None, int | None]) -> Any:
    family, owner, player = who
    holdings = holdings_of(game.layout, place)
    found = [(holding, things_in(holding, place, state)) for holding in holdings]
    if not _sees(family.seen, owner, player):
        return _unseen(game, state, (place, found), (family, owner, player))
    is_own = family.seen == "owner"
    shown: list[str] = []
    for holding, things in found:
        known = known_things(game.layout, state, (holding, place, things), player)
        names = [
            _thing(game, state, thing, is_known=is_own or is_known)
            for thing, is_known in zip(things, known, strict=True)
        ]
        if holding.order != "pile":
            names.sort(
                key=HIDDEN.__eq__
            )  # last: where it stood among the others would tell what it is
        shown += names
    return shown


def _boards(game: Game, state: State, player: int | None) -> View:
    """Where the tiles lie on boards that grow: tile, column, row, turn, and how many lie below."""
    found: View = {}
    for board in game.layout.boards:
        family = game.description.family(board.name)
        for rank in range(board.count):
            place = board.first_place + rank
            owner = family.owner_ids[rank] if family.owner_kind == "Player" else None
            if _sees(family.seen, owner, player):
                found[game.names.all("places")[place]] = [
                    [_thing(game, state, laid.tile, is_known=False), *laid[1:]]
                    for laid in board.laid(place, state)
                ]
    return found


def _unseen(
    game: Game,
    state: State,
    at: tuple[int, list[tuple[HoldingSlots, list[int]]]],
    who: tuple[Family, int | None, int | None],
) -> Any:
    """What a player knows of a place without seeing it: its size, and what has a mark.

    Known things of a pile come with their place in it, 1 for the top, if its size is known.
    """
    family, owner, player = who
    place, found = at
    has_size = _sees(family.size_seen, owner, player)
    view: View = {"size": sum(len(things) for _holding, things in found)} if has_size else {}
    names = game.names.all("things")
    known: list[Any] = []
    for holding, things in found:
        are_known = known_things(game.layout, state, (holding, place, things), player)
        is_placed = holding.order == "pile" and has_size
        for index, thing in enumerate(things):
            if are_known[index]:
                depth = len(things) - index
                known.append([depth, names[thing]] if is_placed else names[thing])
    if known:
        view["known"] = sorted(known, key=str)
    return view or HIDDEN


def _thing(game: Game, state: State, thing: int, *, is_known: bool) -> str:
    if is_face_down(game.layout, thing, state) and not is_known:
        return HIDDEN
    return game.names.all("things")[thing]


def _decision(game: Game, state: State, player: int | None) -> View | None:
    """Who may answer, what is asked; the values picked so far are for the player who picks.

    Inside a `together` each of those who still have to answer sees their own question.
    """
    waiting = deciders(game, state)
    if player is not None and player != state[ASKED] and player in waiting:
        state = state[:]
        turn_to(game, state, player)
    pending = pending_decision(game, state)
    if pending is None:
        return None
    asked = player if player in waiting else waiting[0]
    found: View = {
        "player": game.player_names[asked],
        "players": [game.player_names[each] for each in waiting],
        "name": pending.name,
    }
    if pending.player == player:
        found |= {
            "alternative": pending.alternative,
            "pick": pending.pick,
            "kind": pending.kind,
            "picked": pending.picked,
        }
    return found
