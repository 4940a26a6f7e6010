"""Objects and values of archives, as Python sees them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphz.converter import Converter


def are_equal(one: Any, other: Any) -> bool:
    """Whether two values are equal. NumPy compares the elements of arrays, so `==` cannot tell if there are some.

    It does not recurse, however deep the values are.
    """
    # Whoever has an array has imported NumPy.
    numpy = sys.modules.get("numpy")
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if numpy is not None and (isinstance(one, numpy.ndarray) or isinstance(other, numpy.ndarray)):
            is_equal = type(one) is type(other) and numpy.array_equal(one, other)
        elif type(one) is not type(other):
            is_equal = one == other
        elif isinstance(one, (list, tuple)):
            is_equal = len(one) == len(other)
            pairs += zip(one, other)
        elif isinstance(one, dict):
            is_equal = one.keys() == other.keys()
            pairs += ((value, other.get(key)) for key, value in one.items())
        elif isinstance(one, GraphValue):
            is_equal = one.type == other.type
            pairs += ((one.fields, other.fields), (one.items, other.items))
        elif isinstance(one, Present):
            is_equal = True
            pairs.append((one.value, other.value))
        else:
            is_equal = one is other or one == other
        if not is_equal:
            return False
    return True


class GraphValue:
    """A struct or an enum, or the value of an object: values with keys, and values without."""

    __slots__ = ("type", "version", "fields", "items")

    def __init__(self, type_name: str, version: int, fields: dict[str, Any], items: list[Any]) -> None:
        self.type = type_name
        self.version = version
        self.fields = fields
        self.items = items

    def __getitem__(self, key: str | int) -> Any:
        """The value with a key, or without one at a place."""
        return self.items[key] if isinstance(key, int) else self.fields[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"{self.type} has no key {name!r}; it has {', '.join(self.fields) or 'none'}") from None

    def __contains__(self, key: object) -> bool:
        return key in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphValue) and are_equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def get(self, key: str, default: Any = None) -> Any:
        return self.fields.get(key, default)

    def __repr__(self) -> str:
        return f"<{self.type}: {', '.join(self.fields) or 'no keys'}>"


class GraphObject:
    """An object of an archive: an instance of a class, or a value with an identity.

    The same object is the same `GraphObject` each time, so that `is` compares identity. Its value is decoded when it is first
    asked for; then GraphError says what is wrong with it.
    """

    __slots__ = ("id", "_converter", "_value", "__weakref__")

    def __init__(self, identifier: int, converter: Converter) -> None:
        self.id = identifier
        self._converter = converter
        self._value: Any = converter

    @property
    def value(self) -> Any:
        """A `GraphValue` if the object has a type, else what stands in its place, such as a list."""
        if self._value is self._converter:
            self._value = self._converter.value(self.id)
        return self._value

    @property
    def type(self) -> str | None:
        """The readable name of its type; None for a value with an identity that has none, such as a list."""
        return self._converter.type_of(self.id)

    @property
    def fields(self) -> dict[str, Any]:
        return self.value.fields if isinstance(self.value, GraphValue) else {}

    @property
    def items(self) -> list[Any]:
        return self.value.items if isinstance(self.value, GraphValue) else []

    def __getitem__(self, key: str | int) -> Any:
        return self.value[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        # Not `getattr`: a key may be called like an attribute of the value, such as `version`.
        return self.value.__getattr__(name) if isinstance(self.value, GraphValue) else getattr(self.value, name)

    def __contains__(self, key: object) -> bool:
        return key in self.value

    def get(self, key: str, default: Any = None) -> Any:
        return self.fields.get(key, default)

    def __repr__(self) -> str:
        return f"<object {self.id}: {self.type or 'value'}>"


class Present:
    """A present optional that may contain another optional."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Present) and are_equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Present({self.value!r})"
