"""The parts of `.graphz` containers: sections 3 and 4 of Docs/format-graphz.md."""

from __future__ import annotations

import struct
from typing import NamedTuple

from graphz.codecs import HAS_ZSTD
from graphz.engine import CODEC_DEFLATE, CODEC_LZ4, CODEC_NONE, CODEC_ZSTD, Engine
from graphz.errors import GraphError
from graphz.graph_cursor import Cursor

SIGNATURE = b"\x89GRZ\r\n\x1A\n"
VERSION = 1
CODEC_NAMES = {CODEC_NONE: "none", CODEC_DEFLATE: "zlib", CODEC_LZ4: "lz4", CODEC_ZSTD: "zstd"}
FILTER_NONE, FILTER_FIELDS = 0, 1
SMALLEST_BLOCK_LOG, LARGEST_BLOCK_LOG = 16, 24
UNKNOWN_SIZE = (1 << 64) - 1
HEADER_SIZE = 32
HASHED_SIZE = 24

DATA, END, META, INDEX = 0x01, 0x02, 0x80, 0x81
ANCILLARY = 0x80
STORED_RAW, FILTERED = 0x01, 0x02
FORM_SIZE = 4
END_PAYLOAD_SIZE = 32
MAX_META_SIZE = 1 << 20


class FileHeader(NamedTuple):
    """What the file header says."""

    codec: int
    filter: int
    block_size: int
    declared_size: int


class Section(NamedTuple):
    """The header of a section, and its payload once that is read."""

    offset: int
    type: int
    flags: int
    ordinal: int
    stored_size: int
    plain_size: int
    payload_hash: int
    payload: bytes = b""

    def with_payload(self, payload: bytes, engine: Engine) -> Section:
        """Raises GraphError unless the payload has its hash."""
        if engine.hash(payload) != self.payload_hash:
            raise GraphError(self.offset + 16, "Z17", "the hash of a section's payload does not match")
        return self._replace(payload=payload)


def is_transfer_damage(data: bytes, letters: bytes = b"GRZ") -> bool:
    """Whether bytes that do not begin with a signature with these letters look as if a transfer had taken the file for text."""
    return any(data.startswith(first + letters) for first in (b"\x89", b"\x09", b"\xC2\x89", b"\xEF\xBF\xBD"))


def has_valid_checksum(head: bytes, engine: Engine) -> bool:
    return engine.hash(head[:HASHED_SIZE]) == int.from_bytes(head[HASHED_SIZE:], "little")


def checked_header(head: bytes, offset: int, rule: str, what: str, engine: Engine) -> None:
    """Raises GraphError unless `head` has 32 bytes, whose hash is right. `rule` is the one that a wrong hash breaks."""
    if len(head) < HEADER_SIZE:
        raise GraphError(offset, "Z1", f"{what} needs {HEADER_SIZE} bytes, {len(head)} are left")
    if not has_valid_checksum(head, engine):
        raise GraphError(offset, rule, f"the hash of {what} does not match")


def check_signature(head: bytes) -> None:
    """Raises GraphError unless a file begins as a container."""
    if head.startswith(SIGNATURE):
        return
    if SIGNATURE.startswith(head):
        raise GraphError(len(head), "Z3", "the file ends within its signature", "truncated")
    if is_transfer_damage(head):
        raise GraphError(0, "Z3", "the signature was damaged in a transfer", "transferDamage")
    raise GraphError(0, "Z3", "this is no .graphz container: it does not begin with the signature")


def read_file_header(head: bytes, engine: Engine) -> FileHeader:
    """The file header from the first 32 bytes, or all that there are. Raises GraphError if it breaks a rule."""
    check_signature(head)
    # A later version may have another header: nothing else is looked at before.
    if len(head) > 8 and head[8] != VERSION and (len(head) < HEADER_SIZE or has_valid_checksum(head, engine)):
        raise GraphError(8, "Z4", f"version {head[8]} is unsupported", None if head[8] else "malformed")
    checked_header(head, 0, "Z5", "the file header", engine)
    codec, filter_number, reserved, block_log, _ = head[9:14]
    if codec == CODEC_ZSTD and not HAS_ZSTD:
        raise GraphError(9, "Z6", "Zstandard is not installed here: pip or apt have it as (python3-)zstandard")
    if codec not in CODEC_NAMES:
        raise GraphError(9, "Z6", f"codec {codec} is unsupported")
    if filter_number not in (FILTER_NONE, FILTER_FIELDS):
        raise GraphError(10, "Z7", f"filter {filter_number} is unsupported")
    if reserved != 0:
        raise GraphError(11, "Z8", f"the reserved byte is {reserved}")
    if not SMALLEST_BLOCK_LOG <= block_log <= LARGEST_BLOCK_LOG:
        raise GraphError(12, "Z9", f"blocks of 2^{block_log} bytes are not allowed")
    if head[14:16] != b"\0\0":
        raise GraphError(14, "Z11", "incompatible flags are unsupported")
    return FileHeader(codec, filter_number, 1 << block_log, int.from_bytes(head[16:24], "little"))


def read_section_header(head: bytes, offset: int, ordinal: int | None, engine: Engine) -> Section:
    """The header of a section from its 32 bytes. Raises GraphError if it breaks a rule, or has another ordinal."""
    checked_header(head, offset, "Z12", "a section header", engine)
    kind, flags, zero, found, stored, plain, payload_hash = struct.unpack_from("<BBHIIIQ", head)
    if flags & ~(STORED_RAW | FILTERED):
        raise GraphError(offset + 1, "Z13", f"section flags {flags:#04x} are unknown")
    if zero:
        raise GraphError(offset + 2, "Z14", "the reserved bytes of a section are not zero")
    if ordinal is not None and found != ordinal:
        raise GraphError(offset + 4, "Z15", f"section {found} stands where section {ordinal} must")
    if flags & FILTERED and (kind != DATA or flags & STORED_RAW):
        raise GraphError(offset + 1, "Z54", "a section is filtered that is no compressed block")
    if flags & STORED_RAW and stored != plain:
        raise GraphError(offset + 8, "Z16", "a section stored raw has two sizes")
    return Section(offset, kind, flags, found, stored, plain, payload_hash)


def check_place(section: Section, previous: Section | None) -> None:
    """Raises GraphError if a section must not follow `previous`, or is of an unknown critical type."""
    if previous is not None and previous.type == INDEX and section.type != END:
        raise GraphError(section.offset, "Z36", "the index is not followed by the end section")
    if section.type == META and section.ordinal != 0:
        raise GraphError(section.offset, "Z26", "metadata are not the first section")
    if not section.type & ANCILLARY and section.type not in (DATA, END):
        raise GraphError(section.offset, "Z18", f"section type {section.type:#04x} is unsupported")


def check_block(section: Section, header: FileHeader) -> None:
    """Raises GraphError if the header of a DATA section breaks a rule."""
    if not 1 <= section.plain_size <= header.block_size:
        raise GraphError(section.offset + 12, "Z20", f"a block of {section.plain_size} plain bytes")
    if section.flags & STORED_RAW:
        return
    if header.codec == CODEC_NONE:
        raise GraphError(section.offset + 1, "Z23", "a block is compressed in a container without a codec")
    if section.stored_size == 0 or section.stored_size >= section.plain_size:
        raise GraphError(section.offset + 8, "Z22", "a compressed block is empty, or no smaller than its plain bytes")
    if section.flags & FILTERED and header.filter == FILTER_NONE:
        raise GraphError(section.offset + 1, "Z54", "a block is filtered in a container without a filter")


def plain_block(section: Section, header: FileHeader, engine: Engine) -> bytes:
    """The plain bytes of a block. Raises GraphError, with an offset in the file, if there are no such bytes."""
    try:
        if section.flags & STORED_RAW:
            return section.payload
        if not section.flags & FILTERED:
            return engine.decompress(header.codec, section.payload, section.plain_size)
        if section.stored_size <= FORM_SIZE:
            raise GraphError(0, "Z55", "a filtered block is too short")
        form_size = int.from_bytes(section.payload[:FORM_SIZE], "little")
        if not 1 <= form_size <= 2 * section.plain_size:
            raise GraphError(0, "Z55", f"a filtered block of {form_size} bytes")
        form = engine.decompress(header.codec, section.payload[FORM_SIZE:], form_size)
        return engine.join(form, section.plain_size)
    except GraphError as error:
        raise error.shifted(section.offset + HEADER_SIZE) from None


def read_metadata(section: Section) -> dict[str, str]:
    """The names and values of META. Raises GraphError if they break a rule."""
    fields = Cursor(section.payload, 0, section.stored_size, "Z29", "Z30")
    metadata: dict[str, str] = {}
    last_name = b""
    while fields.position < fields.end:
        name, value = (fields.text(fields.unsigned(4, "size"), "metadata") for _ in range(2))
        if name == "":
            raise GraphError(section.offset, "Z31", "a name of the metadata is empty")
        if name.encode() <= last_name:
            raise GraphError(section.offset, "Z32", "the names of the metadata are not in ascending order")
        last_name = name.encode()
        metadata[name] = value
    return metadata
