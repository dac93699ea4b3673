"""Types of the typed program.

Everything at run time is an integer, a set or a bundle. A reference is an id in a *universe*:
`things` (all components: individuals and the faces of alike ones), `places` (board places and
zones) or one universe per enum (`Player` among them). A kind is a set of ids of one universe, so
a value never needs converting when it goes from a kind to a group that contains it.

Further universes: `effects` (rules with constant arguments, ids of Program.effects), `cells B` (the
cells of a grown board, numbered by GrownBoard; types list no ids) and `region R` (the regions that
hang together now, each known by the least id among its elements).
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.frozen import frozen

THINGS = "things"
PLACES = "places"
EFFECTS = "effects"
NONE = -1  # run-time value of `none`
CELLS = "cells "
REGION = "region "


@frozen
class IntType:
    low: int
    high: int


@frozen
class FlagType:
    """0 or 1 at run time."""


@frozen
class RefType:
    """An id of `universe`, one of `ids` (sorted), or NONE if `optional`. `kind` is for messages.

    `holds` are universes whose members are members of this one too, under the same ids: an enum
    that begins with `each Player` holds Player.
    """

    universe: str
    ids: tuple[int, ...]
    kind: str
    optional: bool = False
    holds: tuple[str, ...] = ()


@frozen
class SetType:
    """A set of references or small integers: at run time a bit mask (bit i = id or value i).

    What lies somewhere is `counted` if there can be several alike things in it: it can be walked, once for
    each piece, and asked about, but it is no value. A mask would have one bit for all pieces of a face.
    """

    of: RefType | IntType
    counted: bool = False


@frozen
class SeqType:
    """An ordered sequence (players clockwise, a pile from the top): only iterated over."""

    of: RefType | IntType


@frozen
class BundleType:
    """Counts per member of an enum: at run time a tuple of ints in the enum's order.

    `signed`: some of them may be below 0, as in an account without a limit.
    """

    enum: str
    signed: bool = False


@frozen
class GroupsType:
    """The connected parts of a set, each a set of its own: only iterated over, like a sequence."""

    of: SetType


@frozen
class NoneType:
    """The type of a bare `none`."""


@frozen
class ErrorType:
    """Something already reported; silent from here on."""


Type: TypeAlias = (
    IntType
    | FlagType
    | RefType
    | SetType
    | SeqType
    | BundleType
    | GroupsType
    | NoneType
    | ErrorType
)

FLAG = FlagType()
ERROR = ErrorType()
