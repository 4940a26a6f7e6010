"""Arrow tables of the objects of an archive: one for each type. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from graphz.arrow_types import DECIMALS, KNOWN_FIELDS, converted, converted_if_possible, decimals
from graphz.columns import (
    BINARY,
    BOOLEAN,
    INTEGER,
    LIST,
    MAPPING,
    NUMBER,
    PACKED,
    PRESENT,
    REFERENCE,
    STRING,
    STRUCT,
    UNSIGNED,
    WIDE,
    Plan,
    type_of,
)
from graphz.errors import unknown_type

if TYPE_CHECKING:
    from graphz.graph_reader import Archive
    from graphz.record_table import RecordTable

# What pyarrow gives is not typed.
Array: TypeAlias = Any
Field: TypeAlias = Any

ID, VERSION, ITEMS, VALUE = "_id", "_version", "_items", "_value"
VALUES = "(values)"
NAMES = {BOOLEAN: "boolean", INTEGER: "integer", UNSIGNED: "unsigned", WIDE: "wide", NUMBER: "number", STRING: "string",
         REFERENCE: "reference", BINARY: "bytes", LIST: "list", MAPPING: "map", PRESENT: "some", PACKED: "packed"}
FIXED = {INTEGER: pa.int64(), UNSIGNED: pa.uint64(), NUMBER: pa.float64(), REFERENCE: pa.uint32(), STRING: pa.string(),
         BINARY: pa.binary()}
PACKED_TYPES: dict[int, Any] = {1: pa.int8(), 3: pa.int16(), 4: pa.uint16(), 5: pa.int32(), 6: pa.uint32(),
                                7: pa.int64(), 8: pa.uint64(), 9: pa.binary(16), 10: pa.binary(16), 11: pa.float16(),
                                12: pa.float32(), 13: pa.float64()}
IS_REFERENCE = {b"graphz": b"reference"}


def table_names(archive: Archive) -> list[str]:
    """The name of the table of each type, and behind them that of the values. No type is called like that."""
    names = [entry.readable_name for entry in archive.types]
    other = unused(VALUES, set(names))
    return [*(other if name == VALUES else name for name in names), VALUES]


def unused(name: str, taken: Container[str]) -> str:
    """A name with as many `_` behind it as others need."""
    while name in taken:
        name += "_"
    return name


def plan_of(archive: Archive, classes: Iterable[str] | None, fields: Mapping[str, Iterable[str]] | None) -> Plan:
    """What is asked for, by names. Raises ValueError if there is no type with one of them."""
    key_count = len(archive.keys) - 1
    if classes is None and not fields:
        return Plan(None, key_count)
    numbers = dict(zip(table_names(archive), [*archive.tables, len(archive.types)]))
    keys = {key: number for number, key in enumerate(archive.keys) if key is not None}
    types: dict[int, set[int] | None] = {}
    names = numbers if classes is None else [classes] if isinstance(classes, str) else [*classes]
    for name in (*names, *(fields or ())):
        if name not in numbers:
            raise unknown_type(name, numbers)
    for name in names:
        asked = (fields or {}).get(name)
        asked = [asked] if isinstance(asked, str) else asked
        types[numbers[name]] = None if asked is None else {key for column in asked for key in keys_of(column, keys)}
    return Plan(types, key_count)


def keys_of(column: str, keys: Mapping[str, int]) -> list[int]:
    """The numbers of the keys that a column may have: one that is called like a column of this package has a `_` behind it."""
    if column == ITEMS:
        return [0]
    plain = column.rstrip("_")
    return [keys.get(name, -1) for name in ([column, plain] if plain in (ID, VERSION, ITEMS) else [column])]


class _Arrays:
    """Makes Arrow's arrays of columns. Columns nest no deeper than values do."""

    def __init__(self, archive: Archive, kinds: Mapping[str, Any]) -> None:
        self.archive = archive
        self.names = table_names(archive)
        self.kinds = kinds

    def array(self, column: Any) -> Array:
        """The array of a column; of several kinds of values a struct with a field for each."""
        length, variants = column
        if not variants:
            return pa.nulls(length)
        arrays = [self.variant(variant) for variant in variants]
        if len(arrays) == 1:
            return arrays[0]
        if {variant[0] for variant in variants} == {INTEGER, UNSIGNED}:
            least = pc.min(arrays[0] if variants[0][0] == INTEGER else arrays[1]).as_py()
            wide = pa.uint64() if least is None or least >= 0 else pa.decimal128(20, 0)
            return pc.coalesce(*(array.cast(wide) for array in arrays))
        fields: dict[str, Field] = {}
        for variant, made in zip(variants, arrays):
            name = unused(self.variant_name(variant), fields)
            fields[name] = self.field(name, made, [variant])
        missing = reduce(pc.and_, [array.is_null() for array in arrays])
        return pa.StructArray.from_arrays(arrays, fields=list(fields.values()), mask=missing)

    def variant_name(self, variant: Any) -> str:
        kind: int = variant[0]
        detail: int = variant[1]
        if kind == STRUCT:
            return self.names[detail]
        return f"{NAMES[kind]}{detail}" if kind in (PACKED, WIDE) else NAMES[kind]

    @staticmethod
    def field(name: str, array: Array, variants: list[Any]) -> Field:
        is_reference = len(variants) == 1 and variants[0][0] == REFERENCE
        return pa.field(name, array.type, metadata=IS_REFERENCE if is_reference else None)

    def variant(self, variant: Any) -> Array:
        kind, detail, length, validity, values, offsets, fields, elements, keys = variant
        valid, data, ends = pa.py_buffer(validity), pa.py_buffer(values), pa.py_buffer(offsets)
        if kind in (STRING, BINARY):
            return pa.Array.from_buffers(FIXED[kind], length, [valid, ends, data])
        if kind in FIXED:
            return pa.Array.from_buffers(FIXED[kind], length, [valid, data])
        if kind == BOOLEAN:
            return pa.Array.from_buffers(pa.uint8(), length, [valid, data]).cast(pa.bool_())
        if kind == WIDE:
            return self.wide(pa.Array.from_buffers(pa.binary(), length, [valid, ends, data]), bool(detail))
        if kind == STRUCT:
            return self.struct(detail, length, valid, fields)
        if kind == PRESENT:
            inner = self.array(elements)
            return pa.Array.from_buffers(pa.struct([self.field("some", inner, elements[1])]), length, [valid], children=[inner])
        if kind == LIST:
            inner = self.array(elements)
            element = self.field("item", inner, elements[1])
        elif kind == MAPPING:
            pair = [self.array(keys), self.array(elements)]
            inner = pa.StructArray.from_arrays(pair, fields=[
                self.field("key", pair[0], keys[1]), self.field("value", pair[1], elements[1])])
            element = pa.field("item", inner.type)
        else:
            inner = self.packed(detail, data)
            element = pa.field("item", inner.type)
        return pa.Array.from_buffers(pa.list_(element), length, [valid, ends], children=[inner])

    def packed(self, kind: int, data: pa.Buffer) -> Array:
        """The elements. Those of 128 bits, and half-precision ones, have no type that every reader of Arrow knows."""
        if kind == 0:
            return pa.Array.from_buffers(pa.uint8(), data.size, [None, data]).cast(pa.bool_())
        element = PACKED_TYPES[kind]
        made = pa.Array.from_buffers(element, data.size * 8 // element.bit_width, [None, data])
        if kind in (9, 10):
            return self.wide(made, kind == 9)
        return made.cast(pa.float32()) if kind == 11 else made

    @staticmethod
    def wide(array: Array, is_signed: bool) -> Array:
        return pa.array([None if value is None else str(int.from_bytes(value, "little", signed=is_signed))
                         for value in array.to_pylist()], pa.string())

    def struct(self, number: int, length: int, valid: pa.Buffer, fields: list[Any]) -> Array:
        named = self.fields(number, fields) or [(pa.field(ITEMS, pa.null()), pa.nulls(length))]
        made = pa.Array.from_buffers(pa.struct([field for field, _ in named]), length, [valid],
                                     children=[array for _, array in named])
        if self.archive.types[number].readable_name not in DECIMALS:
            return made
        found = decimals(made)
        return made if found is None else found

    def fields(self, type_number: int, fields: list[Any], taken: Iterable[str] = (ITEMS,)) -> list[tuple[Field, Array]]:
        """The columns of a composite. A key that is called like a column of this package has a `_` behind it."""
        result = []
        names = set(taken)
        for number, column in sorted(fields, key=lambda field: bool(field[0] == 0)):
            name = self.archive.keys[number] if number else ITEMS
            name = unused(str(name), names) if number else ITEMS
            names.add(name)
            array = self.array(column)
            whole_name = f"{self.archive.types[type_number].readable_name}.{self.archive.keys[number]}"
            if number and whole_name in self.kinds:
                array = converted(array, self.kinds[whole_name], whole_name)
            elif number and whole_name in KNOWN_FIELDS:
                array = converted_if_possible(array, KNOWN_FIELDS[whole_name])
            result.append((self.field(name, array, column[1]), array))
        return result


def versions(archive: Archive, records: RecordTable) -> dict[int, list[int]]:
    """The versions of the types of all objects, for each table that several types share."""
    found: dict[int, list[int]] = {table: [] for number, table in enumerate(archive.tables) if table != number}
    for record in records if found else ():
        number = type_of(archive, archive.data[record.start:record.start + min(record.size, 11)])
        if number is not None and archive.tables[number] in found:
            found[archive.tables[number]].append(archive.types[number].version)
    return found


def make_tables(archive: Archive, records: RecordTable, plan: Plan, budget: int,
                kinds: Mapping[str, Any]) -> dict[str, pa.Table]:
    """A table for each type of object. `kinds` are the types of fields that the archive does not tell."""
    arrays = _Arrays(archive, kinds)
    tables = {}
    shared = versions(archive, records)
    for number, column, ids in archive.engine.columns(archive, records, plan, budget):
        count = len(ids) // 4
        columns = [(pa.field(ID, pa.uint32(), nullable=False),
                    pa.Array.from_buffers(pa.uint32(), count, [None, pa.py_buffer(ids)]))]
        if number == len(archive.types):
            value = arrays.array(column)
            columns.append((arrays.field(VALUE, value, column[1]), value))
        else:
            version = pa.array(shared[number], pa.uint32()) if number in shared else pa.repeat(
                pa.scalar(archive.types[number].version, pa.uint32()), count)
            columns.append((pa.field(VERSION, pa.uint32(), nullable=False), version))
            (variant,) = column[1]
            columns += arrays.fields(number, variant[6], (ID, VERSION, ITEMS))
        schema = pa.schema([field for field, _ in columns])
        tables[arrays.names[number]] = pa.Table.from_arrays([array for _, array in columns], schema=schema)
    return tables
