"""graphz_reader.py accepts whole containers and rejects, one case a rule, every other."""

import unittest

import graphz_reader
from graph_writer import NIL, archive, text
from graphz_writer import *  # noqa: F403 - the tests are written in its vocabulary

PLAIN = archive([text("a" * 300)])
LARGE = archive([b"\xE7\x80\x80\x0D" + b"ab" * (13 << 13)])
COUNT = len(PLAIN)


def made(*sections, head=None):
    return (file_header() if head is None else head) + b"".join(sections)


def data(ordinal=0, plain=PLAIN, **fields):
    return section(DATA, ordinal, plain, **fields)


def end(ordinal=1, count=1, plain=PLAIN, index=NO_INDEX, **fields):
    return section(END, ordinal, end_payload(plain, count, index, **fields))


def index(ordinal, *offsets):
    return section(INDEX, ordinal, b"".join(little(offset, 8) for offset in offsets))


WHOLE = made(data(), end())
SECOND = 32 + 32 + COUNT

ACCEPTED = {
    "raw": container(PLAIN),
    "deflate": container(PLAIN, DEFLATE),
    "lz4": container(PLAIN, LZ4),
    "several blocks": container(LARGE),
    "several blocks of deflate": container(LARGE, DEFLATE),
    "a block that would grow": made(data(), end(), head=file_header(DEFLATE)),
    "size not known": WHOLE,
    "unknown compatible flags": made(data(), end(), head=file_header(compatible=0xFF)),
    "largest blocks": made(data(), end(), head=file_header(block_log=24)),
    "unknown ancillary section": made(section(0xFF, 0, b"anything"), data(1), end(2)),
    "index": made(data(), index(1, 32), end(2, index=SECOND)),
}

REJECTED = {
    "empty file": (b"", "signature"),
    "raw archive": (PLAIN, "signature"),
    "signature without its high bit": (b"\x09" + WHOLE[1:], "transfer"),
    "newlines turned into LF": (WHOLE.replace(b"\r\n", b"\n"), "transfer"),
    "LF turned into CR LF": (WHOLE.replace(b"\n", b"\r\n"), "transfer"),
    "header cut off": (WHOLE[:31], "needs"),
    "hash of the header": (WHOLE[:24] + b"\0" * 8 + WHOLE[32:], "hash"),
    "version 0": (made(data(), end(), head=file_header(version=0)), "version"),
    "version 2": (made(data(), end(), head=file_header(version=2)), "version"),
    "codec 3": (made(data(), end(), head=file_header(3)), "codec"),
    "private codec": (made(data(), end(), head=file_header(128)), "codec"),
    "filter": (made(data(), end(), head=file_header(filter_number=2)), "filter"),
    "blocks of 2^15": (made(data(), end(), head=file_header(block_log=15)), "2^15"),
    "blocks of 2^25": (made(data(), end(), head=file_header(block_log=25)), "2^25"),
    "incompatible flag": (made(data(), end(), head=file_header(incompatible=1)), "incompatible"),
    "high incompatible flag": (made(data(), end(), head=file_header(incompatible=0x8000)), "incompatible"),
    "plain size of the header too small": (made(data(), end(), head=file_header(plain_size=COUNT - 1)), "sizes"),
    "plain size of the header too large": (made(data(), end(), head=file_header(plain_size=COUNT + 1)), "sizes"),
    "plain size of the header past the limit": (made(data(), end(), head=file_header(plain_size=1 << 60)), "more"),
    "no section": (made(), "truncated"),
    "no end": (made(data()), "truncated"),
    "section header cut off": (WHOLE[:SECOND + 31], "needs"),
    "payload cut off": (WHOLE[:-1], "needs"),
    "byte after the end": (WHOLE + b"\0", "follow"),
    "two ends": (WHOLE + end(2), "follow"),
    "hash of a section header": (WHOLE[:32 + 24] + b"\0" * 8 + WHOLE[64:], "hash"),
    "hash of a payload": (made(data(payload_hash=1), end()), "payload"),
    "unknown section flag": (made(data(flags=5), end()), "flags"),
    "raw block that is filtered": (made(data(flags=3), end()), "filtered"),
    "filtered end": (made(data(), section(END, 1, end_payload(PLAIN, 1), flags=3)), "filtered"),
    "filtered block without a filter": (made(section(DATA, 0, deflate(bytes(99)), 999, flags=2), end(),
                                             head=file_header(DEFLATE)), "without a filter"),
    "filtered block of nothing": (made(section(DATA, 0, bytes(9), 999, flags=2), end(),
                                       head=file_header(DEFLATE, filter_number=1)), "of 0 bytes"),
    "reserved bytes of a section": (made(data(zero=0x100), end()), "reserved"),
    "ordinal that skips": (made(data(1), end(2)), "section"),
    "blocks swapped": (made(data(1), data(0), end(2, 2, PLAIN + PLAIN)), "section"),
    "block twice": (made(data(0), data(0), end(2, 2, PLAIN + PLAIN)), "section"),
    "block missing": (made(data(0), end(2, 2, PLAIN + PLAIN)), "section"),
    "stored size past the file": (made(data(stored_size=(1 << 32) - 1, plain_size=(1 << 32) - 1, flags=1)), "needs"),
    "raw section of two sizes": (made(data(plain_size=COUNT + 1, flags=1), end()), "two sizes"),
    "empty block": (made(data(plain=b""), data(1), end(2, 2)), "0 plain bytes"),
    "block past the block size": (made(data(plain=bytes(65537)), end(plain=bytes(65537))), "65537"),
    "unknown critical section": (made(section(3, 0, b""), data(1), end(2)), "unsupported"),
    "section type 0": (made(section(0, 0, b""), data(1), end(2)), "unsupported"),
    "compressed without a codec": (made(data(plain_size=COUNT + 9), end()), "without a codec"),
    "compressed block that grew": (made(data(plain_size=COUNT), end(), head=file_header(DEFLATE)), "no smaller"),
    "damaged deflate": (made(section(DATA, 0, b"\xFF" * 9, 99), end(), head=file_header(DEFLATE)), "deflate"),
    "deflate of another size": (made(section(DATA, 0, deflate(PLAIN), COUNT + 1), end(), head=file_header(DEFLATE)),
                                "does not end"),
    "deflate that grows past its size": (made(section(DATA, 0, deflate(bytes(65536)), 100), end(),
                                              head=file_header(DEFLATE)), "does not end"),
    "bytes after a deflate stream": (made(section(DATA, 0, deflate(PLAIN) + b"\0", COUNT), end(),
                                          head=file_header(DEFLATE)), "follow"),
    "damaged lz4": (made(section(DATA, 0, b"\x10a\0\0", 99), end(), head=file_header(LZ4)), "LZ4"),
    "end of another size": (made(data(), section(END, 1, end_payload(PLAIN, 1) + b"\0")), "end section"),
    "compressed end": (made(data(), section(END, 1, end_payload(PLAIN, 1), 99)), "end section"),
    "total size": (made(data(), end(size=COUNT + 1)), "sizes"),
    "total hash": (made(data(), end(plain_hash=0)), "all plain bytes"),
    "count of blocks": (made(data(), end(count=2)), "blocks"),
    "index that is not there": (made(data(), end(index=64)), "index"),
    "index that is not named": (made(data(), index(1, 32), end(2)), "index"),
    "index of another offset": (made(data(), index(1, 33), end(2, index=SECOND)), "index"),
    "ancillary section damaged": (made(section(0xFF, 0, b"x", payload_hash=0), data(1), end(2)), "payload"),
    "archive inside damaged": (container(PLAIN[:-1] + b"\0"), "in the archive"),
    "no archive inside": (container(b"x"), "in the archive"),
}


class GraphzReaderTests(unittest.TestCase):
    def test_accepts_whole_containers(self):
        for name, file in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNone(graphz_reader.verdict(file))

    def test_gives_back_the_plain_bytes(self):
        for codec in (NONE, DEFLATE, LZ4):
            for plain in (PLAIN, LARGE, b"a" * 13, bytes(100_000)):
                self.assertEqual(graphz_reader.Container(container(plain, codec)).plain, plain)

    def test_rejects_every_broken_rule_for_its_reason(self):
        for name, (file, reason) in REJECTED.items():
            with self.subTest(name):
                verdict = graphz_reader.verdict(file)
                self.assertIsNotNone(verdict)
                self.assertIn(reason, verdict)

    def test_rejects_every_flipped_bit_and_every_prefix(self):
        for codec in (NONE, DEFLATE, LZ4):
            file = container(archive([text("a" * 80), NIL]), codec)
            for size in range(len(file)):
                self.assertIsNotNone(graphz_reader.verdict(file[:size]))
            for bit in range(len(file) * 8):
                mutant = bytearray(file)
                mutant[bit >> 3] ^= 1 << (bit & 7)
                self.assertIsNotNone(graphz_reader.verdict(bytes(mutant)), bit)

    def test_stops_at_the_limit_of_plain_bytes(self):
        file = container(bytes(200_000), DEFLATE, head=file_header(DEFLATE))
        self.assertEqual(len(graphz_reader.Container(file, 200_000).plain), 200_000)
        with self.assertRaises(graphz_reader.FormatError):
            graphz_reader.Container(file, 199_999)


if __name__ == "__main__":
    unittest.main()
