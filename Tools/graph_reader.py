#!/usr/bin/env python3
"""A strict reader of raw `.graph` archives, written from Docs/format-graph.md alone.

It knows nothing of Swift types: it checks and shows structure. It is the second opinion on the format, so it favours
being easy to compare with the specification over speed. It never recurses.

    graph_reader.py check FILE...       one verdict a line; status 0 when all are accepted, 1 when one is rejected
    graph_reader.py check --list        file names from standard input, one a line
    graph_reader.py check --stream      archives from standard input, each after its size as a u32
    graph_reader.py dump FILE           readable text
    graph_reader.py json FILE           the structure as JSON
"""

import collections

from graph_cursor import Cursor, FormatError
from graph_values import NESTING_LIMIT, RecordParser, leads_elsewhere

SIGNATURE = b"\x89GRAPH\r\n"
END_MARK = SIGNATURE[2::-1]
VERSION = 1
HEADER_SIZE = 9
LEAST_TRAILER = 2 + len(END_MARK)
MOST_TRAILER = 20 + len(END_MARK)
ID_COUNT_LIMIT = (1 << 32) - 1
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

# What the smallest entry of each table takes, so that a count can be refused before anything is reserved for it.
LEAST_RECORD_ENTRY = 1
LEAST_KEY = 1
LEAST_TYPE = 2
LEAST_SHAPE = 1

Record = collections.namedtuple("Record", "id start size")
Type = collections.namedtuple("Type", "flags readable_name name version composites")
Shape = collections.namedtuple("Shape", "type slots keys")


class Archive:
    """The header, trailer, record table and directory of an archive, all checked. Records are checked by `walk`."""

    def __init__(self, data, nesting_limit=NESTING_LIMIT):
        """Raises FormatError when anything outside the records breaks the format."""
        self.data = data
        self.nesting_limit = nesting_limit
        self._read_header()
        self._read_trailer()
        self._read_record_table()
        self._read_directory()

    def walk(self, record, visitor=None):
        """Check one record to its last byte, telling `visitor` of each value."""
        if record.id != 0 and leads_elsewhere(self.data[record.start]):
            raise FormatError(record.start, "R34",
                              "the record of an object begins like a reference, nil, some or typed")
        RecordParser(self, visitor).parse(record.start, record.start + record.size)

    def check(self):
        """Check every record. Raises FormatError at the first that breaks the format."""
        for record in self.records:
            self.walk(record)

    def _read_header(self):
        data = self.data
        if not data.startswith(SIGNATURE):
            raise FormatError(0, "R5", "this is no .graph archive: it does not begin with the signature")
        if len(data) < HEADER_SIZE:
            raise FormatError(len(data), "R7", "the archive ends within its header")
        if data[8] != VERSION:
            raise FormatError(8, "R6", f"version {data[8]} is unknown")

    def _read_trailer(self):
        size = len(self.data)
        if size < HEADER_SIZE + LEAST_TRAILER:
            raise FormatError(size, "R7", "the archive ends right behind its header")
        if not self.data.endswith(END_MARK):
            raise FormatError(size, "R10",
                              "the end mark is missing: the archive is truncated or followed by other bytes")
        marked = size - len(END_MARK)
        backwards = bytes(self.data[max(HEADER_SIZE, size - MOST_TRAILER):marked])[::-1]
        trailer = Cursor(backwards, 0, len(backwards), rule="R11")
        try:
            directory_size = trailer.varint("directory size")
            table_size = trailer.varint("record table size")
        except FormatError as error:
            raise FormatError(marked, error.rule, error.message) from None
        self.trailer_offset = marked - trailer.position
        self.directory_offset = self.trailer_offset - directory_size
        self.record_table_offset = self.directory_offset - table_size
        if self.record_table_offset < HEADER_SIZE:
            raise FormatError(marked, "R11", "the sizes of the trailer are more than the archive has")

    def _read_record_table(self):
        table = Cursor(self.data, self.record_table_offset, self.directory_offset)
        record_bytes = self.record_table_offset - HEADER_SIZE
        count = table.count("record count", LEAST_RECORD_ENTRY)
        if count < 1:
            raise FormatError(self.record_table_offset, "R12", "there is no root record")
        at = table.position
        self.id_count = table.varint("id count")
        if not count <= self.id_count <= record_bytes + 1 or self.id_count > ID_COUNT_LIMIT:
            raise FormatError(at, "R13",
                              f"the id count {self.id_count} does not fit {count} records of {record_bytes} bytes")
        # The id count has taken bytes that the first check still counted.
        table.need(count * LEAST_RECORD_ENTRY, "record table")
        self.records = []
        seen = set()
        start = HEADER_SIZE
        for _ in range(count):
            record = self._read_record_entry(table, start)
            if record.id in seen:
                raise FormatError(table.position, "R19", f"two records have the id {record.id}")
            seen.add(record.id)
            self.records.append(record)
            start += record.size
        table.finish("R20", "the record table")
        if start != self.record_table_offset:
            raise FormatError(self.record_table_offset, "R15", f"the records end at {start}, not at the record table")
        self.record_ids = seen

    def _read_record_entry(self, table, start):
        at = table.position
        size_and_flag = table.varint("record size")
        size, explicit = size_and_flag >> 1, size_and_flag & 1
        if size == 0:
            raise FormatError(at, "R14", "a record is empty")
        if size > self.record_table_offset - start:
            raise FormatError(at, "R15", f"a record of {size} bytes passes the record table")
        if not self.records:
            if explicit:
                raise FormatError(at, "R16", "the first record has an explicit id")
            return Record(0, start, size)
        expected = self.records[-1].id + 1
        identifier = table.varint("record id") if explicit else expected
        if explicit and identifier == expected:
            raise FormatError(at, "R17", f"the record id {identifier} is explicit, but it need not be")
        if identifier >= self.id_count:
            raise FormatError(at, "R18", f"the record id {identifier} is not below the id count {self.id_count}")
        return Record(identifier, start, size)

    def _read_directory(self):
        directory = Cursor(self.data, self.directory_offset, self.trailer_offset)
        self._read_keys(directory)
        types = self._read_types(directory)
        self._read_shapes(directory, len(types))
        # Each of them takes at least one byte.
        if len(types) > directory.end - directory.position:
            raise FormatError(directory.position, "R30", "there is not a count for each type")
        composites = [directory.varint("composite count") for _ in types]
        self.types = [Type(*fields, count) for fields, count in zip(types, composites)]
        directory.finish("R31", "the directory")

    def _table_count(self, directory, what, least_bytes):
        at = directory.position
        count = directory.count(what, least_bytes)
        if count >= TABLE_COUNT_LIMIT:
            raise FormatError(at, "R4", f"{what} is 2^32 or above")
        return count

    def _read_keys(self, directory):
        # Two keys are the same key only when they have the same bytes; Python compares strings that way.
        self.keys = [None]
        seen = set()
        for _ in range(self._table_count(directory, "key count", LEAST_KEY)):
            at = directory.position
            key = directory.string("key")
            if key in seen:
                raise FormatError(at, "R21", "two keys are equal")
            seen.add(key)
            self.keys.append(key)

    def _read_types(self, directory):
        types = []
        names = set()
        for _ in range(self._table_count(directory, "type count", LEAST_TYPE)):
            at = directory.position
            flags = directory.u8("type flags")
            if flags & ~TYPE_FLAGS:
                raise FormatError(at, "R22", f"type flags {flags:#04x} are unknown")
            if flags & TYPE_NAME_IS_CHOSEN and not flags & TYPE_HAS_NAME:
                raise FormatError(at, "R23", "a type has a chosen name but no name")
            readable_name = directory.string("readable type name")
            name = directory.string("type name") if flags & TYPE_HAS_NAME else None
            if name is not None:
                if name == "":
                    raise FormatError(at, "R24", "the name of a type is empty")
                if name in names:
                    raise FormatError(at, "R25", "the name of a type is that of another type")
                names.add(name)
            at = directory.position
            version = directory.varint("type version") if flags & TYPE_HAS_VERSION else 0
            if version >= TYPE_VERSION_LIMIT:
                raise FormatError(at, "R26", "a type version is 2^32 or above")
            types.append((flags, readable_name, name, version))
        return types

    def _read_shapes(self, directory, type_count):
        self.shapes = []
        # What a shape has without saying so.
        next_type, next_key = 0, 1
        for _ in range(self._table_count(directory, "shape count", LEAST_SHAPE)):
            at = directory.position
            head = directory.varint("head of a shape")
            slot_count = head >> SHAPE_FLAG_BITS
            type_number = directory.varint("type of a shape") if head & SHAPE_HAS_TYPE else next_type
            if type_number >= type_count:
                raise FormatError(at, "R27" if head & SHAPE_HAS_TYPE else "R8",
                                  f"a shape is of type {type_number}, there are {type_count} types")
            keys = set()
            if head & SHAPE_HAS_KEYS:
                directory.need(slot_count, "the keys of a shape")
                slots = [self._read_slot(directory, keys) for _ in range(slot_count)]
            elif next_key + slot_count > len(self.keys):
                raise FormatError(at, "R9", f"a shape has {slot_count} keys from {next_key} on, "
                                            f"the last one is {len(self.keys) - 1}")
            else:
                slots = list(range(next_key, next_key + slot_count))
                keys.update(slots)
            self.shapes.append(Shape(type_number, slots, keys))
            next_type = max(next_type, type_number + 1)
            next_key = max([next_key - 1, *keys]) + 1

    def _read_slot(self, directory, keys):
        at = directory.position
        key = directory.varint("key of a slot")
        if key >= len(self.keys):
            raise FormatError(at, "R28", f"a slot has the key {key}, the last one is {len(self.keys) - 1}")
        if key in keys:
            raise FormatError(at, "R29", f"the key {key} occurs twice in one shape")
        if key != 0:
            keys.add(key)
        return key


def verdict(data):
    """None when `data` is an archive that follows the format throughout, else the first rule that it breaks."""
    try:
        Archive(data).check()
    except FormatError as error:
        return str(error)
    return None


def main(arguments):
    # Imported here because only the command line needs them, and they need this module.
    import graph_command
    return graph_command.main(arguments, __doc__, verdict, Archive)


if __name__ == "__main__":
    import sys
    sys.exit(main(sys.argv[1:]))
