"""What changes in between: whether a value is still the same when its name stands there again."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.frozen import field_names, is_frozen
from rulelang.prose.world import World
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

# Statements and their parts: each is looked at by itself, in the order in which they are written.
PARTS = tuple(each for each in vars(st).values() if isinstance(each, type) and is_frozen(each))
WHERE = {"cell_of", "place_of"}


def is_stale(stmt: st.Let, rest: st.Body, world: World) -> bool:
    """Whether something that a value is made of changes before the value is spoken of again."""
    read = frozenset(_read(stmt.expr, world, set()))
    is_changed = False
    for each in walk(rest):
        if not isinstance(each, PARTS):
            continue
        if is_changed and not _gives_back(each, stmt) and _speaks_of(each, stmt.name.text):
            return True
        if isinstance(each, st.Move) and _name(each.what) == stmt.name.text:
            is_changed = is_changed or bool(read)  # it is no longer where it was
        elif not is_quiet(each, world):
            is_changed = is_changed or bool(read & frozenset(_written(each, world, set())))
    return False


def is_quiet(stmt: object, world: World) -> bool:
    """`set V to none` of what each turn begins without: nobody needs to be told."""
    match stmt:
        case st.SetTo(target=ex.Name(ident=name), value=ex.Constant(word="none")):
            item = world.vars.get(name.text)
            return item is not None and any(prop.word == "cleared" for prop in item.props)
        case _:
            return False


def _gives_back(stmt: object, let: st.Let) -> bool:
    """`let old = V` … `set V to old`: what was there before is there again."""
    match stmt, let.expr:
        case st.SetTo(target=ex.Name(ident=target), value=ex.Name(ident=value)), ex.Name(
            ident=kept
        ):
            return target.text == kept.text and value.text == let.name.text
        case _:
            return False


def _speaks_of(stmt: object, name: str) -> bool:
    own = tuple(getattr(stmt, field) for field in field_names(stmt.__class__))
    return any(
        isinstance(node, ex.Name) and node.ident.text == name for node in walk(own, without=PARTS)
    )


def _read(expr: ex.Expr, world: World, seen: set[str]) -> Iterator[str]:
    """What an expression is made of: what is kept, places, kinds on boards, and where things lie."""
    for node in walk(expr):
        match node:
            case ex.CallExpr(name=name, args=(ex.Name(ident=thing), *_)) if name.text in WHERE:
                yield f"where {thing.text}"
            case ex.Binary(op="on", left=ex.Kind(ident=kind)):
                yield f"on {kind.text}"
            case _:
                pass
        name_of = _name(node)
        if name_of in world.vars or name_of in world.places:
            yield name_of
        item = world.defines.get(name_of)
        if item is not None and name_of not in seen:
            seen.add(name_of)
            for below in walk(item):
                if isinstance(below, ex.Name | ex.Of | ex.CallExpr):
                    yield from _read(below, world, seen)


def _written(stmt: object, world: World, seen: set[str]) -> Iterator[str]:
    """What a statement changes, with all that the rules do that it calls."""
    match stmt:
        case st.SetTo(target=target) | st.Shift(target=target) | st.AddTo(target=target):
            yield _name(target)
        case st.Move(what=what, source=source, target=target):
            yield f"where {_name(what)}"
            yield from (_name(place) for place in (what, source, target))
            yield f"on {world.shape(what, {}).kind}"
        case st.Draw(source=source, target=target) | st.Transfer(source=source, target=target):
            yield from (_name(place) for place in (source, target))
            if source is not None:
                yield f"on {world.shape(source, {}).kind}"
        case st.Do(call=call):
            name = call.callee.name.text if call.callee.name is not None else ""
            item = world.rules.get(name)
            if item is not None and name not in seen:
                seen.add(name)
                for below in walk(item):
                    if isinstance(below, PARTS):
                        yield from _written(below, world, seen)
        case _:
            pass


def _name(node: object) -> str:
    match node:
        case ex.Name(ident=ident):
            return ident.text
        case ex.Of(name=name) | ex.CallExpr(name=name):
            return name.text
        case _:
            return ""
