"""What players can have of each kind: in goes a game, out come the slots where that is counted."""

from __future__ import annotations

from functools import lru_cache

from rulelang.runtime.game import Game


@lru_cache(maxsize=8)
def owned_slots(game: Game) -> dict[str, tuple[int, ...]]:
    """Return, for each `Enum.kind`, the slots of all accounts that belong to a player or to something on the table.

    What is there has been obtained; accounts without an owner are the supply.
    """
    owned = {a.name for a in game.description.accounts if a.owner_kind and not a.hidden}
    found: dict[str, list[int]] = {}
    for slots in game.layout.accounts:
        if slots.name in owned:
            for kind, name in enumerate(game.names.all(slots.enum)):
                holders = range(len(slots.holders))
                mine = [slots.first + holder * slots.kinds + kind for holder in holders]
                found.setdefault(f"{slots.enum}.{name}", []).extend(mine)
    return {name: tuple(mine) for name, mine in found.items()}


def good_labels(*games: Game) -> dict[str, str]:
    """Return what each `Enum.kind` of these games is called: the kind alone, unless two enums have one of that name."""
    names = list(dict.fromkeys(name for game in games for name in owned_slots(game)))
    kinds = [name.partition(".")[2] for name in names]
    return {
        name: kind if kinds.count(kind) == 1 else f"{kind} ({name.partition('.')[0]})"
        for name, kind in zip(names, kinds, strict=True)
    }
