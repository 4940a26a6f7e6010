"""Decoding of LZ4 blocks, from the description of the block format (lz4_Block_format.md of 2022-07-31).

Its three rules for the end of a block are enforced, and so is its rule that an offset of 0 is invalid. It has no rule for
the low bits of the last token; they are ignored here as there.
"""

from __future__ import annotations

from graphz.errors import GraphError
from graphz.graph_cursor import Cursor

MINIMUM_MATCH = 4
LAST_LITERALS = 5
MATCH_LIMIT = 12
LENGTH_IS_CONTINUED = 15


def continued(cursor: Cursor, length: int, limit: int) -> int:
    """A length from its four bits in the token and the bytes after it, all but the last of which are 255."""
    if length == LENGTH_IS_CONTINUED:
        while True:
            byte = cursor.u8("LZ4 length")
            length += byte
            if length > limit:
                raise GraphError(cursor.position, "Z24", "an LZ4 length passes the plain size of its block")
            if byte != 255:
                break
    return length


def decode_block(block: bytes, plain_size: int) -> bytes:
    """The plain bytes of one whole block. Raises GraphError unless it decodes to exactly `plain_size` bytes."""
    cursor = Cursor(block, 0, len(block), "Z24")
    plain = bytearray()
    has_match = False
    while True:
        if has_match and cursor.position == cursor.end:
            raise GraphError(cursor.position, "Z50", "an LZ4 block ends with a match")
        token = cursor.u8("LZ4 token")
        literals = continued(cursor, token >> 4, plain_size)
        if len(plain) + literals > plain_size:
            raise GraphError(cursor.position, "Z24", "LZ4 literals pass the plain size of their block")
        plain += cursor.take(literals, "LZ4 literals")
        if cursor.position == cursor.end:
            break
        copy_match(cursor, token & 15, plain, plain_size)
        has_match = True
    if has_match and literals < LAST_LITERALS:
        raise GraphError(cursor.position, "Z51", f"an LZ4 block ends with {literals} literals, not {LAST_LITERALS}")
    if len(plain) != plain_size:
        raise GraphError(cursor.position, "Z24", f"an LZ4 block holds {len(plain)} bytes, not {plain_size}")
    return bytes(plain)


def copy_match(cursor: Cursor, length: int, plain: bytearray, plain_size: int) -> None:
    at = cursor.position
    offset = cursor.unsigned(2, "LZ4 offset")
    if offset == 0 or offset > len(plain):
        raise GraphError(at, "Z49", f"an LZ4 offset of {offset} after {len(plain)} bytes")
    if len(plain) + MATCH_LIMIT > plain_size:
        raise GraphError(at, "Z52", f"an LZ4 match starts in the last {MATCH_LIMIT} bytes of its block")
    length = continued(cursor, length, plain_size) + MINIMUM_MATCH
    if len(plain) + length > plain_size:
        raise GraphError(at, "Z24", "an LZ4 match passes the plain size of its block")
    start = len(plain) - offset
    if offset >= length:
        plain += plain[start:start + length]
    else:
        # The match overlaps what it makes: the last `offset` bytes repeat.
        pattern = bytes(plain[start:])
        plain += (pattern * (length // offset + 1))[:length]
