"""graph_reader.py accepts what Docs/format-graph.md allows and rejects, one case a rule, what it forbids."""

import io
import json
import random
import unittest

from graphz import graph_reader
from graph_corpus import ACCEPTED, REFUSED, around, nested, with_objects
from graphz.errors import GraphError
from graphz.graph_output import write_dump, write_json
from graph_writer import *  # noqa: F403 - the tests are written in its vocabulary


class GraphReaderTests(unittest.TestCase):
    def test_accepts_what_the_format_allows(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNone(graph_reader.verdict(data))

    def test_refuses_what_the_format_forbids_by_the_rule_that_was_broken(self):
        for name, (data, rule) in REFUSED.items():
            with self.subTest(name):
                verdict = str(graph_reader.verdict(data) or "accepted")
                self.assertIn(f": {rule}: ", verdict)
                self.assertNotIn("\n", verdict)

    def test_refuses_nesting_that_no_stack_would_hold(self):
        self.assertEqual(graph_reader.verdict(around(nested(1_000_000))).rule, "R35")

    def test_rejects_every_prefix_and_one_more_byte(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNotNone(graph_reader.verdict(data + b"\0"))
                for size in range(len(data)):
                    self.assertIsNotNone(graph_reader.verdict(data[:size]))

    def test_gives_a_verdict_on_flipped_bits(self):
        # Some in each run. Seven has no factor in common with eight, so all bits of a byte are among them.
        start = random.randrange(7)
        for name, data in ACCEPTED.items():
            with self.subTest(name, start=start):
                for bit in range(start, min(len(data), 400) * 8, 7):
                    mutant = bytearray(data)
                    mutant[bit >> 3] ^= 1 << (bit & 7)
                    graph_reader.verdict(bytes(mutant))

    def test_refuses_every_tag_that_is_reserved_and_no_other(self):
        reserved = [tag for tag in range(256)
                    if "reserved" in str(graph_reader.verdict(around(bytes([tag]))))]
        self.assertEqual(reserved, [0xDE, 0xDF, *range(0xEA, 0x100)])

    def test_shows_every_archive_as_json_and_as_text(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                shown, listed = io.StringIO(), io.StringIO()
                write_json(graph_reader.Archive(data), shown.write)
                write_dump(graph_reader.Archive(data), listed.write)
                self.assertIn("record 0: byte 9", listed.getvalue())
                if "deepest" not in name:
                    for line in shown.getvalue().splitlines():
                        self.assertIn("id", json.loads(line))

    def test_json_holds_what_was_written(self):
        self.assertEqual(json_of(sequence(integer(-5), double(0.1), text("é"), packed(3, -1, 2), packed(0, True))),
                         {"value": [-5, 0.1, "é", [-1, 2], [True]]})
        self.assertEqual(json_of(mapping((integer(1), NIL), (TRUE, some(NIL)))),
                         {"value": {"map": [[1, None], [True, {"some": None}]]}})
        self.assertEqual(json_of(integer(1 << 64)), {"value": 1 << 64})
        self.assertEqual(json_of(opened(1, integer(1), closed(2), item(2, FALSE))),
                         {"type": "Node", "fields": {"a": 1, "b": False}, "items": [{"type": "Point"}]})
        self.assertEqual(json_of(b"\xCB\x01\x00\x80\x7F"), {"value": {"number": "nan"}})
        self.assertEqual(json_of(b"\xCB\xCD\xCC\xCC\x3D"), {"value": 0.10000000149011612})

    def test_shows_no_part_of_a_broken_record_as_json(self):
        shown = io.StringIO()
        with self.assertRaises(GraphError):
            write_json(graph_reader.Archive(with_objects(NIL, b"\xFF")), shown.write)
        self.assertEqual(shown.getvalue(), '{"id":0,"value":null}\n')

    def test_json_and_text_of_a_hostile_key_stay_on_their_lines(self):
        data = around(opened(2, item(1, text("\nrecord 9"))), keys=["\nrecord 8", "b"])
        listed = io.StringIO()
        write_dump(graph_reader.Archive(data), listed.write)
        self.assertEqual([line for line in listed.getvalue().split("\n") if line.startswith("record ")],
                         ["record 0: byte 9, 15 bytes"])


def json_of(value):
    shown = io.StringIO()
    write_json(graph_reader.Archive(around(value)), shown.write)
    line = json.loads(shown.getvalue())
    del line["id"]
    return line


if __name__ == "__main__":
    unittest.main()
