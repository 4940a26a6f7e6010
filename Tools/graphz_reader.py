#!/usr/bin/env python3
"""A strict reader of `.graphz` containers, written from the specification alone.

    graphz_reader.py check FILE...        container and archive: one verdict a line; status 0 when all are accepted
    graphz_reader.py check --list         file names from standard input, one a line
    graphz_reader.py check --stream       containers from standard input, each after its size as a u32
    graphz_reader.py sections FILE        the sections of a container
    graphz_reader.py unpack FILE OUTPUT   the plain bytes of a container
    graphz_reader.py dump FILE            the archive inside as text
    graphz_reader.py json FILE            the archive inside as JSON
"""

import collections
import sys
import zlib

import graph_reader
import graphz_filter
from graph_cursor import Cursor, FormatError
from lz4_block import decode_block
from xxh3 import XXH3, xxh3

SIGNATURE = b"\x89GRZ\r\n\x1A\n"
VERSION = 1
CODEC_NONE, CODEC_DEFLATE, CODEC_LZ4 = 0, 1, 2
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

# A reader of files from anywhere needs a bound; this one is for a tool that holds everything in memory.
MAX_PLAIN_BYTES = 1 << 30

Section = collections.namedtuple("Section", "offset type flags ordinal stored_size plain_size payload")


def signature_damage(data):
    """What a transfer that took the file for text has done to its signature, or None."""
    for damaged, cause in ((b"\x09GRZ", "its high bit was cleared"), (b"\x89GRZ\n\x1A", "its CR LF became LF"),
                           (b"\x89GRZ\r\r", "its LF became CR LF"), (b"\x89GRZ\r\n\x1A\r", "its LF became CR LF"),
                           (b"\x89GRZ\r\x1A", "its CR LF became CR"), (b"\xC2\x89GRZ", "it was taken for Latin-1"),
                           (b"\xEF\xBF\xBDGRZ", "it was taken for UTF-8")):
        if data.startswith(damaged):
            return cause
    return None


class Container:
    """A container, checked to its last byte while it is read."""

    def __init__(self, data, max_plain_bytes=MAX_PLAIN_BYTES):
        """Raises FormatError when the container breaks the format or holds more than `max_plain_bytes`."""
        self.data = data
        self.max_plain_bytes = max_plain_bytes
        self.sections = []
        self.data_offsets = []
        self.pieces = []
        self.plain_size = 0
        self.plain_hash = XXH3()
        self._read_header()
        self._read_sections()
        self.plain = b"".join(self.pieces)

    def _checked_header(self, offset, what):
        """The 24 bytes of a header, after its hash."""
        cursor = Cursor(self.data, offset, len(self.data))
        head = cursor.take(HEADER_SIZE, what)
        if xxh3(head[:HASHED_SIZE]) != int.from_bytes(head[HASHED_SIZE:], "little"):
            raise FormatError(offset, f"the hash of {what} does not match")
        return head

    def _read_header(self):
        data = self.data
        if not data.startswith(SIGNATURE):
            cause = signature_damage(data)
            if cause:
                raise FormatError(0, f"the file was damaged in a transfer: {cause}")
            raise FormatError(0, "this is no .graphz container: it does not begin with the signature")
        head = self._checked_header(0, "the file header")
        version, self.codec, self.filter, width, block_log, self.compatible_flags = head[8:14]
        if version != VERSION:
            raise FormatError(8, f"version {version} is unsupported")
        if self.codec not in (CODEC_NONE, CODEC_DEFLATE, CODEC_LZ4):
            raise FormatError(9, f"codec {self.codec} is unsupported")
        if self.filter not in (FILTER_NONE, FILTER_FIELDS):
            raise FormatError(10, f"filter {self.filter} is unsupported")
        if width != 0:
            raise FormatError(11, f"the reserved byte is {width}")
        if not SMALLEST_BLOCK_LOG <= block_log <= LARGEST_BLOCK_LOG:
            raise FormatError(12, f"blocks of 2^{block_log} bytes are not allowed")
        self.block_size = 1 << block_log
        if head[14:16] != b"\0\0":
            raise FormatError(14, "incompatible flags are unsupported")
        self.declared_size = int.from_bytes(head[16:24], "little")
        if self.declared_size != UNKNOWN_SIZE and self.declared_size > self.max_plain_bytes:
            raise FormatError(16, f"{self.declared_size} plain bytes are more than {self.max_plain_bytes}")

    def _read_sections(self):
        position = HEADER_SIZE
        while True:
            if position == len(self.data):
                raise FormatError(position, "the end section is missing: the file is truncated")
            section = self._read_section(position)
            if self.sections and self.sections[-1].type == INDEX and section.type != END:
                raise FormatError(position, "the index is not followed by the end section")
            self.sections.append(section)
            position += HEADER_SIZE + section.stored_size
            if section.type == DATA:
                self._read_block(section)
            elif section.type == INDEX:
                self._check_index(section)
            elif section.type == META:
                self._check_metadata(section)
            elif section.type == END:
                self._check_end(section)
                break
            elif not section.type & ANCILLARY:
                raise FormatError(section.offset, f"section type {section.type:#04x} is unsupported")
        if position != len(self.data):
            raise FormatError(position, f"{len(self.data) - position} bytes follow the end section")

    def _read_section(self, offset):
        head = self._checked_header(offset, "a section header")
        fields = Cursor(head, 0, HASHED_SIZE)
        kind, flags, zero = fields.u8("type"), fields.u8("flags"), fields.unsigned(2, "zero")
        ordinal, stored, plain = (fields.unsigned(4, name) for name in ("ordinal", "stored size", "plain size"))
        if flags & ~(STORED_RAW | FILTERED):
            raise FormatError(offset + 1, f"section flags {flags:#04x} are unknown")
        if zero:
            raise FormatError(offset + 2, "the reserved bytes of a section are not zero")
        if ordinal != len(self.sections):
            raise FormatError(offset + 4, f"section {ordinal} stands where section {len(self.sections)} must")
        if flags & FILTERED and (kind != DATA or flags & STORED_RAW):
            raise FormatError(offset + 1, "a section is filtered that is no compressed block")
        if flags & STORED_RAW and stored != plain:
            raise FormatError(offset + 8, "a section stored raw has two sizes")
        payload = Cursor(self.data, offset + HEADER_SIZE, len(self.data)).take(stored, "a section's payload")
        if xxh3(payload) != fields.unsigned(8, "payload hash"):
            raise FormatError(offset + 16, "the hash of a section's payload does not match")
        return Section(offset, kind, flags, ordinal, stored, plain, payload)

    def _read_block(self, section):
        if not 1 <= section.plain_size <= self.block_size:
            raise FormatError(section.offset + 12, f"a block of {section.plain_size} plain bytes")
        if self.pieces and len(self.pieces[-1]) != self.block_size:
            raise FormatError(section.offset, "a block that is not full is followed by another")
        if section.plain_size > self.max_plain_bytes - self.plain_size:
            raise FormatError(section.offset + 12, f"more than {self.max_plain_bytes} plain bytes")
        try:
            block = self._plain_block(section)
        except FormatError as error:
            raise FormatError(section.offset + HEADER_SIZE + error.offset, error.message) from None
        self.data_offsets.append(section.offset)
        self.pieces.append(block)
        self.plain_size += len(block)
        self.plain_hash.update(block)

    def _plain_block(self, section):
        if section.flags & STORED_RAW:
            return section.payload
        if self.codec == CODEC_NONE:
            raise FormatError(0, "a block is compressed in a container without a codec")
        if section.stored_size == 0 or section.stored_size >= section.plain_size:
            raise FormatError(0, "a compressed block is empty, or no smaller than its plain bytes")
        if not section.flags & FILTERED:
            return self._decompressed(section.payload, section.plain_size)
        if self.filter == FILTER_NONE:
            raise FormatError(0, "a block is filtered in a container without a filter")
        if section.stored_size <= FORM_SIZE:
            raise FormatError(0, "a filtered block is too short")
        form_size = int.from_bytes(section.payload[:FORM_SIZE], "little")
        if not 1 <= form_size <= 2 * section.plain_size:
            raise FormatError(0, f"a filtered block of {form_size} bytes")
        form = self._decompressed(section.payload[FORM_SIZE:], form_size)
        return graphz_filter.join(form, section.plain_size)

    def _decompressed(self, stored, plain_size):
        if self.codec == CODEC_DEFLATE:
            return inflate(stored, plain_size)
        return decode_block(stored, plain_size)

    def _check_index(self, section):
        if not section.flags & STORED_RAW or not self.data_offsets:
            raise FormatError(section.offset, "an index is not raw, or there are no blocks")
        expected = b"".join(offset.to_bytes(8, "little") for offset in self.data_offsets)
        if section.payload != expected:
            raise FormatError(section.offset, "the index does not name the blocks")

    def _check_metadata(self, section):
        if section.ordinal != 0 or not section.flags & STORED_RAW or section.stored_size > MAX_META_SIZE:
            raise FormatError(section.offset, "metadata are not raw, not the first section, or too large")
        fields = Cursor(section.payload, 0, section.stored_size)
        last_name = b""
        while fields.position < fields.end:
            name, _ = (fields.text(fields.unsigned(4, "size"), "metadata").encode() for _ in range(2))
            if name <= last_name:
                raise FormatError(section.offset, "names of metadata are empty or not in ascending order")
            last_name = name

    def _check_end(self, section):
        if section.stored_size != END_PAYLOAD_SIZE or not section.flags & STORED_RAW:
            raise FormatError(section.offset, f"the end section is not {END_PAYLOAD_SIZE} plain bytes")
        fields = Cursor(section.payload, 0, END_PAYLOAD_SIZE)
        size, plain_hash, index, count = (fields.unsigned(8, "end") for _ in range(4))
        if size != self.plain_size or self.declared_size not in (UNKNOWN_SIZE, size):
            raise FormatError(section.offset, f"the sizes disagree: {self.plain_size} plain bytes, {size} at the end")
        if plain_hash != self.plain_hash.digest():
            raise FormatError(section.offset, "the hash of all plain bytes does not match")
        if count != len(self.data_offsets):
            raise FormatError(section.offset, f"{len(self.data_offsets)} blocks, the end section names {count}")
        offsets = [entry.offset for entry in self.sections if entry.type == INDEX]
        if [index] != (offsets or [0]):
            raise FormatError(section.offset, "the end section does not name the index")


def inflate(block, plain_size):
    """The plain bytes of one whole raw deflate stream. Raises FormatError unless it is exactly `plain_size` bytes."""
    stream = zlib.decompressobj(-15)
    try:
        # One byte more than allowed: a stream that goes on is seen, and one that stops has room for its end.
        plain = stream.decompress(block, plain_size + 1)
    except zlib.error as error:
        raise FormatError(0, f"a deflate stream is damaged ({error})") from None
    if len(plain) != plain_size or not stream.eof:
        raise FormatError(0, f"a deflate stream does not end after {plain_size} bytes")
    if stream.unused_data:
        raise FormatError(len(block) - len(stream.unused_data), "bytes follow a deflate stream")
    return plain


def open_archive(data):
    return graph_reader.Archive(Container(data).plain)


def verdict(data):
    """None when `data` is a container that follows the format and holds an archive that does, else the reason."""
    try:
        plain = Container(data).plain
    except FormatError as error:
        return str(error)
    reason = graph_reader.verdict(plain)
    return None if reason is None else f"in the archive: {reason}"


def show_sections(arguments):
    with open(arguments[0], "rb") as file:
        container = Container(file.read())
    for section in container.sections:
        raw = ", raw" if section.flags & STORED_RAW else ""
        print(f"byte {section.offset}: type {section.type:#04x}, {section.stored_size} stored, "
              f"{section.plain_size} plain{raw}")
    return 0


def unpack(arguments):
    with open(arguments[0], "rb") as file:
        plain = Container(file.read()).plain
    with open(arguments[1], "wb") as file:
        file.write(plain)
    return 0


def main(arguments):
    import graph_command
    return graph_command.main(arguments, __doc__, verdict, open_archive, {"sections": show_sections, "unpack": unpack})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
