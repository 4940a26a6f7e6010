"""The algorithms under the container: XXH64 against published values, LZ4 blocks rule by rule."""

import unittest
import zlib

from graph_cursor import FormatError
from graphz_reader import inflate
from graphz_writer import deflate, lz4_run, lz4_sequence
from lz4_block import decode_block
from xxhash64 import XXH64, xxh64

# From the sanity checks of the xxHash project: the bytes are the top bytes of a generator's state, the seed is 0.
GENERATOR_PRIME_32, GENERATOR_PRIME_64 = 2654435761, 11400714785074694797
PUBLISHED = {0: 0xEF46DB3751D8E999, 1: 0xE934A84ADB052768, 4: 0x9136A0DCA57457EE, 14: 0x8282DCC4994E35C8,
             222: 0xB641AE8CB691C174}


def generated(size):
    state, made = GENERATOR_PRIME_32, bytearray()
    for _ in range(size):
        made.append(state >> 56)
        state = state * GENERATOR_PRIME_64 & (1 << 64) - 1
    return bytes(made)


LZ4_ACCEPTED = {
    "empty block": (b"\0", b""),
    "literals": (lz4_sequence(b"abc"), b"abc"),
    "many literals": (lz4_sequence(bytes(range(256)) * 3), bytes(range(256)) * 3),
    "exactly fifteen literals": (lz4_sequence(b"x" * 15), b"x" * 15),
    "shortest block with a match": (lz4_run(b"a" * 13), b"a" * 13),
    "long run": (lz4_run(b"a" * 1000), b"a" * 1000),
    "match that does not overlap": (lz4_sequence(b"abcdefgh", 8, 8) + lz4_sequence(b"12345"),
                                    b"abcdefgh" * 2 + b"12345"),
    "match that overlaps by a part": (lz4_sequence(b"abc", 3, 8) + lz4_sequence(b"12345"), b"abcabcabcab12345"),
    "two matches": (lz4_sequence(b"ab", 2, 6) + lz4_sequence(b"", 1, 4) + lz4_sequence(b"1234567890"),
                    b"ab" * 4 + b"b" * 4 + b"1234567890"),
    "low bits of the last token": (b"\x1Fa", b"a"),
}

LZ4_REJECTED = {
    "no bytes at all": (b"", 0),
    "plain size too small": (lz4_sequence(b"abc"), 2),
    "plain size too large": (lz4_sequence(b"abc"), 4),
    "literals cut off": (b"\x30ab", 3),
    "length cut off": (b"\xF0\xFF", 400),
    "endless length": (b"\xF0" + b"\xFF" * 4000, 400),
    "offset cut off": (b"\x10a\x01", 13),
    "offset of 0": (lz4_sequence(b"a", 0, 7) + lz4_sequence(b"aaaaa"), 13),
    "offset before the block": (lz4_sequence(b"a", 2, 7) + lz4_sequence(b"aaaaa"), 13),
    "match without a byte before it": (lz4_sequence(b"", 1, 8) + lz4_sequence(b"aaaaa"), 13),
    "match longer than the block": (lz4_sequence(b"a", 1, 2000) + lz4_sequence(b"aaaaa"), 1000),
    "match at the end": (lz4_sequence(b"a", 1, 12), 13),
    "match followed by no literals": (lz4_sequence(b"a", 1, 12) + lz4_sequence(b""), 13),
    "match followed by four literals": (lz4_sequence(b"a", 1, 8) + lz4_sequence(b"aaaa"), 13),
    "match in the last twelve bytes": (lz4_sequence(b"a", 1, 6) + lz4_sequence(b"aaaaa"), 12),
}


class XXH64Tests(unittest.TestCase):
    def test_gives_the_published_values(self):
        for size, value in PUBLISHED.items():
            self.assertEqual(xxh64(generated(size)), value, size)

    def test_does_not_depend_on_the_pieces(self):
        data = generated(200)
        for step in (1, 7, 31, 32, 33, 64):
            state = XXH64()
            for at in range(0, len(data), step):
                state.update(data[at:at + step])
            self.assertEqual(state.digest(), xxh64(data))


class LZ4Tests(unittest.TestCase):
    def test_decodes_blocks(self):
        for name, (block, plain) in LZ4_ACCEPTED.items():
            with self.subTest(name):
                self.assertEqual(decode_block(block, len(plain)), plain)

    def test_rejects_what_the_block_format_forbids(self):
        for name, (block, size) in LZ4_REJECTED.items():
            with self.subTest(name), self.assertRaises(FormatError):
                decode_block(block, size)


class InflateTests(unittest.TestCase):
    def test_decodes_a_stream_of_exactly_the_size(self):
        self.assertEqual(inflate(deflate(b"abc" * 100), 300), b"abc" * 100)

    def test_rejects_other_sizes_bytes_after_the_stream_and_its_prefixes(self):
        stream = deflate(b"abc" * 100)
        for size in (0, 1, 299, 301, 1 << 20):
            with self.subTest(size), self.assertRaises(FormatError):
                inflate(stream, size)
        for damaged in [stream + b"\0", *(stream[:size] for size in range(len(stream)))]:
            with self.subTest(damaged), self.assertRaises(FormatError):
                inflate(damaged, 300)

    def test_rejects_a_stream_with_a_zlib_header(self):
        with self.assertRaises(FormatError):
            inflate(zlib.compress(b"abc" * 100), 300)


if __name__ == "__main__":
    unittest.main()
