"""What a picture is about: the places, cells and tiles that a text speaks of, by what it calls them."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.frozen import frozen


@frozen(kw_only=True)
class Focus:
    """Names to be seen in a picture: of places (parts of tiles too), of tiles, and of cells of boards that grow.

    `is_only`: nothing else has its name, boards without such names are left out and large ones cut.
    """

    places: Mapping[int, str]
    tiles: Mapping[int, str]
    cells: Mapping[tuple[int, int, int], str]  # by the place of the board, column and row
    is_only: bool = True

    def __bool__(self) -> bool:
        return bool(self.places or self.tiles or self.cells)


NOTHING = Focus(places={}, tiles={}, cells={}, is_only=False)
