"""Reading a container at random: section 5 of Docs/format-graphz.md. Only the blocks that are asked for are read."""

from __future__ import annotations

import os
import struct
import threading
from collections import OrderedDict
from typing import BinaryIO, NamedTuple, overload

from graphz.engine import Engine
from graphz.errors import GraphError
from graphz.policy import GraphPolicy
from graphz.sections import (
    CODEC_NAMES,
    DATA,
    END,
    END_PAYLOAD_SIZE,
    FILTERED,
    HEADER_SIZE,
    INDEX,
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

KEPT_BLOCKS = 8


class Block(NamedTuple):
    """A block of a container: where its section lies, and how it is stored."""

    offset: int
    stored_size: int
    plain_offset: int
    plain_size: int
    is_raw: bool
    is_filtered: bool


class FileBytes:
    """The bytes of a file, read when they are asked for."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = file.seek(0, os.SEEK_END)
        # Threads share the position. Not every file has a descriptor for `os.pread`.
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return int(self._size)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> bytes: ...

    def __getitem__(self, index: int | slice) -> int | bytes:
        if isinstance(index, int):
            return self[index:index + 1][0]
        start, stop, _ = index.indices(self._size)
        with self._lock:
            self._file.seek(start)
            data = self._file.read(max(0, stop - start))
        if len(data) != max(0, stop - start):
            raise GraphError(start + len(data), "Z1", "the file has become shorter while it was read", "truncated")
        return data


class BlockBytes:
    """The plain bytes of a container, whose blocks are read when they are asked for.

    What is read is verified by its own hashes. A block of another archive with the same sizes is not noticed; `verify` does.
    """

    def __init__(self, file: FileBytes, limits: GraphPolicy, engine: Engine) -> None:
        self._file, self._engine = file, engine
        self.header = read_file_header(file[:HEADER_SIZE], engine)
        end_offset = len(file) - HEADER_SIZE - END_PAYLOAD_SIZE
        if end_offset < HEADER_SIZE:
            raise GraphError(len(file), "Z1", "the end section is missing: the file is truncated")
        end = self._section(end_offset, END, "Z1")
        self._size, self.plain_hash, index_offset, count = struct.unpack("<4Q", end.payload)
        limits.check_plain_size(self._size, len(file))
        if self.header.declared_size not in (UNKNOWN_SIZE, self._size):
            raise GraphError(16, "Z39", f"{self._size} plain bytes, the header says {self.header.declared_size}")
        if count != -(-self._size // self.header.block_size):
            raise GraphError(end_offset, "Z43", f"{count} blocks cannot have {self._size} plain bytes")
        metadata = self._read_metadata()
        self.metadata = metadata or {}
        first = 0 if metadata is None else 1
        is_listed = index_offset != 0 and end.ordinal == first + count + 1
        # None where the walk has checked the ordinals of all sections.
        self._first_ordinal = first if is_listed else None
        self._named = (index_offset, count, end)
        self._offsets = (self._read_index if is_listed else self._walk)(*self._named)
        if is_listed:
            # Where each block must begin, and INDEX.
            self._starts = (*self._offsets, index_offset)
            self._check_order(HEADER_SIZE + (0 if metadata is None else HEADER_SIZE + self._header(HEADER_SIZE).stored_size), 0)
        self._kept: OrderedDict[int, bytes] = OrderedDict()

    @property
    def codec(self) -> str:
        return CODEC_NAMES[self.header.codec]

    def __len__(self) -> int:
        return int(self._size)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> bytes: ...

    def __getitem__(self, index: int | slice) -> int | bytes:
        size = self.header.block_size
        if isinstance(index, int):
            return self.block(index // size)[index % size]
        start, stop, _ = index.indices(self._size)
        if start >= stop:
            return b""
        first, last = start // size, (stop - 1) // size
        if first == last:
            return self.block(first)[start - first * size:stop - first * size]
        return b"".join(map(self.block, range(first, last + 1)))[start - first * size:stop - first * size]

    def block(self, number: int) -> bytes:
        """The plain bytes of a block. The last few are kept."""
        # Another thread may do the same: no step relies on the one before it.
        kept = self._kept.pop(number, None)
        if kept is None:
            section = self._block_section(number)
            payload = self._file[section.offset + HEADER_SIZE:section.offset + HEADER_SIZE + section.stored_size]
            kept = plain_block(section.with_payload(payload, self._engine), self.header, self._engine)
        self._kept[number] = kept
        if len(self._kept) > KEPT_BLOCKS:
            self._kept.popitem(last=False)
        return kept

    def blocks(self) -> list[Block]:
        """How the blocks are stored. Reads the headers of all sections, and no payload."""
        size = self.header.block_size
        return [Block(section.offset, section.stored_size, number * size, section.plain_size,
                      bool(section.flags & STORED_RAW), bool(section.flags & FILTERED))
                for number, section in enumerate(map(self._block_section, range(len(self._offsets))))]

    def _header(self, offset: int, ordinal: int | None = None) -> Section:
        return read_section_header(self._file[offset:offset + HEADER_SIZE], offset, ordinal, self._engine)

    def _section(self, offset: int, kind: int, rule: str, ordinal: int | None = None) -> Section:
        """A section that must be of a type, with its payload, which must be raw."""
        try:
            section = self._header(offset, ordinal)
        except GraphError as error:
            if kind == END and error.rule == "Z12":
                raise GraphError(offset, "Z1", "the file does not end with an end section: it is truncated") from None
            raise
        if section.type != kind or kind == END and section.stored_size != END_PAYLOAD_SIZE:
            raise GraphError(offset, rule, f"a section of type {section.type:#04x} stands where {kind:#04x} must")
        if not section.flags & STORED_RAW:
            raise GraphError(offset, {END: "Z37", INDEX: "Z33", META: "Z27"}[kind], "a section is not raw")
        payload = self._file[offset + HEADER_SIZE:offset + HEADER_SIZE + section.stored_size]
        return section.with_payload(payload, self._engine)

    def _read_metadata(self) -> dict[str, str] | None:
        if self._header(HEADER_SIZE).type != META:
            return None
        if self._header(HEADER_SIZE).stored_size > 1 << 20:
            raise GraphError(HEADER_SIZE + 8, "Z28", "metadata are too large")
        return read_metadata(self._section(HEADER_SIZE, META, "Z26", 0))

    def _read_index(self, offset: int, count: int, end: Section) -> tuple[int, ...]:
        if offset != end.offset - HEADER_SIZE - 8 * count:
            raise GraphError(end.offset, "Z41", "the end section does not name the index")
        index = self._section(offset, INDEX, "Z41", end.ordinal - 1)
        if index.stored_size != 8 * count:
            raise GraphError(offset, "Z35", "the index does not name the blocks")
        return struct.unpack(f"<{count}Q", index.payload)

    def _walk(self, index_offset: int, count: int, end: Section) -> tuple[int, ...]:
        """The offsets of the blocks, from section header to section header. An index must name them."""
        offsets: list[int] = []
        section, position, ordinal, index = None, HEADER_SIZE, 0, 0
        while section is None or section.type != END:
            previous, section = section, self._header(position, ordinal)
            check_place(section, previous)
            if section.type == DATA:
                offsets.append(position)
            elif section.type == INDEX:
                index = position
            position += HEADER_SIZE + section.stored_size
            ordinal += 1
        if section.offset != end.offset:
            raise GraphError(section.offset + HEADER_SIZE + END_PAYLOAD_SIZE, "Z2", "something follows the end section")
        if len(offsets) != count:
            raise GraphError(end.offset, "Z42", f"{len(offsets)} blocks, the end section names {count}")
        if index != index_offset:
            raise GraphError(end.offset, "Z41", "the end section does not name the index")
        if index and self._read_index(index, count, end) != tuple(offsets):
            raise GraphError(index, "Z35", "the index does not name the blocks")
        return tuple(offsets)

    def _check_order(self, offset: int, number: int) -> None:
        """Goes from section header to section header for the error of a section that END does not count, if there is one."""
        if offset != self._starts[number]:
            self._walk(*self._named)
            raise GraphError(offset, "Z44", "the blocks do not follow one another")

    def _block_section(self, number: int) -> Section:
        ordinal = None if self._first_ordinal is None else self._first_ordinal + number
        section = self._header(self._offsets[number], ordinal)
        size = self.header.block_size
        if section.type != DATA or section.plain_size != min(size, self._size - number * size):
            raise GraphError(section.offset, "Z44", "the index leads to something that is not the block")
        check_block(section, self.header)
        if ordinal is not None:
            self._check_order(section.offset + HEADER_SIZE + section.stored_size, number + 1)
        return section
