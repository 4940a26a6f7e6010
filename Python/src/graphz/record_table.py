"""The record table of a raw archive: section 3.1 of Docs/format-graph.md."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from graphz import policy
from graphz.errors import GraphError
from graphz.graph_cursor import Cursor

FIRST_RECORD = 9
LEAST_ENTRY = 1
ID_COUNT_LIMIT = (1 << 32) - 1


class Record(NamedTuple):
    """A record: the id of its object, where it begins in the archive, and how many bytes it has."""

    id: int
    start: int
    size: int


class RecordTable:
    """Where each record lies, by place and by id. The starts have one more element: the end of the last record.

    A part of the table has some of the records, and still knows which ids have one.
    """

    def __init__(self, ids: array[int], starts: array[int], id_count: int, bits: bytes | None = None) -> None:
        self.ids = ids
        self.starts = starts
        self.id_count = id_count
        self._bits = bits
        self._places: dict[int, int] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Record]:
        return map(self.at, range(len(self.ids)))

    def __contains__(self, identifier: int) -> bool:
        return 0 <= identifier < self.id_count and bool(self.bits()[identifier >> 3] >> (identifier & 7) & 1)

    def at(self, place: int) -> Record:
        start = self.starts[place]
        return Record(self.ids[place], start, self.starts[place + 1] - start)

    def place(self, identifier: int) -> int | None:
        """The place of the record of an id, if it has one."""
        # Most often records stand in the order of their ids.
        if 0 <= identifier < len(self.ids) and self.ids[identifier] == identifier:
            return identifier
        if self._places is None:
            self._places = {found: place for place, found in enumerate(self.ids) if found != place}
        return self._places.get(identifier)

    def bits(self) -> bytes:
        """A bit for each id, set if it has a record."""
        if self._bits is None:
            bits = bytearray(self.id_count // 8 + 1)
            for identifier in self.ids:
                bits[identifier >> 3] |= 1 << (identifier & 7)
            self._bits = bytes(bits)
        return self._bits

    def part(self, within: range) -> RecordTable:
        """The records that begin in a range of the archive's bytes."""
        first, end = (bisect_left(self.starts, bound, 0, len(self.ids)) for bound in (within.start, within.stop))
        if first >= end:
            return RecordTable(array("Q"), array("Q", [FIRST_RECORD]), self.id_count, self.bits())
        return RecordTable(self.ids[first:end], self.starts[first:end + 1], self.id_count, self.bits())

    @classmethod
    def read(cls, data: bytes, record_table_offset: int, maximum: int) -> RecordTable:
        """Read the table whose bytes are `data`. Raises GraphError with an offset in them."""
        table = Cursor(data, 0, len(data))
        record_bytes = record_table_offset - FIRST_RECORD
        count = table.count("record count", LEAST_ENTRY)
        if count < 1:
            raise GraphError(0, "R12", "there is no root record")
        at = table.position
        id_count = table.varint("id count")
        if not count <= id_count <= record_bytes + 1 or id_count > ID_COUNT_LIMIT:
            raise GraphError(at, "R13", f"the id count {id_count} does not fit {count} records of {record_bytes} bytes")
        # The id count has taken bytes that the first check still counted.
        table.need(count * LEAST_ENTRY, "record table")
        # Objects that only conditional references name take memory, too.
        policy.check(id_count - 1, maximum, "objects", "maximum_object_count", table.position)
        ids, starts = array("Q"), array("Q", [FIRST_RECORD])
        seen = set()
        for _ in range(count):
            identifier, size = cls._entry(table, ids, record_table_offset - starts[-1], id_count)
            if identifier in seen:
                raise GraphError(table.position, "R19", f"two records have the id {identifier}")
            seen.add(identifier)
            ids.append(identifier)
            starts.append(starts[-1] + size)
        table.finish("R20", "the record table")
        if starts[-1] != record_table_offset:
            raise GraphError(0, "R15", f"the records end at {starts[-1]}, not at the record table")
        return cls(ids, starts, id_count)

    @staticmethod
    def _entry(table: Cursor, ids: array[int], left: int, id_count: int) -> tuple[int, int]:
        at = table.position
        size_and_flag = table.varint("record size")
        size, explicit = size_and_flag >> 1, size_and_flag & 1
        if size == 0:
            raise GraphError(at, "R14", "a record is empty")
        if size > left:
            raise GraphError(at, "R15", f"a record of {size} bytes passes the record table")
        if not ids:
            if explicit:
                raise GraphError(at, "R16", "the first record has an explicit id")
            return 0, size
        expected = ids[-1] + 1
        identifier = table.varint("record id") if explicit else expected
        if explicit and identifier == expected:
            raise GraphError(at, "R17", f"the record id {identifier} is explicit, but it need not be")
        if identifier >= id_count:
            raise GraphError(at, "R18", f"the record id {identifier} is not below the id count {id_count}")
        return identifier, size
