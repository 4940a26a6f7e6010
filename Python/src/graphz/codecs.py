"""Deflate and Zstandard blocks, by the libraries of these, and the rules that their streams must follow."""

from __future__ import annotations

import zlib

from graphz.errors import GraphError

try:
    import zstandard
except ImportError:
    # It is in no Python before 3.14; `pip install graphz[zstd]` or Debian's python3-zstandard have it.
    zstandard = None  # type: ignore[assignment]

ZSTD_MAGIC = b"\x28\xB5\x2F\xFD"
ZSTD_SINGLE_SEGMENT = 0x20
LARGEST_WINDOW_LOG = 27
HAS_ZSTD = zstandard is not None


def deflate_rule(message: str) -> str:
    """The rule that a stream breaks, by the words of zlib for it."""
    if message.endswith(" set"):
        return "Z47"
    return "Z46" if any(words in message for words in ("too many", "repeat", "end-of-block")) else "Z45"


def inflate(block: bytes, plain_size: int) -> bytes:
    """The plain bytes of one whole raw deflate stream. Raises GraphError unless it is exactly `plain_size` bytes."""
    stream = zlib.decompressobj(-15)
    try:
        # One byte more than allowed: a stream that goes on is seen, and one that stops has room for its end.
        plain = stream.decompress(block, plain_size + 1)
    except zlib.error as error:
        raise GraphError(0, deflate_rule(str(error)), f"a deflate stream is damaged ({error})") from None
    if len(plain) != plain_size or not stream.eof:
        raise GraphError(0, "Z24", f"a deflate stream does not end after {plain_size} bytes")
    if stream.unused_data:
        raise GraphError(len(block) - len(stream.unused_data), "Z25", "bytes follow a deflate stream")
    return plain


def check_runs(frame: bytes) -> None:
    """Raises GraphError if an RLE block of a Zstandard frame is larger than Block_Maximum_Size."""
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
            raise GraphError(position, "Z60", "a run of a Zstandard frame is larger than a block")
        if header & 1:
            return
        position += 3 + (1 if is_run else header >> 3)


def decompress_frame(block: bytes, plain_size: int) -> bytes:
    """The plain bytes of one whole Zstandard frame. Raises GraphError unless it is exactly `plain_size` bytes."""
    if block[:4] != ZSTD_MAGIC or len(block) < 6:
        raise GraphError(0, "Z57", "a block is no Zstandard frame")
    if block[4] & 3:
        raise GraphError(4, "Z58", "a Zstandard frame asks for a dictionary")
    if not block[4] & ZSTD_SINGLE_SEGMENT and block[5] > (LARGEST_WINDOW_LOG - 10) << 3:
        raise GraphError(5, "Z59", "a Zstandard frame has too large a window")
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
        raise GraphError(0, "Z57", f"a Zstandard frame is damaged ({error})") from None
    if len(plain) != plain_size or not stream.eof:
        raise GraphError(0, "Z24", f"a Zstandard frame does not end after {plain_size} bytes")
    behind = len(stream.unused_data) + max(0, len(block) - place - 512)
    if behind:
        raise GraphError(len(block) - behind, "Z25", "bytes follow a Zstandard frame")
    return plain
