"""`@frozen` for data: in goes a class of annotated fields, out comes what `attrs.frozen` would make of it.

The stages have some three hundred small classes. Attrs writes and compiles the methods of each when it is
imported, which takes a third of the time of checking a game. Here a class gets its `__init__` when the first
object is made of it, and its attrs fields when somebody asks for them, so that `attrs.evolve`, `attrs.fields`
and cattrs work as usual. Defaults must be values: what needs `attrs.field`, private fields or a base
uses attrs itself.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from attrs import frozen as frozen  # so that types are checked as those of attrs
else:

    def frozen(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a class of frozen objects with slots, equal by their fields."""
        if cls is None:
            return lambda each: _frozen(each, kw_only=kw_only)
        return _frozen(cls, kw_only=kw_only)


def is_frozen(cls: type) -> bool:
    """Was this class made here? Asked in walks over trees, where `attrs.has` would make its fields."""
    return hasattr(cls, "__frozen_defaults__")


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a frozen class, in order; none for any other class."""
    names: tuple[str, ...] = cls.__dict__["__slots__"] if is_frozen(cls) else ()
    return names


def _frozen(cls: type, *, kw_only: bool) -> type:
    said = cls.__annotations__
    names = tuple(name for name in said if not str(said[name]).startswith("ClassVar"))
    body = {name: value for name, value in cls.__dict__.items() if name not in _OF_THE_DRAFT}
    defaults = {name: body.pop(name) for name in names if name in body}
    if (
        cls.__bases__ != (object,)
        or any(_is_from_attrs(each) for each in defaults.values())
        or any(name.startswith("_") for name in names)
    ):
        raise TypeError(f"{cls.__name__} needs more than plain fields: use attrs.frozen")
    values = _values_of(names)

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hash_of(self: Any) -> int:
        return hash(values(self))

    def reduced(self: Any) -> Any:
        return _restored, (self.__class__, tuple(getattr(self, name) for name in names))

    body |= {
        "__qualname__": cls.__qualname__,
        "__annotations__": said,
        "__slots__": names,
        "__match_args__": () if kw_only else names,
        "__frozen_defaults__": (kw_only, defaults),
        "__attrs_attrs__": _FIELDS,
        "__init__": _first_init,
        "__eq__": equal,
        "__hash__": hash_of,
        "__reduce__": reduced,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    body.setdefault("__repr__", _repr)
    return type(cls)(cls.__name__, cls.__bases__, body)


_OF_THE_DRAFT = {"__dict__", "__weakref__"}


def _is_from_attrs(value: object) -> bool:
    return type(value).__module__.partition(".")[0] in {"attr", "attrs"}


def _values_of(names: tuple[str, ...]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


def _first_init(self: Any, /, *args: Any, **given: Any) -> None:
    """Write the `__init__` of a class when its first object is made, and go on with it."""
    cls = self.__class__
    cls.__init__ = _written_init(cls)
    cls.__init__(self, *args, **given)


def _written_init(cls: Any) -> Callable[..., None]:
    kw_only, defaults = cls.__frozen_defaults__
    names = field_names(cls)
    taken = [f"{name}=_default_{name}" if name in defaults else name for name in names]
    head = ", ".join(["self", *(["*"] if kw_only and names else []), *taken])
    lines = [f"    _set_{name}(self, {name})" for name in names] or ["    pass"]
    known = {f"_default_{name}": value for name, value in defaults.items()}
    # The descriptors of the slots know nothing of the class being frozen.
    known |= {f"_set_{name}": cls.__dict__[name].__set__ for name in names}
    exec("\n".join([f"def __init__({head}):", *lines]), known)  # as attrs does
    written: Callable[..., None] = known["__init__"]
    written.__qualname__ = f"{cls.__qualname__}.__init__"
    return written


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in field_names(self.__class__))
    return f"{self.__class__.__name__}({shown})"


def _restored(cls: type, values: tuple[Any, ...]) -> Any:
    """Rebuild a copied or unpickled object."""
    return cls(**dict(zip(field_names(cls), values, strict=True)))


def _refuse(self: Any, name: str, value: object = None) -> NoReturn:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


class _Fields:
    """The attrs fields of a class, made when they are asked for."""

    def __get__(self, _instance: object, cls: type) -> Any:
        import attrs

        kw_only, defaults = cls.__dict__["__frozen_defaults__"]
        draft = type(cls.__name__, (), {"__annotations__": cls.__annotations__, **defaults})
        draft.__module__ = cls.__module__  # annotations are resolved there
        made = attrs.fields(attrs.frozen(draft, kw_only=kw_only, eq=False, repr=False))
        cls.__attrs_attrs__ = made  # type: ignore[attr-defined]
        return made


_FIELDS = _Fields()
