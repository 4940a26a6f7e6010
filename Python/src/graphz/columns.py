"""The values of records as columns, one for each place at which values stand: what native/records.c does, in Python.

A column has a variant for each kind of values that stand there. Both engines give the same numbers and bytes.
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphz.errors import GraphError
from graphz.graph_values import CLOSED, MAP, OPEN, PACKED_KINDS, SEQUENCE, SOME, Visitor, float_value

if TYPE_CHECKING:
    from graphz.graph_reader import Archive
    from graphz.record_table import RecordTable

BOOLEAN, INTEGER, UNSIGNED, WIDE, NUMBER, STRING, REFERENCE, BINARY, LIST, MAPPING, STRUCT, PRESENT, PACKED = range(13)
WIDTHS = {BOOLEAN: 1, INTEGER: 8, UNSIGNED: 8, NUMBER: 8, REFERENCE: 4}
WITH_OFFSETS = {WIDE, STRING, BINARY, LIST, MAPPING, PACKED}
KINDS_OF_PACKED = {name: number for number, (name, _) in enumerate(PACKED_KINDS)}
PACKED_BYTES = 2
LARGEST_OFFSET = (1 << 31) - 1
# The libraries that read tables recurse.
DEEPEST_COLUMN = 100
# The bytes of nulls that are built without counting.
FREE_NULLS, NULLS_PER_BYTE = 1 << 20, 4

# (length, [(kind, detail, length, validity, values, offsets, [(key, column)], elements, keys)])
RawColumn = tuple[int, list[Any]]
# The number of the first type with its name, or how many types there are for other values; the column; the rows' ids, u32.
RawTable = tuple[int, RawColumn, bytes]

@dataclass(frozen=True)
class Plan:
    """What is asked for: for each type of object the keys, with 0 for the values without a key, or None for all.

    The first type with a name stands for all of them, and the number behind the last type for objects that are no composites.
    """

    types: dict[int, set[int] | None] | None
    key_count: int

    def is_asked_for(self, number: int) -> bool:
        return self.types is None or number in self.types

    def keys(self, number: int) -> set[int] | None:
        return None if self.types is None else self.types.get(number)

    def mask(self, number: int) -> bytes | None:
        """A byte for each key."""
        keys = self.keys(number)
        return None if keys is None else bytes(key in keys for key in range(self.key_count + 1))

class ManyNullsError(Exception):
    """Columns have more nulls than are built without counting."""

class Budget:
    """The bytes that columns may take. While `is_counting`, columns charge them and keep no values."""

    def __init__(self, allowed: int, nulls: float = math.inf, is_counting: bool = False) -> None:
        self.allowed, self.nulls, self.is_counting = allowed, nulls, is_counting

    def charge_nulls(self, size: int) -> None:
        self.charge(size)
        self.nulls -= size
        if self.nulls < 0:
            raise ManyNullsError

    def charge(self, size: int) -> None:
        self.allowed -= size
        if self.allowed < 0:
            raise GraphError(0, "limit", "the tables take more than maximum_cost_per_byte and maximum_memory allow")

class Column:
    """The values at one place."""

    def __init__(self) -> None:
        self.length = 0
        self.variants: dict[tuple[int, int], Variant] = {}

    def next_row(self, kind: int, detail: int, budget: Budget) -> Variant:
        """The variant for the next row, which that row then has."""
        variant = self.variants.get((kind, detail))
        if variant is None:
            variant = self.variants[kind, detail] = Variant(kind, detail)
            budget.charge(256)
        variant.fill(self.length, budget)
        variant.add_row(budget)
        self.length += 1
        return variant

    def finished(self, budget: Budget) -> RawColumn:
        return self.length, [variant.finished(self.length, budget) for variant in self.variants.values()]

class Variant:
    """The values of one kind at one place; the other rows are null."""

    def __init__(self, kind: int, detail: int) -> None:
        self.kind, self.detail = kind, detail
        self.length = 0
        self.validity = bytearray()
        self.values = bytearray()
        self.offsets = array("i", [0] if kind in WITH_OFFSETS else [])
        self.fields: dict[int, Column] = {}
        self.elements = Column() if kind in (LIST, MAPPING, PRESENT) else None
        self.keys = Column() if kind == MAPPING else None

    def fill(self, row: int, budget: Budget) -> None:
        """Nulls up to a row."""
        missing = row - self.length
        budget.charge(1)
        budget.charge_nulls(missing * WIDTHS.get(self.kind, 4))
        self.length = row
        if budget.is_counting:
            return
        self.validity.extend(bytes((row + 7) // 8 - len(self.validity)))
        self.values.extend(bytes(missing * WIDTHS.get(self.kind, 0)))
        if self.kind in WITH_OFFSETS:
            self.offsets.extend([self.offsets[-1]] * missing)

    def add_row(self, budget: Budget) -> None:
        if not budget.is_counting:
            if self.length % 8 == 0:
                self.validity.append(0)
            self.validity[self.length >> 3] |= 1 << (self.length & 7)
        self.length += 1

    def field(self, key: int) -> Column:
        """The column of a key, for the row that was begun last."""
        column = self.fields.setdefault(key, Column())
        column.length = self.length - 1
        return column

    def put(self, data: bytes, budget: Budget, width: int = 0) -> None:
        """The value of the row that was begun last; with a width its elements are counted."""
        budget.charge(len(data))
        if not budget.is_counting:
            self.values += data
        if width:
            self.end_row(len(self.values) // width, budget)

    def end_row(self, end: int, budget: Budget) -> None:
        if budget.is_counting:
            return
        if end > LARGEST_OFFSET:
            raise GraphError(0, "limit", "a column takes more than 2^31 bytes or elements")
        self.offsets.append(end)

    def finished(self, length: int, budget: Budget) -> tuple[Any, ...]:
        self.fill(length, budget)
        for column in self.fields.values():
            column.length = length
        if self.kind == PRESENT and self.elements is not None:
            self.elements.length = length
        fields = [(key, column.finished(budget)) for key, column in self.fields.items()]
        parts = [None if column is None else column.finished(budget) for column in (self.elements, self.keys)]
        buffers = bytes(self.validity), bytes(self.values), self.offsets.tobytes()
        return (self.kind, self.detail, length, *buffers, fields, *parts)

class _Frame:
    """A value whose parts are being read. Without a variant nobody asks for them."""

    __slots__ = ("kind", "variant", "target", "items", "count", "wanted")

    def __init__(self, kind: str, variant: Variant | None, target: Column | None, wanted: set[int] | None) -> None:
        self.kind, self.variant, self.target, self.wanted = kind, variant, target, wanted
        self.items: Variant | None = None
        self.count = 0

class ColumnVisitor(Visitor):
    """Puts the value of a record into the next row of a column."""

    def __init__(self, archive: Archive, key_numbers: Mapping[str | None, int], column: Column, wanted: set[int] | None,
                 budget: Budget) -> None:
        self.archive, self.key_numbers, self.column, self.wanted, self.budget = archive, key_numbers, column, wanted, budget
        self.frames: list[_Frame] = []

    def _target(self, label: str | None) -> Column | None:
        """The column of the next value; None if it is not asked for."""
        if not self.frames:
            return self.column
        frame = self.frames[-1]
        frame.count += 1
        variant = frame.variant
        if frame.kind not in (CLOSED, OPEN, SEQUENCE, MAP, SOME):
            return frame.target
        if variant is None:
            return None
        if frame.kind in (CLOSED, OPEN):
            key = 0 if label is None else self.key_numbers[label]
            if frame.wanted is not None and key not in frame.wanted:
                return None
            if key:
                return variant.field(key)
            frame.items = frame.items or variant.field(0).next_row(LIST, 0, self.budget)
            return frame.items.elements
        if frame.kind == SOME and variant.elements is not None:
            variant.elements.length = variant.length - 1
        return variant.keys if frame.kind == MAP and frame.count % 2 else variant.elements

    def leaf(self, label: str | None, kind: str, value: Any) -> None:
        column = self._target(label)
        if column is None:
            return
        if value is None or kind == "conditional" and value not in self.archive.records:
            column.length += 1
        elif kind == "constant":
            column.next_row(BOOLEAN, 0, self.budget).put(bytes([value]), self.budget)
        elif kind == "integer":
            self._integer(column, value)
        elif kind == "float":
            column.next_row(NUMBER, 0, self.budget).put(struct.pack("<d", float_value(value[1])), self.budget)
        elif kind == "string":
            column.next_row(STRING, 0, self.budget).put(value.encode(), self.budget, 1)
        elif kind == "binary" or kind == "packed" and KINDS_OF_PACKED[value[0]] == PACKED_BYTES:
            column.next_row(BINARY, 0, self.budget).put(value if kind == "binary" else value[1], self.budget, 1)
        elif kind == "packed":
            number = KINDS_OF_PACKED[value[0]]
            column.next_row(PACKED, number, self.budget).put(value[1], self.budget, PACKED_KINDS[number][1])
        else:
            column.next_row(REFERENCE, 0, self.budget).put(struct.pack("<I", value), self.budget)

    def _integer(self, column: Column, value: int) -> None:
        if -(1 << 63) <= value < 1 << 63:
            column.next_row(INTEGER, 0, self.budget).put(struct.pack("<q", value), self.budget)
        elif 0 <= value < 1 << 64:
            column.next_row(UNSIGNED, 0, self.budget).put(struct.pack("<Q", value), self.budget)
        else:
            # As it would be stored: with a sign if that can hold it.
            signed = value < 1 << 127
            column.next_row(WIDE, int(signed), self.budget).put(value.to_bytes(16, "little", signed=signed), self.budget, 1)

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        column, variant, wanted = self._target(label), None, None
        if column is not None:
            if len(self.frames) >= DEEPEST_COLUMN:
                raise GraphError(0, "limit", f"values are nested deeper than {DEEPEST_COLUMN}, too deep for a table")
            if kind in (CLOSED, OPEN) and number is not None:
                variant = column.next_row(STRUCT, self.archive.tables[self.archive.shapes[number].type], self.budget)
                wanted = self.wanted if not self.frames else None
            elif kind in (SEQUENCE, MAP, SOME):
                variant = column.next_row({SEQUENCE: LIST, MAP: MAPPING, SOME: PRESENT}[kind], 0, self.budget)
        self.frames.append(_Frame(kind, variant, column, wanted))

    def end(self, kind: str) -> None:
        frame = self.frames.pop()
        for variant in (frame.items, frame.variant if kind in (SEQUENCE, MAP) else None):
            if variant is not None and variant.elements is not None:
                variant.end_row(variant.elements.length, self.budget)

def type_of(archive: Archive, record: bytes) -> int | None:
    """The number of the type of the composite that a record is; None for another value."""
    tag = record[0]
    if 0x60 <= tag < 0x80:
        shape = tag - 0x60
    elif tag in (0xE2, 0xE3):
        shape, shift = 0, 0
        for byte in record[1:11]:
            shape |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
    else:
        return None
    return archive.shapes[shape].type if shape < len(archive.shapes) else None

def read_columns(archive: Archive, records: RecordTable, plan: Plan, budget: int) -> list[RawTable]:
    """The tables of a plan for some records. Raises GraphError if a record that it asks for is not sound.

    Few values can make many nulls. Then all bytes are counted before anything is kept.
    """
    few_nulls = FREE_NULLS + NULLS_PER_BYTE * (records.starts[-1] - records.starts[0])
    try:
        return _tables(archive, records, plan, Budget(budget, few_nulls))
    except ManyNullsError:
        _tables(archive, records, plan, Budget(budget, is_counting=True))
        return _tables(archive, records, plan, Budget(budget))

def _tables(archive: Archive, records: RecordTable, plan: Plan, left: Budget) -> list[RawTable]:
    columns: dict[int, tuple[Column, array[int]]] = {}
    key_numbers = {key: number for number, key in enumerate(archive.keys)}
    for record in records:
        number = type_of(archive, archive.data[record.start:record.start + min(record.size, 11)])
        table = len(archive.types) if number is None else archive.tables[number]
        if plan.is_asked_for(table):
            column, ids = columns.setdefault(table, (Column(), array("I")))
            left.charge(4)
            ids.append(record.id)
            archive.walk(record, ColumnVisitor(archive, key_numbers, column, plan.keys(table), left))
    return [(number, column.finished(left), ids.tobytes()) for number, (column, ids) in sorted(columns.items())]
