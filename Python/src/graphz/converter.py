"""Creates Python's own values from those of records, and each object once."""

from __future__ import annotations

import threading
import weakref
from array import array
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from graphz.columns import type_of
from graphz.errors import GraphError
from graphz.graph_values import CLOSED, MAP, OPEN, SEQUENCE, SOME, Visitor, float_value, packed_elements
from graphz.objects import GraphObject, GraphValue, Present
from graphz.system_types import STRUCTS, Conversion

if TYPE_CHECKING:
    from graphz.graph_reader import Archive

NUMPY_TYPES = {"i8": "<i1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8", "u64": "<u8",
               "float16": "<f2", "float32": "<f4", "float64": "<f8", "bool": "?"}
ARRAY_TYPES = {"i8": "b", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "float32": "f",
               "float64": "d"}


def packed_value(name: str, raw: bytes) -> Any:
    """Bytes, a NumPy array if NumPy is installed, else an array or a list."""
    if name == "u8":
        return raw
    if name in NUMPY_TYPES:
        # Not sooner: to import NumPy takes longer than to read an object.
        try:
            import numpy
            return numpy.frombuffer(raw, NUMPY_TYPES[name])
        except ImportError:
            pass
    if name in ARRAY_TYPES:
        return array(ARRAY_TYPES[name], raw)
    elements = packed_elements(name, raw)
    return [float_value(element) for element in elements] if name.startswith("float") else elements


def dictionary(parts: list[Any]) -> Any:
    """A dictionary; a list of pairs if a key cannot be hashed, or two are equal."""
    pairs = list(zip(parts[::2], parts[1::2]))
    if all(isinstance(key, Hashable) for key, _ in pairs):
        # True and 1 are equal in Python, and not in an archive.
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
    return pairs


class _Frame:
    def __init__(self, label: str | None, kind: str, number: int | None) -> None:
        self.label, self.kind, self.number = label, kind, number
        self.parts: list[Any] = []
        self.fields: dict[str, Any] = {}


class ValueVisitor(Visitor):
    """Makes the value of a record."""

    def __init__(self, converter: Converter) -> None:
        self.converter = converter
        self.frames: list[_Frame] = []
        self.value: Any = None

    def _add(self, label: str | None, value: Any) -> None:
        if not self.frames:
            self.value = value
        elif label is None:
            self.frames[-1].parts.append(value)
        else:
            self.frames[-1].fields[label] = value

    def leaf(self, label: str | None, kind: str, value: Any) -> None:
        if kind == "float":
            value = float_value(value[1])
        elif kind == "packed":
            value = packed_value(*value)
        elif kind in ("reference", "conditional"):
            value = self.converter.object(value)
        self._add(label, value)

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        self.frames.append(_Frame(label, kind, number))

    def end(self, kind: str) -> None:
        frame = self.frames.pop()
        if kind == SEQUENCE:
            value: Any = frame.parts
        elif kind == MAP:
            value = dictionary(frame.parts)
        elif kind == SOME:
            value = Present(frame.parts[0])
        elif kind in (CLOSED, OPEN) and frame.number is not None:
            value = self.converter.composite(frame.number, frame.fields, frame.parts)
        else:
            value = frame.parts[0]
        self._add(frame.label, value)


class Converter:
    """Makes objects, each only once as long as someone keeps it."""

    def __init__(self, archive: Archive, fields: Mapping[str, Conversion], path: str | None = None) -> None:
        self.archive = archive
        self.path = path
        self.field_conversions = fields
        self.objects: weakref.WeakValueDictionary[int, GraphObject] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()

    def object(self, identifier: int) -> GraphObject | None:
        """The object with a number, or None if it has no record."""
        if identifier not in self.archive.records:
            return None
        with self._lock:
            found = self.objects.get(identifier)
            if found is None:
                found = self.objects[identifier] = GraphObject(identifier, self)
        return found

    def value(self, identifier: int) -> Any:
        place = self.archive.records.place(identifier)
        if place is None:
            raise KeyError(f"there is no object {identifier}")
        visitor = ValueVisitor(self)
        try:
            self.archive.walk(self.archive.records.at(place), visitor)
        except GraphError as error:
            error.path = self.path
            raise
        return visitor.value

    def type_of(self, identifier: int) -> str | None:
        place = self.archive.records.place(identifier)
        if place is None:
            return None
        record = self.archive.records.at(place)
        number = type_of(self.archive, self.archive.data[record.start:record.start + min(record.size, 11)])
        return None if number is None else self.archive.types[number].readable_name

    def composite(self, shape: int, fields: dict[str, Any], items: list[Any]) -> Any:
        entry = self.archive.types[self.archive.shapes[shape].type]
        for key in fields if self.field_conversions else ():
            convert = self.field_conversions.get(f"{entry.readable_name}.{key}")
            if convert is not None and fields[key] is not None:
                fields[key] = self._converted(convert, fields[key], f"{entry.readable_name}.{key}")
        if entry.readable_name in STRUCTS and not entry.flags & 1:
            try:
                return STRUCTS[entry.readable_name](fields)
            except (ArithmeticError, KeyError, TypeError, ValueError):
                # It is called like a struct of the system, and is something else.
                pass
        return GraphValue(entry.readable_name, entry.version, fields, items)

    @staticmethod
    def _converted(convert: Conversion, value: Any, name: str) -> Any:
        try:
            return convert(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise GraphError(0, "conversion", f"the value of {name} cannot be converted: {error}", "typeMismatch") from error
