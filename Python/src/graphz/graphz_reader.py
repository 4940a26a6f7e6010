"""A strict reader of `.graphz` containers, from the beginning to the end, written from Docs/format-graphz.md alone."""

from __future__ import annotations

import struct

from graphz import graph_reader
from graphz.engine import REFERENCE, Engine
from graphz.errors import GraphError
from graphz.graph_cursor import Cursor
from graphz.policy import GraphPolicy
from graphz.sections import (
    DATA,
    END,
    END_PAYLOAD_SIZE,
    HEADER_SIZE,
    INDEX,
    MAX_META_SIZE,
    META,
    STORED_RAW,
    UNKNOWN_SIZE,
    Section,
    check_block,
    check_place,
    plain_block,
    read_file_header,
    read_metadata,
    read_section_header,
)


class Container:
    """A container, checked to its last byte while it is read."""

    def __init__(self, data: bytes, limits: GraphPolicy | None = None, engine: Engine = REFERENCE) -> None:
        """Raises GraphError when the container breaks the format or exceeds a limit."""
        self.data = data
        self.policy = limits or GraphPolicy()
        self.engine = engine
        self.metadata: dict[str, str] = {}
        self.sections: list[Section] = []
        self.data_offsets: list[int] = []
        self.pieces: list[bytes] = []
        self.plain_size = 0
        self.plain_hash = engine.hasher()
        self.header = read_file_header(data[:HEADER_SIZE], engine)
        if self.header.declared_size != UNKNOWN_SIZE:
            self.policy.check_plain_size(self.header.declared_size, len(data))
        self._read_sections()
        self.plain = b"".join(self.pieces)

    def _read_sections(self) -> None:
        position = HEADER_SIZE
        while True:
            if position == len(self.data):
                raise GraphError(position, "Z1", "the end section is missing: the file is truncated")
            section = self._read_section(position)
            self.sections.append(section)
            position += HEADER_SIZE + section.stored_size
            if section.type == DATA:
                self._read_block(section)
            elif section.type == INDEX:
                self._check_index(section)
            elif section.type == META:
                self.metadata = read_metadata(section)
            elif section.type == END:
                self._check_end(section)
                break

    def _read_section(self, offset: int) -> Section:
        section = read_section_header(self.data[offset:offset + HEADER_SIZE], offset, len(self.sections), self.engine)
        self._check_section(section)
        start = offset + HEADER_SIZE
        payload = Cursor(self.data, start, len(self.data), "Z1").take(section.stored_size, "a section's payload")
        return section.with_payload(payload, self.engine)

    def _check_section(self, section: Section) -> None:
        """Check what the header of a section says for its type, before its payload is looked at."""
        is_raw = section.flags & STORED_RAW
        check_place(section, self.sections[-1] if self.sections else None)
        if section.type == DATA:
            self._check_block(section)
        elif section.type == INDEX:
            if not is_raw:
                raise GraphError(section.offset, "Z33", "an index is not raw")
            if not self.data_offsets:
                raise GraphError(section.offset, "Z34", "there is an index, but there are no blocks")
        elif section.type == META:
            if not is_raw:
                raise GraphError(section.offset, "Z27", "metadata are not raw")
            if section.stored_size > MAX_META_SIZE:
                raise GraphError(section.offset + 8, "Z28", "metadata are too large")
        elif section.type == END and not (is_raw and section.stored_size == END_PAYLOAD_SIZE):
            raise GraphError(section.offset, "Z37", f"the end section is not {END_PAYLOAD_SIZE} plain bytes")

    def _check_block(self, section: Section) -> None:
        if self.pieces and len(self.pieces[-1]) != self.header.block_size:
            raise GraphError(section.offset, "Z21", "a block that is not full is followed by another")
        check_block(section, self.header)
        self.policy.check_plain_size(self.plain_size + section.plain_size, len(self.data))

    def _read_block(self, section: Section) -> None:
        block = plain_block(section, self.header, self.engine)
        self.data_offsets.append(section.offset)
        self.pieces.append(block)
        self.plain_size += len(block)
        self.plain_hash.update(block)

    def _check_index(self, section: Section) -> None:
        expected = b"".join(offset.to_bytes(8, "little") for offset in self.data_offsets)
        if section.payload != expected:
            raise GraphError(section.offset, "Z35", "the index does not name the blocks")

    def _check_end(self, section: Section) -> None:
        size, plain_hash, index, count = struct.unpack("<4Q", section.payload)
        if size != self.plain_size:
            raise GraphError(section.offset, "Z38", f"{self.plain_size} plain bytes, the end section says {size}")
        declared = self.header.declared_size
        if declared not in (UNKNOWN_SIZE, size):
            raise GraphError(16, "Z39", f"{self.plain_size} plain bytes, the header says {declared}")
        if count != len(self.data_offsets):
            raise GraphError(section.offset, "Z42", f"{len(self.data_offsets)} blocks, the end section names {count}")
        offsets = [entry.offset for entry in self.sections if entry.type == INDEX]
        if [index] != (offsets or [0]):
            raise GraphError(section.offset, "Z41", "the end section does not name the index")
        behind = section.offset + HEADER_SIZE + END_PAYLOAD_SIZE
        if behind != len(self.data):
            raise GraphError(behind, "Z2", f"{len(self.data) - behind} bytes follow the end section")
        if plain_hash != self.plain_hash.digest():
            raise GraphError(section.offset, "Z40", "the hash of all plain bytes does not match")


def verdict(data: bytes) -> GraphError | None:
    """None when `data` is a container that follows the format and holds an archive that does, else the reason."""
    try:
        return graph_reader.verdict(Container(data).plain)
    except GraphError as error:
        return error
