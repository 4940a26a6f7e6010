"""The algorithms under the container: XXH3 against published values, LZ4 blocks rule by rule."""

import unittest
import zlib

from graphz.errors import GraphError
from graphz.codecs import inflate
from graphz_writer import deflate, lz4_run, lz4_sequence
from graphz.lz4_block import decode_block
from graphz.xxh3 import XXH3, xxh3

# From the sanity checks of the xxHash project: the bytes are the top bytes of a generator's state, the seed is 0.
GENERATOR_PRIME_32, GENERATOR_PRIME_64 = 2654435761, 11400714785074694797
PUBLISHED = {
    0: 0x2D06800538D394C2, 1: 0xC44BDFF4074EECDB, 2: 0x7A9978044CB8A8BB, 3: 0x54247382A8D6B94D,
    4: 0xE5DC74BC51848A51, 5: 0xE4243F00720306BB, 6: 0x27B56A84CD2D7325, 8: 0x24CCC9ACAA9F65E4,
    9: 0x14D5001C15DD3F2B, 12: 0xA713DAF0DFBB77E7, 16: 0x981B17D36C7498C9, 17: 0x796F5ACD3A60F862,
    24: 0xA3FE70BF9D3510EB, 32: 0x9FEADDBDBF57EED3, 33: 0xABFB2D081B400A10, 48: 0x397DA259ECBA1F11,
    64: 0x9CB48487720EC49D, 80: 0xBCDEFBBB2C47C90A, 128: 0xFCFF24126754D861, 129: 0x98F1B0A679A2CA29,
    195: 0xCD94217EE362EC3A, 222: 0xB9163B558664D356, 240: 0x81C3C2B67F568CCF, 241: 0xC5A639ECD2030E5E,
    403: 0xCDEB804D65C6DEA4, 512: 0x617E49599013CB6B, 2048: 0xDD59E2C3A5F038E0, 4160: 0x4F323B15321E94E1,
}


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


class XXH3Tests(unittest.TestCase):
    def test_gives_the_published_values(self):
        for size, value in PUBLISHED.items():
            self.assertEqual(xxh3(generated(size)), value, size)

    def test_does_not_depend_on_the_pieces(self):
        data = generated(2100)
        for size in (0, 1, 16, 17, 128, 240, 241, 256, 257, 320, 1024, 1025, 2048, 2100):
            for step in (1, 7, 63, 64, 65, 240, 241, 1024):
                state = XXH3()
                for at in range(0, size, step):
                    state.update(data[at:min(at + step, size)])
                self.assertEqual(state.digest(), xxh3(data[:size]), (size, step))


class LZ4Tests(unittest.TestCase):
    def test_decodes_blocks(self):
        for name, (block, plain) in LZ4_ACCEPTED.items():
            with self.subTest(name):
                self.assertEqual(decode_block(block, len(plain)), plain)

    def test_rejects_what_the_block_format_forbids(self):
        for name, (block, size) in LZ4_REJECTED.items():
            with self.subTest(name), self.assertRaises(GraphError):
                decode_block(block, size)


class InflateTests(unittest.TestCase):
    def test_decodes_a_stream_of_exactly_the_size(self):
        self.assertEqual(inflate(deflate(b"abc" * 100), 300), b"abc" * 100)

    def test_rejects_other_sizes_bytes_after_the_stream_and_its_prefixes(self):
        stream = deflate(b"abc" * 100)
        for size in (0, 1, 299, 301, 1 << 20):
            with self.subTest(size), self.assertRaises(GraphError):
                inflate(stream, size)
        for damaged in [stream + b"\0", *(stream[:size] for size in range(len(stream)))]:
            with self.subTest(damaged), self.assertRaises(GraphError):
                inflate(damaged, 300)

    def test_rejects_a_stream_with_a_zlib_header(self):
        with self.assertRaises(GraphError):
            inflate(zlib.compress(b"abc" * 100), 300)


if __name__ == "__main__":
    unittest.main()
