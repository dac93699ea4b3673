"""Which declared names nothing uses: in go symbols after typing, out come their names and places.

Typing notes every name it looks up (`Symbols.used`). Tests are typed for one choice of settings only, so
whatever a test mentions counts as used. Score lines, awards and kinds of board places speak for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.linking.model import span_of
from rulelang.program.declare.symbols import Symbols
from rulelang.source import Span
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees.tree_walk import walk

Unused = tuple[str, str, Span]


def unused_names(symbols: Symbols) -> tuple[Unused, ...]:
    """Return (what, name, place) of declarations that nothing reads, as they are declared."""
    used = symbols.used | set(_named_in_tests(symbols))
    found: list[Unused] = []
    for item in symbols.linked.items:
        declared = _declared(item, symbols)
        if declared is not None and not used & {declared[1], *_members(declared[1], symbols)}:
            found.append((*declared, span_of(item)))
    return tuple(found)


def _declared(item: syn.Item, symbols: Symbols) -> tuple[str, str] | None:
    """What an item is and its name, if somebody has to use it for it to matter."""
    match item:
        case syn.Setting() | syn.ChoiceSetting():
            return "setting", item.name.text
        case syn.Define() | syn.Value():
            return "definition", item.name.text
        case syn.Cases() if item.name.text in symbols.defines:
            return "definition", item.name.text
        case syn.Place(word=word) | syn.Component(word=word):
            return word, (item.name if isinstance(item, syn.Place) else item.kind).text
        case syn.Var():
            return "variable", item.name.text
        case syn.Track():
            return "track", item.name.text
        case syn.Enum():
            return "enum", item.kind.text
        case syn.Group(one_per=None):
            return "group", item.kind.text
        case _:
            return None


def _members(name: str, symbols: Symbols) -> Iterator[str]:
    """A kind is used where one of its members is."""
    kind = symbols.kinds.get(name)
    if kind is not None:
        yield from (symbols.member_name(kind.universe, number) for number in kind.ids)


def _named_in_tests(symbols: Symbols) -> Iterator[str]:
    tests = tuple(item for item in symbols.linked.items if isinstance(item, syn.Test))
    return (node.text for node in walk(tests) if isinstance(node, ex.Ident))
