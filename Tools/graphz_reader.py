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

try:
    import zstandard
except ImportError:
    # It is in no Python before 3.14; Debian's package is python3-zstandard.
    zstandard = None

import graph_reader
import graphz_filter
from graph_cursor import Cursor, FormatError
from lz4_block import decode_block
from xxh3 import XXH3, xxh3

SIGNATURE = b"\x89GRZ\r\n\x1A\n"
VERSION = 1
CODEC_NONE, CODEC_DEFLATE, CODEC_LZ4, CODEC_ZSTD = 0, 1, 2, 3
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
ZSTD_MAGIC = b"\x28\xB5\x2F\xFD"
ZSTD_SINGLE_SEGMENT = 0x20
LARGEST_WINDOW_LOG = 27

# A reader of files from anywhere needs a bound; this one is for a tool that holds everything in memory.
MAX_PLAIN_BYTES = 1 << 30

Section = collections.namedtuple("Section", "offset type flags ordinal stored_size plain_size payload")


def is_transfer_damage(data):
    """Whether bytes that do not begin with the signature look as if a transfer had taken the file for text."""
    return any(data.startswith(first + b"GRZ") for first in (b"\x89", b"\x09", b"\xC2\x89", b"\xEF\xBF\xBD"))


def has_valid_checksum(head):
    return xxh3(head[:HASHED_SIZE]) == int.from_bytes(head[HASHED_SIZE:], "little")


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

    def _checked_header(self, offset, rule, what):
        """The 32 bytes of a header, whose hash is right. `rule` is the one that a wrong hash breaks."""
        cursor = Cursor(self.data, offset, len(self.data), "Z1")
        head = cursor.take(HEADER_SIZE, what)
        if not has_valid_checksum(head):
            raise FormatError(offset, rule, f"the hash of {what} does not match")
        return head

    def _read_header(self):
        data = self.data
        if not data.startswith(SIGNATURE):
            if SIGNATURE.startswith(data):
                raise FormatError(len(data), "Z3", "the file ends within its signature")
            if is_transfer_damage(data):
                raise FormatError(0, "Z3", "the signature was damaged in a transfer")
            raise FormatError(0, "Z3", "this is no .graphz container: it does not begin with the signature")
        # A later version may have another header: nothing else is looked at before.
        if len(data) > 8 and data[8] != VERSION and (len(data) < HEADER_SIZE or has_valid_checksum(data[:HEADER_SIZE])):
            raise FormatError(8, "Z4", f"version {data[8]} is unsupported")
        head = self._checked_header(0, "Z5", "the file header")
        self.codec, self.filter, width, block_log, self.compatible_flags = head[9:14]
        if self.codec == CODEC_ZSTD and zstandard is None:
            raise FormatError(9, "Z6", "Zstandard is not installed here: pip or apt have it as (python3-)zstandard")
        if self.codec not in (CODEC_NONE, CODEC_DEFLATE, CODEC_LZ4, CODEC_ZSTD):
            raise FormatError(9, "Z6", f"codec {self.codec} is unsupported")
        if self.filter not in (FILTER_NONE, FILTER_FIELDS):
            raise FormatError(10, "Z7", f"filter {self.filter} is unsupported")
        if width != 0:
            raise FormatError(11, "Z8", f"the reserved byte is {width}")
        if not SMALLEST_BLOCK_LOG <= block_log <= LARGEST_BLOCK_LOG:
            raise FormatError(12, "Z9", f"blocks of 2^{block_log} bytes are not allowed")
        self.block_size = 1 << block_log
        if head[14:16] != b"\0\0":
            raise FormatError(14, "Z11", "incompatible flags are unsupported")
        self.declared_size = int.from_bytes(head[16:24], "little")
        if self.declared_size != UNKNOWN_SIZE and self.declared_size > self.max_plain_bytes:
            raise FormatError(16, "limit", f"{self.declared_size} plain bytes are more than {self.max_plain_bytes}")

    def _read_sections(self):
        position = HEADER_SIZE
        while True:
            if position == len(self.data):
                raise FormatError(position, "Z1", "the end section is missing: the file is truncated")
            section = self._read_section(position)
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

    def _read_section(self, offset):
        head = self._checked_header(offset, "Z12", "a section header")
        fields = Cursor(head, 0, HASHED_SIZE)
        kind, flags, zero = fields.u8("type"), fields.u8("flags"), fields.unsigned(2, "zero")
        ordinal, stored, plain = (fields.unsigned(4, name) for name in ("ordinal", "stored size", "plain size"))
        if flags & ~(STORED_RAW | FILTERED):
            raise FormatError(offset + 1, "Z13", f"section flags {flags:#04x} are unknown")
        if zero:
            raise FormatError(offset + 2, "Z14", "the reserved bytes of a section are not zero")
        if ordinal != len(self.sections):
            raise FormatError(offset + 4, "Z15", f"section {ordinal} stands where section {len(self.sections)} must")
        if flags & FILTERED and (kind != DATA or flags & STORED_RAW):
            raise FormatError(offset + 1, "Z54", "a section is filtered that is no compressed block")
        if flags & STORED_RAW and stored != plain:
            raise FormatError(offset + 8, "Z16", "a section stored raw has two sizes")
        section = Section(offset, kind, flags, ordinal, stored, plain, None)
        self._check_section(section)
        payload = Cursor(self.data, offset + HEADER_SIZE, len(self.data), "Z1").take(stored, "a section's payload")
        if xxh3(payload) != fields.unsigned(8, "payload hash"):
            raise FormatError(offset + 16, "Z17", "the hash of a section's payload does not match")
        return section._replace(payload=payload)

    def _check_section(self, section):
        """Check what the header of a section says for its type, before its payload is looked at."""
        is_raw = section.flags & STORED_RAW
        if self.sections and self.sections[-1].type == INDEX and section.type != END:
            raise FormatError(section.offset, "Z36", "the index is not followed by the end section")
        if section.type == DATA:
            self._check_block(section)
        elif section.type == INDEX:
            if not is_raw:
                raise FormatError(section.offset, "Z33", "an index is not raw")
            if not self.data_offsets:
                raise FormatError(section.offset, "Z34", "there is an index, but there are no blocks")
        elif section.type == META:
            if section.ordinal != 0:
                raise FormatError(section.offset, "Z26", "metadata are not the first section")
            if not is_raw:
                raise FormatError(section.offset, "Z27", "metadata are not raw")
            if section.stored_size > MAX_META_SIZE:
                raise FormatError(section.offset + 8, "Z28", "metadata are too large")
        elif section.type == END:
            if section.stored_size != END_PAYLOAD_SIZE or not is_raw:
                raise FormatError(section.offset, "Z37", f"the end section is not {END_PAYLOAD_SIZE} plain bytes")
        elif not section.type & ANCILLARY:
            raise FormatError(section.offset, "Z18", f"section type {section.type:#04x} is unsupported")

    def _check_block(self, section):
        if not 1 <= section.plain_size <= self.block_size:
            raise FormatError(section.offset + 12, "Z20", f"a block of {section.plain_size} plain bytes")
        if self.pieces and len(self.pieces[-1]) != self.block_size:
            raise FormatError(section.offset, "Z21", "a block that is not full is followed by another")
        if not section.flags & STORED_RAW:
            if self.codec == CODEC_NONE:
                raise FormatError(section.offset + 1, "Z23", "a block is compressed in a container without a codec")
            if section.stored_size == 0 or section.stored_size >= section.plain_size:
                raise FormatError(section.offset + 8, "Z22",
                                  "a compressed block is empty, or no smaller than its plain bytes")
            if section.flags & FILTERED and self.filter == FILTER_NONE:
                raise FormatError(section.offset + 1, "Z54", "a block is filtered in a container without a filter")
        if section.plain_size > self.max_plain_bytes - self.plain_size:
            raise FormatError(section.offset + 12, "limit", f"more than {self.max_plain_bytes} plain bytes")

    def _read_block(self, section):
        try:
            block = self._plain_block(section)
        except FormatError as error:
            raise FormatError(section.offset + HEADER_SIZE + error.offset, error.rule, error.message) from None
        self.data_offsets.append(section.offset)
        self.pieces.append(block)
        self.plain_size += len(block)
        self.plain_hash.update(block)

    def _plain_block(self, section):
        if section.flags & STORED_RAW:
            return section.payload
        if not section.flags & FILTERED:
            return self._decompressed(section.payload, section.plain_size)
        if section.stored_size <= FORM_SIZE:
            raise FormatError(0, "Z55", "a filtered block is too short")
        form_size = int.from_bytes(section.payload[:FORM_SIZE], "little")
        if not 1 <= form_size <= 2 * section.plain_size:
            raise FormatError(0, "Z55", f"a filtered block of {form_size} bytes")
        form = self._decompressed(section.payload[FORM_SIZE:], form_size)
        return graphz_filter.join(form, section.plain_size)

    def _decompressed(self, stored, plain_size):
        if self.codec == CODEC_DEFLATE:
            return inflate(stored, plain_size)
        if self.codec == CODEC_ZSTD:
            return decompress_frame(stored, plain_size)
        return decode_block(stored, plain_size)

    def _check_index(self, section):
        expected = b"".join(offset.to_bytes(8, "little") for offset in self.data_offsets)
        if section.payload != expected:
            raise FormatError(section.offset, "Z35", "the index does not name the blocks")

    def _check_metadata(self, section):
        fields = Cursor(section.payload, 0, section.stored_size, "Z29", "Z30")
        last_name = b""
        while fields.position < fields.end:
            name, _ = (fields.text(fields.unsigned(4, "size"), "metadata").encode() for _ in range(2))
            if name == b"":
                raise FormatError(section.offset, "Z31", "a name of the metadata is empty")
            if name <= last_name:
                raise FormatError(section.offset, "Z32", "the names of the metadata are not in ascending order")
            last_name = name

    def _check_end(self, section):
        fields = Cursor(section.payload, 0, END_PAYLOAD_SIZE)
        size, plain_hash, index, count = (fields.unsigned(8, "end") for _ in range(4))
        if size != self.plain_size:
            raise FormatError(section.offset, "Z38", f"{self.plain_size} plain bytes, the end section says {size}")
        if self.declared_size not in (UNKNOWN_SIZE, size):
            raise FormatError(16, "Z39", f"{self.plain_size} plain bytes, the header says {self.declared_size}")
        if count != len(self.data_offsets):
            raise FormatError(section.offset, "Z42", f"{len(self.data_offsets)} blocks, the end section names {count}")
        offsets = [entry.offset for entry in self.sections if entry.type == INDEX]
        if [index] != (offsets or [0]):
            raise FormatError(section.offset, "Z41", "the end section does not name the index")
        behind = section.offset + HEADER_SIZE + END_PAYLOAD_SIZE
        if behind != len(self.data):
            raise FormatError(behind, "Z2", f"{len(self.data) - behind} bytes follow the end section")
        if plain_hash != self.plain_hash.digest():
            raise FormatError(section.offset, "Z40", "the hash of all plain bytes does not match")


def deflate_rule(message):
    """The rule that a stream breaks, by the words of zlib for it."""
    if message.endswith(" set"):
        return "Z47"
    return "Z46" if any(words in message for words in ("too many", "repeat", "end-of-block")) else "Z45"


def inflate(block, plain_size):
    """The plain bytes of one whole raw deflate stream. Raises FormatError unless it is exactly `plain_size` bytes."""
    stream = zlib.decompressobj(-15)
    try:
        # One byte more than allowed: a stream that goes on is seen, and one that stops has room for its end.
        plain = stream.decompress(block, plain_size + 1)
    except zlib.error as error:
        raise FormatError(0, deflate_rule(str(error)), f"a deflate stream is damaged ({error})") from None
    if len(plain) != plain_size or not stream.eof:
        raise FormatError(0, "Z24", f"a deflate stream does not end after {plain_size} bytes")
    if stream.unused_data:
        raise FormatError(len(block) - len(stream.unused_data), "Z25", "bytes follow a deflate stream")
    return plain


def check_runs(frame):
    """Raises FormatError if an RLE block of a Zstandard frame is larger than Block_Maximum_Size."""
    single = bool(frame[4] & ZSTD_SINGLE_SEGMENT)
    size = (int(single), 2, 4, 8)[frame[4] >> 6]
    position = 5 if single else 6
    if single:
        window = int.from_bytes(frame[position:position + size], "little") + (256 if size == 2 else 0)
    else:
        window = (8 + (frame[5] & 7)) << (frame[5] >> 3) + 7
    position += size
    while position + 3 <= len(frame):
        header = int.from_bytes(frame[position:position + 3], "little")
        is_run = header >> 1 & 3 == 1
        if is_run and header >> 3 > min(window, 1 << 17):
            raise FormatError(position, "Z60", "a run of a Zstandard frame is larger than a block")
        if header & 1:
            return
        position += 3 + (1 if is_run else header >> 3)


def decompress_frame(block, plain_size):
    """The plain bytes of one whole Zstandard frame. Raises FormatError unless it is exactly `plain_size` bytes."""
    if block[:4] != ZSTD_MAGIC or len(block) < 6:
        raise FormatError(0, "Z57", "a block is no Zstandard frame")
    if block[4] & 3:
        raise FormatError(4, "Z58", "a Zstandard frame asks for a dictionary")
    if not block[4] & ZSTD_SINGLE_SEGMENT and block[5] > (LARGEST_WINDOW_LOG - 10) << 3:
        raise FormatError(5, "Z59", "a Zstandard frame has too large a window")
    check_runs(block)
    stream = zstandard.ZstdDecompressor(max_window_size=1 << LARGEST_WINDOW_LOG).decompressobj()
    plain = b""
    try:
        # Piece by piece, because a few bytes may stand for very many.
        for place in range(0, len(block), 512):
            plain += stream.decompress(block[place:place + 512])
            if len(plain) > plain_size or stream.eof:
                break
    except zstandard.ZstdError as error:
        raise FormatError(0, "Z57", f"a Zstandard frame is damaged ({error})") from None
    if len(plain) != plain_size or not stream.eof:
        raise FormatError(0, "Z24", f"a Zstandard frame does not end after {plain_size} bytes")
    behind = len(stream.unused_data) + max(0, len(block) - place - 512)
    if behind:
        raise FormatError(len(block) - behind, "Z25", "bytes follow a Zstandard frame")
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
