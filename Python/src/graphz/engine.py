"""What does the work on bytes: the reference in Python, or the same in C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from graphz import graphz_filter, lz4_block, xxh3
from graphz.codecs import decompress_frame, inflate
from graphz.record_table import RecordTable

if TYPE_CHECKING:
    from graphz.columns import Plan, RawTable
    from graphz.graph_reader import Archive

CODEC_NONE, CODEC_DEFLATE, CODEC_LZ4, CODEC_ZSTD = 0, 1, 2, 3


class Hasher(Protocol):
    """A hash of bytes that come in pieces."""

    def update(self, data: bytes) -> None: ...

    def digest(self) -> int: ...


class Engine:
    """The reference: Python that was written from the specifications alone."""

    name = "reference"

    def hash(self, data: bytes) -> int:
        return xxh3.xxh3(data)

    def hasher(self) -> Hasher:
        return xxh3.XXH3()

    def decompress(self, codec: int, stored: bytes, plain_size: int) -> bytes:
        """The plain bytes of a block. Raises GraphError unless there are exactly `plain_size`."""
        if codec == CODEC_DEFLATE:
            return inflate(stored, plain_size)
        if codec == CODEC_ZSTD:
            return decompress_frame(stored, plain_size)
        return self.decode_lz4(stored, plain_size)

    def decode_lz4(self, stored: bytes, plain_size: int) -> bytes:
        return lz4_block.decode_block(stored, plain_size)

    def join(self, form: bytes, plain_size: int) -> bytes:
        return graphz_filter.join(form, plain_size)

    def record_table(self, table: bytes, record_table_offset: int, maximum: int, within: range) -> RecordTable | None:
        """The part of the record table within a range of bytes, or None if it must be read, or refused, by the reference."""
        return None

    def are_records_sound(self, archive: Archive) -> bool:
        """True when it is known that every record is sound; False when the reference has to tell."""
        return False

    def columns(self, archive: Archive, records: RecordTable, plan: Plan, budget: int) -> list[RawTable]:
        """The values of those records that a plan asks for. Raises GraphError if one is not sound, or they take too much."""
        from graphz.columns import read_columns
        return read_columns(archive, records, plan, budget)


REFERENCE = Engine()
