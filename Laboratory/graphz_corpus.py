"""Containers made by hand: some that every reader must accept, and for each rule some that it must refuse."""

import reader_path  # noqa: F401 - finds the package
from deflate_writer import DYNAMIC, FIXED, RESERVED, Bits
from graph_writer import archive, text, varint
from graphz.graphz_filter import (BYTES, COUNTS, MAX_STREAMS, REFERENCES, REPEATS, TAGS, TEXT, WIDTH_2, WIDTH_4, WIDTH_8, WIDTH_16,
                                  WIDTHS)
from graphz_writer import *  # noqa: F403 - the tables are written in its vocabulary

PLAIN = archive([text("a" * 300)])
COUNT = len(PLAIN)
SIZE = 1 << 16


def made(*sections, head=None):
    """A container of whole sections."""
    return (file_header() if head is None else head) + b"".join(sections)


def data(ordinal=0, plain=PLAIN, **fields):
    return section(DATA, ordinal, plain, **fields)


def end(ordinal=1, count=1, plain=PLAIN, index=NO_INDEX, **fields):
    return section(END, ordinal, end_payload(plain, count, index, **fields))


def index(ordinal, *offsets, **fields):
    return section(INDEX, ordinal, b"".join(little(offset, 8) for offset in offsets), **fields)


def pairs(*texts):
    """The payload of META."""
    return b"".join(little(len(item), 4) + item for item in texts)


def meta(payload, ordinal=0, **fields):
    return section(META, ordinal, payload, **fields)


def with_meta(payload, **fields):
    return made(meta(payload, **fields), data(1), end(2))


def compressed(codec, block, plain):
    """A container of one compressed block of `plain`."""
    head = file_header(codec, len(plain))
    return made(section(DATA, 0, block, len(plain)), end(plain=plain), head=head)


def deflated(stream, size=4_000):
    """A container of one deflate block, which need not decompress to anything."""
    return compressed(DEFLATE, stream if isinstance(stream, bytes) else stream.bytes(), bytes(size))


def filtered(payload, plain_size):
    """A container of one filtered block, which need not make anything."""
    head = file_header(DEFLATE, filter_number=1, block_log=24)
    return made(section(DATA, 0, payload, plain_size, flags=2), end(plain=b"", size=plain_size), head=head)


def form_of(streams, plain_size, count=None, times=1):
    """A container of one filtered block of these streams, each of a kind and its elements; of one stream so many times."""
    entries = b"".join(bytes([kind]) + varint(len(elements) // WIDTHS[kind]) for kind, elements in streams)
    bodies = b"".join(elements for _, elements in sorted(streams, key=lambda stream: stream[0]))
    form = bytes([0, 0, 1, 0, 0]) + varint(len(streams) * times if count is None else count) + entries * times + bodies * times
    return little(len(form), 4) + deflate(form), plain_size


def most_streams():
    """A container of one filtered block in which 4,033 fields have nearly all kinds of streams that there are."""
    streams, plain, place = {}, bytearray(), None

    def put(*pieces):
        for kind, piece in pieces:
            streams.setdefault((place, kind), bytearray()).extend(piece)
            if kind not in (REFERENCES, REPEATS) and piece not in (b"\xF1", b"\xF2"):
                plain.extend(piece)

    for kind, tag, elements, restored in ((COUNTS, b"\xCD", b"\3", b""), (BYTES, b"\xC3", b"x", b""),
                                          (WIDTH_2, b"\xC4", b"xy", b""), (WIDTH_4, b"\xC5", b"wide", b""),
                                          (WIDTH_8, b"\xC6", b"position", b""), (WIDTH_16, b"\xC8", bytes(16), b""),
                                          (REFERENCES, b"\xF1", b"\7\0\0\0", b"\x80\7"),
                                          (REPEATS, b"\xF2", bytes(4), b"\xCD\3abc")):
        for shape in range(63):
            put((TAGS, b"\xE2"), (COUNTS, varint(shape)))
            for index in range(64):
                place = (shape, index)
                put((TAGS, tag), (kind, elements), *([(TEXT, b"abc")] if kind == COUNTS else []))
                plain.extend(restored)
    payload, _ = form_of([(kind, bytes(elements)) for (_, kind), elements in streams.items()], len(plain))
    return made(section(DATA, 0, payload, len(plain), flags=2), end(plain=bytes(plain)),
                head=file_header(DEFLATE, filter_number=1, block_log=18))


def lz4(block, plain):
    return compressed(LZ4, block, plain)


WHOLE = made(data(), end())
SECOND = 32 + 32 + COUNT
# As many bytes of one value as 15 runs of 258 and one literal have, as deflate blocks end them.
RUN = bytes(1 + 15 * 258)


def zeros(count):
    """Code lengths of 0, 11 to 276 of them."""
    first = min(count, 138)
    return [(18, first - 11)] + ([(18, count - first - 11)] if count > first else [])


def run_then(stream):
    """A fixed block of RUN, and behind it the blocks of `stream`."""
    made = Bits().block(FIXED, 0).run(0, 15)
    made.bits += stream.bits
    return made


ACCEPTED = {
    "raw": container(PLAIN),
    "deflate": container(PLAIN, DEFLATE),
    "lz4": container(PLAIN, LZ4),
    "several blocks": container(archive([b"\xE7\x80\x80\x04" + bytes(1 << 16)]), DEFLATE),
    "a block that would grow": made(data(), end(), head=file_header(DEFLATE)),
    "size not known": WHOLE,
    "unknown compatible flags": made(data(), end(), head=file_header(compatible=0xFF)),
    "largest blocks": made(data(), end(), head=file_header(block_log=24)),
    "unknown ancillary section": made(section(0xFF, 0, b"anything"), data(1), end(2)),
    "unknown ancillary section after the blocks": made(data(), section(0x90, 1, b"x"), end(2)),
    "unknown ancillary section with another plain size": made(data(), section(0x90, 1, b"x", 1 << 31), end(2)),
    "unknown ancillary section between metadata and index": made(
        meta(b""), section(0x90, 1, b""), data(2), section(0xC0, 3, b""), index(4, 96), end(5, index=SECOND + 96)),
    "index": made(data(), index(1, 32), end(2, index=SECOND)),
    "no metadata in META": with_meta(b""),
    "metadata": with_meta(pairs(b"a", b"", b"b", b"x")),
}

# What these hold are no archives, which is nothing to the container.
ACCEPTED_CONTAINERS = {
    "no plain bytes": made(end(0, 0, b"")),
    "deflate of a run": compressed(DEFLATE, Bits().block(FIXED).run(0, 15).bytes(), RUN),
    "deflate with unused bits set": compressed(DEFLATE, Bits().block(FIXED).run(0, 15).bytes(filling=1), RUN),
    "deflate with a code of one symbol": compressed(
        DEFLATE, run_then(Bits().block(DYNAMIC).dynamic([*zeros(256), (1,), (1,)]).code(0, 1)).bytes(), RUN),
    "deflate without distance codes": compressed(
        DEFLATE, run_then(Bits().block(DYNAMIC).dynamic([(1,), *zeros(255), (1,), (0,)],
                                                        length_codes={0: 2, 1: 1, 18: 2}).code(1, 1)).bytes(), RUN),
    "forty thousand streams": most_streams(),
    "low bits of the last LZ4 token": lz4(lz4_sequence(b"a", 1, COUNT) + b"\x5Faaaaa", b"a" * (COUNT + 6)),
}

REFUSED = {
    "empty file": (b"", "Z3"),
    "beginning of the signature": (SIGNATURE[:4], "Z3"),
    "raw archive": (PLAIN, "Z3"),
    "signature without its high bit": (b"\x09" + WHOLE[1:], "Z3"),
    "signature in UTF-8": (b"\xC2" + WHOLE, "Z3"),
    "signature replaced in UTF-8": (b"\xEF\xBF\xBD" + WHOLE[1:], "Z3"),
    "newlines turned into LF": (WHOLE.replace(b"\r\n", b"\n"), "Z3"),
    "LF turned into CR LF": (WHOLE.replace(b"\n", b"\r\n"), "Z3"),
    "header cut off": (WHOLE[:31], "Z1"),
    "hash of the header": (WHOLE[:24] + b"\0" * 8 + WHOLE[32:], "Z5"),
    "version 0": (made(data(), end(), head=file_header(version=0)), "Z4"),
    "version 2": (made(data(), end(), head=file_header(version=2)), "Z4"),
    "version 2 in a short header": (file_header(version=2)[:20], "Z4"),
    "version 2 with a wrong hash": (file_header(version=2)[:-1] + b"\0" + data() + end(), "Z5"),
    "codec 4": (made(data(), end(), head=file_header(4)), "Z6"),
    "private codec": (made(data(), end(), head=file_header(128)), "Z6"),
    "unknown filter": (made(data(), end(), head=file_header(filter_number=2)), "Z7"),
    "reserved byte of the header": (made(data(), end(), head=file_header(width=4)), "Z8"),
    "blocks of 2^15": (made(data(), end(), head=file_header(block_log=15)), "Z9"),
    "blocks of 2^25": (made(data(), end(), head=file_header(block_log=25)), "Z9"),
    "incompatible flag": (made(data(), end(), head=file_header(incompatible=1)), "Z11"),
    "high incompatible flag": (made(data(), end(), head=file_header(incompatible=0x8000)), "Z11"),
    "plain size of the header too small": (made(data(), end(), head=file_header(plain_size=COUNT - 1)), "Z39"),
    "plain size of the header too large": (made(data(), end(), head=file_header(plain_size=COUNT + 1)), "Z39"),
    "no section": (made(), "Z1"),
    "no end": (made(data()), "Z1"),
    "section header cut off": (WHOLE[:SECOND + 31], "Z1"),
    "payload cut off": (WHOLE[:-1], "Z1"),
    "byte after the end": (WHOLE + b"\0", "Z2"),
    "two ends": (WHOLE + end(2), "Z2"),
    "hash of a section header": (WHOLE[:32 + 24] + b"\0" * 8 + WHOLE[64:], "Z12"),
    "hash of a payload": (made(data(payload_hash=1), end()), "Z17"),
    "unknown section flag": (made(data(flags=5), end()), "Z13"),
    "raw block that is filtered": (made(data(flags=3), end()), "Z54"),
    "filtered end": (made(data(), section(END, 1, end_payload(PLAIN, 1), flags=3)), "Z54"),
    "filtered block without a filter": (made(section(DATA, 0, deflate(bytes(99)), 999, flags=2), end(),
                                             head=file_header(DEFLATE)), "Z54"),
    "filtered block of no form": (filtered(bytes(4), 999), "Z55"),
    "filtered block of nothing": (filtered(bytes(9), 999), "Z55"),
    "filtered block of too much": (filtered(little(2001, 4) + deflate(bytes(2001)), 1000), "Z55"),
    "filtered block of another size": (filtered(little(500, 4) + deflate(bytes(501)), 1000), "Z24"),
    "filtered block that makes no block": (filtered(little(501, 4) + deflate(bytes(501)), 1000), "Z56"),
    "filtered block of as many streams as may be": (
        filtered(*form_of([(TAGS, b"\xC0")], 2 * SIZE, times=MAX_STREAMS)), "Z56"),
    "filtered block of one stream more": (
        filtered(*form_of([(TAGS, b"\xC0")], 2 * SIZE, times=MAX_STREAMS + 1)), "Z56"),
    "filtered block of ten million streams": (
        filtered(*form_of([(TAGS, b"\xC0")], 10_000_000, count=10_000_000, times=5_000_000)), "Z56"),
    "filtered block of too few bytes for its streams": (
        filtered(*form_of([(TAGS, b"\xC0")], 1_000, count=601, times=600)), "Z56"),
    "reserved bytes of a section": (made(data(zero=0x100), end()), "Z14"),
    "ordinal that skips": (made(data(1), end(2)), "Z15"),
    "blocks swapped": (made(data(1), data(0), end(2, 2, PLAIN + PLAIN)), "Z15"),
    "block twice": (made(data(0), data(0), end(2, 2, PLAIN + PLAIN)), "Z15"),
    "block missing": (made(data(0), end(2, 2, PLAIN + PLAIN)), "Z15"),
    "stored size past the file": (made(data(plain=b"x", stored_size=2, plain_size=2, flags=1)), "Z1"),
    "raw section of two sizes": (made(data(plain_size=COUNT + 1, flags=1), end()), "Z16"),
    "empty block": (made(data(plain=b""), data(1), end(2, 2)), "Z20"),
    "block past the block size": (made(section(DATA, 0, lz4_run(bytes(SIZE + 1)), SIZE + 1),
                                       end(plain=bytes(SIZE + 1)), head=file_header(LZ4)), "Z20"),
    "block that is not full before another": (made(data(), data(1, b"x"), end(2, 2, PLAIN + b"x")), "Z21"),
    "unknown critical section": (made(section(3, 0, b""), data(1), end(2)), "Z18"),
    "unknown critical section of another author": (made(data(), section(0x7F, 1, b""), end(2)), "Z18"),
    "section type 0": (made(section(0, 0, b""), data(1), end(2)), "Z18"),
    "compressed without a codec": (made(data(plain_size=COUNT + 9), end()), "Z23"),
    "compressed block that grew": (made(data(plain_size=COUNT), end(), head=file_header(DEFLATE)), "Z22"),
    "compressed block of no bytes": (made(section(DATA, 0, b"", 5), end(), head=file_header(DEFLATE)), "Z22"),
    "ancillary section damaged": (made(section(0xFF, 0, b"x", payload_hash=0), data(1), end(2)), "Z17"),
    "ancillary section out of order": (made(section(0xFF, 1, b"x"), data(1), end(2)), "Z15"),
    "compressed end": (made(data(), section(END, 1, end_payload(PLAIN, 1), 99)), "Z37"),
    "end of another size": (made(data(), section(END, 1, end_payload(PLAIN, 1) + b"\0")), "Z37"),
    "total size": (made(data(), end(size=COUNT + 1)), "Z38"),
    "total hash": (made(data(), end(plain_hash=0)), "Z40"),
    "count of blocks": (made(data(), end(count=2)), "Z42"),
    "index that is not there": (made(data(), end(index=64)), "Z41"),
    "index that is not named": (made(data(), index(1, 32), end(2)), "Z41"),
    "index of another offset": (made(data(), index(1, 33), end(2, index=SECOND)), "Z35"),
    "index that is too long": (made(data(), index(1, 32, 32), end(2, index=SECOND)), "Z35"),
    "index that is not raw": (made(data(), index(1, 32, plain_size=9), end(2, index=SECOND)), "Z33"),
    "index without blocks": (made(index(0), end(1, 0, b"", 32)), "Z34"),
    "section between index and end": (made(data(), index(1, 32), section(0x90, 2, b""), end(3, index=SECOND)), "Z36"),
    "metadata behind a block": (made(data(), meta(b"", 1), end(2)), "Z26"),
    "metadata twice": (made(meta(b""), meta(b"", 1), data(2), end(3)), "Z26"),
    "metadata that are not raw": (with_meta(b"", plain_size=5), "Z27"),
    "metadata past 1 MiB": (made(meta(b"", stored_size=(1 << 20) + 1, plain_size=(1 << 20) + 1, flags=RAW)), "Z28"),
    "name without a value": (with_meta(pairs(b"a")), "Z29"),
    "size of a text cut off": (with_meta(pairs(b"a") + b"\1\0\0"), "Z29"),
    "text past the metadata": (with_meta(pairs(b"a") + b"\2\0\0\0b"), "Z29"),
    "name that is not UTF-8": (with_meta(pairs(b"\xFF", b"")), "Z30"),
    "value that is not UTF-8": (with_meta(pairs(b"a", b"\xED\xA0\x80")), "Z30"),
    "empty name": (with_meta(pairs(b"", b"")), "Z31"),
    "names out of order": (with_meta(pairs(b"b", b"", b"a", b"")), "Z32"),
    "name twice": (with_meta(pairs(b"a", b"", b"a", b"")), "Z32"),
    "deflate of another size": (made(section(DATA, 0, deflate(PLAIN), COUNT + 1), end(), head=file_header(DEFLATE)),
                                "Z24"),
    "deflate that grows past its size": (made(section(DATA, 0, deflate(bytes(65536)), 100), end(),
                                              head=file_header(DEFLATE)), "Z24"),
    "deflate that does not end": (deflated(Bits().block(FIXED, 0).run(0, 15), len(RUN)), "Z24"),
    "bytes after a deflate stream": (made(section(DATA, 0, deflate(PLAIN) + b"\0", COUNT), end(),
                                          head=file_header(DEFLATE)), "Z25"),
    "deflate block of type 3": (deflated(Bits().block(RESERVED)), "Z45"),
    "stored deflate block of two sizes": (deflated(b"\x01\x05\x00\x05\x00aaaaa"), "Z45"),
    "distance before the block": (deflated(Bits().block(FIXED).fixed(97).fixed(257).code(1, 5).fixed(256)), "Z45"),
    "distance symbol 30": (deflated(Bits().block(FIXED).fixed(97).fixed(257).code(30, 5).fixed(256)), "Z45"),
    "length symbol 286": (deflated(Bits().block(FIXED).fixed(97).fixed(286).code(0, 5).fixed(256)), "Z45"),
    "287 literal codes": (deflated(Bits().block(DYNAMIC).dynamic([], literals=287)), "Z46"),
    "31 distance codes": (deflated(Bits().block(DYNAMIC).dynamic([], distances=31)), "Z46"),
    "repeat of no code length": (deflated(Bits().block(DYNAMIC).dynamic([(16, 0)], length_codes={16: 1, 1: 1})), "Z46"),
    "repeat of too many code lengths": (deflated(Bits().block(DYNAMIC).dynamic([*zeros(256), (18, 0)])), "Z46"),
    "no code for the end of a block": (deflated(Bits().block(DYNAMIC).dynamic([(1,), (1,), *zeros(255), (1,)])), "Z46"),
    "too many code lengths of one bit": (deflated(Bits().block(DYNAMIC).dynamic([], length_codes={0: 1, 1: 1, 18: 1})),
                                         "Z47"),
    "too few code lengths": (deflated(Bits().block(DYNAMIC).dynamic([], length_codes={1: 1})), "Z47"),
    "too few literals": (deflated(Bits().block(DYNAMIC).dynamic([(2,), *zeros(255), (2,), (2,)],
                                                                length_codes={2: 1, 18: 1})), "Z47"),
    "too many literals": (deflated(Bits().block(DYNAMIC).dynamic([(1,), (1,), *zeros(254), (1,), (1,)])), "Z47"),
    "too few distances": (deflated(Bits().block(DYNAMIC).dynamic([(1,), *zeros(255), (1,), (2,)],
                                                                 length_codes={1: 1, 2: 2, 18: 2})), "Z47"),
    "offset of 0": (lz4(lz4_sequence(b"a", 0, 14) + lz4_sequence(b"aaaaa"), b"a" * 20), "Z49"),
    "offset before the block": (lz4(lz4_sequence(b"a", 2, 14) + lz4_sequence(b"aaaaa"), b"a" * 20), "Z49"),
    "block that ends with a match": (lz4(lz4_sequence(b"a", 1, 19), b"a" * 20), "Z50"),
    "match followed by no literals": (lz4(lz4_sequence(b"a", 1, 19) + lz4_sequence(b""), b"a" * 20), "Z51"),
    "match followed by four literals": (lz4(lz4_sequence(b"a", 1, 15) + lz4_sequence(b"aaaa"), b"a" * 20), "Z51"),
    "match in the last twelve bytes": (
        lz4(lz4_sequence(b"a", 1, 14) + lz4_sequence(b"", 1, 6) + lz4_sequence(b"aaaaa"), b"a" * 26), "Z52"),
    "LZ4 literals past the plain size": (lz4(lz4_sequence(b"a", 1, 14) + lz4_sequence(b"aaaaaa"), b"a" * 20), "Z24"),
    "LZ4 of another size": (lz4(lz4_sequence(b"a", 1, 14) + lz4_sequence(b"aaaaa"), b"a" * 21), "Z24"),
    "LZ4 match past the plain size": (lz4(lz4_sequence(b"a", 1, 2000) + lz4_sequence(b"aaaaa"), b"a" * 1000), "Z24"),
    "LZ4 length cut off": (lz4(b"\xF0\xFF", b"a" * 400), "Z24"),
    "LZ4 literals cut off": (lz4(b"\x50ab", b"a" * 20), "Z24"),
    "LZ4 offset cut off": (lz4(b"\x10a\x01", b"a" * 20), "Z24"),
}
