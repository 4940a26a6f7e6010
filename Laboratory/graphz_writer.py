"""An assembler of `.graphz` containers from their parts. Like graph_writer.py it checks nothing: any field can be made
wrong, with hashes that are right for the wrong field."""

import zlib

import reader_path  # noqa: F401 - finds the package
from graphz.xxh3 import xxh3

SIGNATURE = b"\x89GRZ\r\n\x1A\n"
NONE, DEFLATE, LZ4 = 0, 1, 2
DATA, END, META, INDEX = 0x01, 0x02, 0x80, 0x81
RAW = 1
UNKNOWN_SIZE = (1 << 64) - 1
NO_INDEX = 0


def little(value, size):
    return value.to_bytes(size, "little")


def hashed(fields):
    """Header fields and their hash."""
    return fields + little(xxh3(fields), 8)


def file_header(codec=NONE, plain_size=UNKNOWN_SIZE, *, signature=SIGNATURE, version=1, filter_number=0, width=0,
                block_log=16, compatible=0, incompatible=0):
    return hashed(signature + bytes([version, codec, filter_number, width, block_log, compatible])
                  + little(incompatible, 2) + little(plain_size, 8))


def section(kind, ordinal, payload, plain_size=None, *, flags=None, zero=0, stored_size=None, payload_hash=None):
    """One section. Without `plain_size` the payload is stored raw."""
    flags = (RAW if plain_size is None else 0) if flags is None else flags
    plain_size = len(payload) if plain_size is None else plain_size
    stored_size = len(payload) if stored_size is None else stored_size
    payload_hash = xxh3(payload) if payload_hash is None else payload_hash
    return hashed(bytes([kind, flags]) + little(zero, 2) + little(ordinal, 4) + little(stored_size, 4)
                  + little(plain_size, 4) + little(payload_hash, 8)) + payload


def end_payload(plain, count, index=NO_INDEX, *, size=None, plain_hash=None):
    size = len(plain) if size is None else size
    plain_hash = xxh3(plain) if plain_hash is None else plain_hash
    return little(size, 8) + little(plain_hash, 8) + little(index, 8) + little(count, 8)


def deflate(plain):
    stream = zlib.compressobj(6, zlib.DEFLATED, -15)
    return stream.compress(plain) + stream.flush()


def lz4_length(length):
    """The bytes that go on after the four bits of a length."""
    rest = length - 15
    return b"" if rest < 0 else b"\xFF" * (rest // 255) + bytes([rest % 255])


def lz4_sequence(literals, offset=None, match=4):
    """One LZ4 sequence; without an offset the last one of a block."""
    token = min(len(literals), 15) << 4 | (0 if offset is None else min(match - 4, 15))
    piece = bytes([token]) + lz4_length(len(literals)) + literals
    return piece if offset is None else piece + little(offset, 2) + lz4_length(match - 4)


def lz4_run(plain):
    """The LZ4 block of bytes that are all equal, at least 13 of them; anything else becomes literals."""
    if len(plain) >= 13 and plain.count(plain[:1]) == len(plain):
        return lz4_sequence(plain[:1], 1, len(plain) - 6) + lz4_sequence(plain[-5:])
    return lz4_sequence(plain)


COMPRESS = {DEFLATE: deflate, LZ4: lz4_run}


def block(plain, ordinal, codec):
    """A block of `plain`, raw unless its compressed form is smaller."""
    stored = COMPRESS[codec](plain) if codec in COMPRESS else plain
    return section(DATA, ordinal, stored, len(plain)) if len(stored) < len(plain) else section(DATA, ordinal, plain)


def container(plain, codec=NONE, block_log=16, head=None):
    """A whole container of `plain`, without an index."""
    size = 1 << block_log
    blocks = [block(plain[at:at + size], at // size, codec) for at in range(0, len(plain), size)]
    head = file_header(codec, len(plain), block_log=block_log) if head is None else head
    return head + b"".join(blocks) + section(END, len(blocks), end_payload(plain, len(blocks)))
