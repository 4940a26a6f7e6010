"""A strict reader of raw `.graph` archives, written from Docs/format-graph.md alone.

It knows nothing of Swift types: it checks and shows structure. It is the second opinion on the format, so it favours
being easy to compare with the specification over speed. It never recurses. The other engines are compared with it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, overload

from graphz import policy
from graphz.engine import REFERENCE, Engine
from graphz.errors import GraphError
from graphz.graph_cursor import Cursor
from graphz.graph_values import CLOSED, OPEN, RecordParser, Visitor, leads_elsewhere
from graphz.policy import GraphPolicy
from graphz.record_table import Record, RecordTable

SIGNATURE = b"\x89GRAPH\r\n"
END_MARK = SIGNATURE[2::-1]
VERSION = 1
HEADER_SIZE = 9
LEAST_TRAILER = 2 + len(END_MARK)
MOST_TRAILER = 20 + len(END_MARK)
TABLE_COUNT_LIMIT = 1 << 32
TYPE_VERSION_LIMIT = 1 << 32

TYPE_IS_CLASS = 1
TYPE_HAS_NAME = 2
TYPE_NAME_IS_CHOSEN = 4
TYPE_HAS_VERSION = 8
TYPE_FLAGS = TYPE_IS_CLASS | TYPE_HAS_NAME | TYPE_NAME_IS_CHOSEN | TYPE_HAS_VERSION

SHAPE_HAS_TYPE = 1
SHAPE_HAS_KEYS = 2
SHAPE_FLAG_BITS = 2

MOST_EXTENSIONS = 1024
LONGEST_EXTENSION_NAME = 255

# What the smallest entry of each table takes, so that a count can be refused before anything is reserved for it.
LEAST_KEY = 1
LEAST_TYPE = 2
LEAST_SHAPE = 1


class Type(NamedTuple):
    """A type of the directory. `composites` is what the archive says; `check` finds out whether it is right."""

    flags: int
    readable_name: str
    name: str | None
    version: int
    composites: int


class Shape(NamedTuple):
    """A list of slots: the numbers of their keys, or 0."""

    type: int
    slots: list[int]
    keys: set[int]


class CompositeCounter(Visitor):
    """Counts the composites of each type."""

    def __init__(self, archive: Archive) -> None:
        self._shapes = archive.shapes
        self.counts = [0] * len(archive.types)

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        if kind in (CLOSED, OPEN) and number is not None:
            self.counts[self._shapes[number].type] += 1


class Source(Protocol):
    """The bytes of a raw archive, of which any part can be read."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> bytes: ...


class Archive:
    """The header, trailer, record table and directory of an archive, all checked. Records are checked by `walk`."""

    def __init__(self, data: Source, limits: GraphPolicy | None = None, engine: Engine = REFERENCE,
                 within: range | None = None) -> None:
        """Raises GraphError when anything outside the records breaks the format. `within` limits what is kept of the record
        table to records that begin in this range."""
        self.data = data
        self.policy = limits or GraphPolicy()
        self.engine = engine
        self.entry_count = 0
        self.is_whole = within is None
        self._read_header()
        self._read_trailer()
        policy.check(len(data), self.policy.maximum_plain_byte_count, "bytes of the raw archive", "maximum_plain_byte_count")
        self.records = self._read_record_table(range(self.record_table_offset) if within is None else within)
        self.id_count = self.records.id_count
        self._read_directory()

    def walk(self, record: Record, visitor: Visitor | None = None) -> None:
        """Check one record to its last byte, telling `visitor` of each value."""
        data = self.data[record.start:record.start + record.size]
        if record.id != 0 and leads_elsewhere(data[0]):
            raise GraphError(record.start, "R34",
                             "the record of an object begins like a reference, nil, some or typed")
        try:
            RecordParser(self, visitor).parse(data)
        except GraphError as error:
            raise error.shifted(record.start) from None

    def check(self) -> None:
        """Check every record, and the counts. Raises GraphError at the first that breaks the format."""
        if not self.engine.are_records_sound(self):
            counter = CompositeCounter(self)
            for record in self.records:
                self.walk(record, counter)
            self._check_counts(counter.counts)

    def _check_counts(self, counts: list[int]) -> None:
        if not self.is_whole:
            return
        for number, (entry, found, place) in enumerate(zip(self.types, counts, self.count_places)):
            if entry.composites != found:
                raise GraphError(place, "R30",
                                 f"the archive claims {entry.composites} composites of type {number}, it has {found}")

    def _read_header(self) -> None:
        head = bytes(self.data[:HEADER_SIZE])
        if len(head) < len(SIGNATURE) and SIGNATURE.startswith(head):
            raise GraphError(len(head), "R5", "the archive ends within its signature", "truncated")
        if not head.startswith(SIGNATURE):
            raise GraphError(0, "R5", "this is no .graph archive: it does not begin with the signature")
        if len(head) < HEADER_SIZE:
            raise GraphError(len(head), "R7", "the archive ends within its header")
        if head[8] != VERSION:
            raise GraphError(8, "R6", f"version {head[8]} is unknown", None if head[8] else "malformed")

    def _read_trailer(self) -> None:
        size = len(self.data)
        if size < HEADER_SIZE + LEAST_TRAILER:
            raise GraphError(size, "R7", "the archive ends right behind its header")
        end = bytes(self.data[max(HEADER_SIZE, size - MOST_TRAILER):])
        if not end.endswith(END_MARK):
            raise GraphError(size, "R10",
                             "the end mark is missing: the archive is truncated or followed by other bytes")
        marked = size - len(END_MARK)
        backwards = end[:-len(END_MARK)][::-1]
        trailer = Cursor(backwards, 0, len(backwards), rule="R11")
        try:
            directory_size = trailer.varint("directory size")
            table_size = trailer.varint("record table size")
        except GraphError as error:
            raise GraphError(marked, error.rule, error.message) from None
        self.trailer_offset = marked - trailer.position
        self.directory_offset = self.trailer_offset - directory_size
        self.record_table_offset = self.directory_offset - table_size
        if self.record_table_offset < HEADER_SIZE:
            raise GraphError(marked, "R11", "the sizes of the trailer are more than the archive has")

    def _read_record_table(self, within: range) -> RecordTable:
        table = self.data[self.record_table_offset:self.directory_offset]
        maximum = self.policy.maximum_object_count
        fast = self.engine.record_table(table, self.record_table_offset, maximum, within)
        if fast is not None:
            return fast
        try:
            return RecordTable.read(table, self.record_table_offset, maximum).part(within)
        except GraphError as error:
            raise error.shifted(self.record_table_offset) from None

    def _read_directory(self) -> None:
        data = self.data[self.directory_offset:self.trailer_offset]
        try:
            self._read_directory_of(Cursor(data, 0, len(data)))
        except GraphError as error:
            raise error.shifted(self.directory_offset) from None

    def _read_directory_of(self, directory: Cursor) -> None:
        self._read_keys(directory)
        types = self._read_types(directory)
        self._read_shapes(directory, len(types))
        # Each of them takes at least one byte.
        if len(types) > directory.end - directory.position:
            raise GraphError(directory.position, "R30", "there is not a count for each type")
        self.count_places: list[int] = []
        self.types: list[Type] = []
        for fields in types:
            self.count_places.append(self.directory_offset + directory.position)
            self.types.append(Type(*fields, directory.varint("composite count")))
        self.extensions = self._read_extensions(directory)
        first_of_name: dict[str, int] = {}
        # For each type the first with its readable name: a class in two versions is two types.
        self.tables = [first_of_name.setdefault(entry.readable_name, number) for number, entry in enumerate(self.types)]
        directory.finish("R31", "the directory")

    def _read_extensions(self, directory: Cursor) -> dict[str, bytes]:
        """What follows the counts, if anything: bytes by their names, which no value needs."""
        extensions: dict[str, bytes] = {}
        if directory.position == directory.end:
            return extensions
        at = directory.position
        count = directory.varint("extension count")
        if not 1 <= count <= MOST_EXTENSIONS:
            raise GraphError(at, "R65", f"there are {count} extensions, not 1 to {MOST_EXTENSIONS}")
        last = b""
        for _ in range(count):
            at = directory.position
            name = directory.take(directory.varint("size of an extension's name"), "name of an extension")
            if not 1 <= len(name) <= LONGEST_EXTENSION_NAME or any(byte <= 0x20 or byte >= 0x7F for byte in name):
                raise GraphError(at, "R66", "the name of an extension is empty, too long, or not of visible ASCII characters")
            if name <= last:
                raise GraphError(at, "R67", "two extensions have one name, or are not in the order of their names")
            last = name
            extensions[name.decode("ascii")] = directory.take(directory.varint("size of an extension"), "an extension")
        return extensions

    def _count_entries(self, count: int, at: int) -> None:
        self.entry_count += count
        policy.check(self.entry_count, self.policy.maximum_directory_entry_count, "keys, types, shapes and slots",
                     "maximum_directory_entry_count", at)

    def _table_count(self, directory: Cursor, what: str, least_bytes: int) -> int:
        at = directory.position
        count = directory.count(what, least_bytes)
        if count >= TABLE_COUNT_LIMIT:
            raise GraphError(at, "R4", f"{what} is 2^32 or above")
        self._count_entries(count, at)
        return count

    def _read_keys(self, directory: Cursor) -> None:
        # Two keys are the same key only when they have the same bytes; Python compares strings that way.
        self.keys: list[str | None] = [None]
        seen: set[str] = set()
        for _ in range(self._table_count(directory, "key count", LEAST_KEY)):
            at = directory.position
            key = directory.string("key")
            if key in seen:
                raise GraphError(at, "R21", "two keys are equal")
            seen.add(key)
            self.keys.append(key)

    def _read_types(self, directory: Cursor) -> list[tuple[int, str, str | None, int]]:
        types: list[tuple[int, str, str | None, int]] = []
        names: set[tuple[str, int]] = set()
        for _ in range(self._table_count(directory, "type count", LEAST_TYPE)):
            at = directory.position
            flags = directory.u8("type flags")
            if flags & ~TYPE_FLAGS:
                raise GraphError(at, "R22", f"type flags {flags:#04x} are unknown")
            if flags & TYPE_NAME_IS_CHOSEN and not flags & TYPE_HAS_NAME:
                raise GraphError(at, "R23", "a type has a chosen name but no name")
            readable_name = directory.string("readable type name")
            name = directory.string("type name") if flags & TYPE_HAS_NAME else None
            for length in (len(text.encode()) for text in (readable_name, name) if text is not None):
                policy.check(length, self.policy.maximum_type_name_length, "bytes of the name of a type",
                             "maximum_type_name_length", at)
            if name == "":
                raise GraphError(at, "R24", "the name of a type is empty")
            place = directory.position
            version = directory.varint("type version") if flags & TYPE_HAS_VERSION else 0
            if version >= TYPE_VERSION_LIMIT or flags & TYPE_HAS_VERSION and version == 0:
                raise GraphError(place, "R26", "a type version is 2^32 or above, or 0 and there")
            if name is not None:
                if (name, version) in names:
                    raise GraphError(at, "R25", "the name and the version of a type are those of another type")
                names.add((name, version))
            types.append((flags, readable_name, name, version))
        return types

    def _read_shapes(self, directory: Cursor, type_count: int) -> None:
        self.shapes: list[Shape] = []
        # What a shape has without saying so.
        next_type, next_key = 0, 1
        for _ in range(self._table_count(directory, "shape count", LEAST_SHAPE)):
            at = directory.position
            head = directory.varint("head of a shape")
            slot_count = head >> SHAPE_FLAG_BITS
            type_number = directory.varint("type of a shape") if head & SHAPE_HAS_TYPE else next_type
            if type_number >= type_count:
                raise GraphError(at, "R27" if head & SHAPE_HAS_TYPE else "R8",
                                  f"a shape is of type {type_number}, there are {type_count} types")
            keys: set[int] = set()
            if head & SHAPE_HAS_KEYS:
                directory.need(slot_count, "the keys of a shape")
                self._count_entries(slot_count, at)
                slots = [self._read_slot(directory, keys) for _ in range(slot_count)]
            elif next_key + slot_count > len(self.keys):
                raise GraphError(at, "R9", f"a shape has {slot_count} keys from {next_key} on, "
                                            f"the last one is {len(self.keys) - 1}")
            else:
                self._count_entries(slot_count, at)
                slots = list(range(next_key, next_key + slot_count))
                keys.update(slots)
            self.shapes.append(Shape(type_number, slots, keys))
            next_type = max(next_type, type_number + 1)
            next_key = max([next_key - 1, *keys]) + 1

    def _read_slot(self, directory: Cursor, keys: set[int]) -> int:
        at = directory.position
        key = directory.varint("key of a slot")
        if key >= len(self.keys):
            raise GraphError(at, "R28", f"a slot has the key {key}, the last one is {len(self.keys) - 1}")
        if key in keys:
            raise GraphError(at, "R29", f"the key {key} occurs twice in one shape")
        if key != 0:
            keys.add(key)
        return key


def verdict(data: bytes) -> GraphError | None:
    """None when `data` is an archive that follows the format throughout, else the first rule that it breaks."""
    try:
        Archive(data).check()
    except GraphError as error:
        return error
    return None
