"""graphz_reader.py accepts whole containers and rejects, one case a rule, every other."""

import unittest

from graphz import graphz_reader
from graphz.errors import GraphError
from graph_writer import NIL, archive, text
from graphz_corpus import ACCEPTED, ACCEPTED_CONTAINERS, PLAIN, REFUSED, data, end, made
from graphz.policy import GraphPolicy
from graphz_writer import *  # noqa: F403 - the tests are written in its vocabulary

LARGE = archive([b"\xE7\x80\x80\x0D" + b"ab" * (13 << 13)])


class GraphzReaderTests(unittest.TestCase):
    def test_accepts_whole_containers(self):
        for name, file in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNone(graphz_reader.verdict(file))

    def test_gives_back_the_plain_bytes(self):
        for codec in (NONE, DEFLATE, LZ4):
            for plain in (PLAIN, LARGE, b"a" * 13, bytes(100_000)):
                self.assertEqual(graphz_reader.Container(container(plain, codec)).plain, plain)

    def test_accepts_containers_whatever_they_hold(self):
        for name, file in {**ACCEPTED, **ACCEPTED_CONTAINERS}.items():
            with self.subTest(name):
                graphz_reader.Container(file)

    def test_refuses_every_broken_rule_by_its_number(self):
        for name, (file, rule) in REFUSED.items():
            with self.subTest(name), self.assertRaises(GraphError) as refusal:
                graphz_reader.Container(file)
            self.assertEqual(refusal.exception.rule, rule, name)

    def test_refuses_a_container_of_anything_but_an_archive(self):
        self.assertIn("byte 0: R5: ", str(graphz_reader.verdict(container(b"x"))))
        self.assertIn("byte 324: R10: ", str(graphz_reader.verdict(container(PLAIN[:-1] + b"\0"))))

    def test_refuses_metadata_past_their_limit_that_are_whole(self):
        file = made(section(META, 0, bytes((1 << 20) + 1)), data(1), end(2))
        self.assertEqual(graphz_reader.verdict(file).rule, "Z28")

    def test_accepts_full_blocks_before_the_last(self):
        graphz_reader.Container(container(LARGE))

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
        self.assertEqual(len(graphz_reader.Container(file, GraphPolicy(maximum_plain_byte_count=200_000)).plain), 200_000)
        with self.assertRaises(GraphError) as refusal:
            graphz_reader.Container(file, GraphPolicy(maximum_plain_byte_count=199_999))
        self.assertEqual(refusal.exception.rule, "limit")


if __name__ == "__main__":
    unittest.main()
