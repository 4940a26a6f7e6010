"""graph_reader.py accepts what Docs/format-graph.md allows and rejects, one case a rule, what it forbids."""

import io
import json
import unittest

import graph_reader
from graph_cursor import FormatError
from graph_output import write_dump, write_json
from graph_writer import *  # noqa: F403 - the tests are written in its vocabulary

KEYS = ["a", "b"]
TYPES = [type_entry("Point", "4main5PointV"), type_entry("Node", "4main4NodeC", is_class=True)]
SHAPES = [(0, [1, 2]), (1, [1, 0]), (0, [])]
MANY = 1 << 40


def around(value, **parts):
    """An archive with `value` as its root and the usual directory."""
    return archive([value], **{"keys": KEYS, "types": TYPES, "shapes": SHAPES, **parts})


def with_objects(*records, **parts):
    return archive(list(records), **{"keys": KEYS, "types": TYPES, "shapes": SHAPES, **parts})


def nested(depth):
    """An integer in `depth` sequences, one inside the other."""
    return b"\xCE\x01" * depth + b"\x01"


ACCEPTED = {
    "smallest archive": archive([integer(0)]),
    "unknown compatible flags": around(NIL, head=header(compatible=0xFF)),
    "inline integer": around(integer(63)),
    "integers of every form": around(sequence(*[integer(sign * (1 << bits) - 1) for bits in range(0, 128, 3)
                                                for sign in (1, -1)], integer((1 << 128) - 1))),
    "integers in longer forms than needed": around(sequence(b"\xC6" + u64(1), b"\xC7" + u64(1), b"\xC9" + bytes(16))),
    "floats of every width": around(sequence(b"\xCA\x00\x3C", double(1.5), double(0.1), double(float("nan")))),
    "constants": around(sequence(NIL, FALSE, TRUE)),
    "strings of every length": around(sequence(*[text("x" * size) for size in (0, 31, 32, 200)])),
    "short string in the long form": around(b"\xCD\x01x"),
    "string with NUL and a noncharacter": around(text("\0\uFFFE")),
    "packed arrays": around(sequence(*[packed(kind, 0, 1) for kind in range(14)], packed(3))),
    "map": around(mapping((text("k"), NIL), (text("k"), TRUE))),
    "binary": around(binary(b"\xFF\x00")),
    "optional in optional": around(some(some(NIL))),
    "typed": around(sequence(typed(0, integer(1)), typed(0, closed(0, NIL, NIL)))),
    "typed around a composite that is not next": around(typed(1, sequence(closed(0, NIL, NIL)))),
    "closed composites": around(closed(0, closed(2), b"\xE2\x02")),
    "open composite": around(opened(0, NIL, NIL)),
    "open composite with items": around(opened(1, integer(1), integer(2), integer(3), item(2, NIL), integer(4))),
    "composites without unkeyed slots inside items": around(opened(2, item(1, opened(2, item(1, NIL))))),
    "references of every form": with_objects(
        sequence(reference(1), b"\xA0\x01\x00", b"\xE0\x01\x00\x00\x00", conditional(1)), closed(1, NIL, NIL)),
    "a cycle": with_objects(reference(1), closed(1, reference(1), NIL)),
    "conditional reference without a record": with_objects(conditional(1), id_count=2),
    "records out of the order of ids": with_objects(sequence(reference(1), reference(2)), (2, TRUE), (1, FALSE)),
    "highest id count": archive([text("abc")], id_count=5),
    "type without a name": around(closed(0, NIL, NIL), types=[type_entry("P"), type_entry("N", is_class=True)]),
    "type with a chosen name and a version": around(NIL, types=[TYPES[0], type_entry("N", "n", True, True, 2**32 - 1)]),
    "wrong counts": around(NIL, counts=[99, (1 << 64) - 1]),
    "unkeyed slots in numbers": around(closed(0, *[NIL] * 4), shapes=[(0, [0, 0, 0, 0])]),
    "equal readable names and equal shapes": around(NIL, types=[type_entry("P", "a"), type_entry("P", "b"), type_entry("P"), type_entry("P")],
                                          shapes=[(0, [1])] * 2),
    "the empty key and an empty readable name": around(NIL, keys=["", "b"], types=[type_entry("", "n")], shapes=[]),
    "keys that differ only in composition": around(NIL, keys=["\u00E9", "e\u0301"]),
    "deepest nesting": around(nested(512)),
    "deepest nesting of optionals": around(b"\xE6" * 512 + NIL),
}

REJECTED = {
    "empty file": (b"", "signature"),
    "signature alone": (SIGNATURE, "too short"),
    "signature damaged": (around(NIL, head=header(signature=b"\x09GRAPH\r\n")), "signature"),
    "newline of the signature changed": (around(NIL, head=header(signature=b"\x89GRAPH\n\n")), "signature"),
    "version 0": (around(NIL, head=header(version=0)), "version"),
    "version 2": (around(NIL, head=header(version=2)), "version"),
    "incompatible flag": (around(NIL, head=header(incompatible=0x80)), "incompatible"),
    "reserved byte": (around(NIL, head=header(reserved=1)), "reserved byte"),
    "end mark damaged": (around(NIL, end_mark=END_MARK[:-1] + b"\x88"), "end mark"),
    "byte after the end mark": (around(NIL) + b"\0", "end mark"),
    "last byte missing": (around(NIL)[:-1], "end mark"),
    "table offset inside the header": (around(NIL, table_offset=11), "out of order"),
    "table offset past the directory": (around(NIL, table_offset=15, directory_offset=14), "out of order"),
    "directory offset inside the trailer": (around(NIL, directory_offset=len(around(NIL)) - 23), "out of order"),
    "table offset of 2^63": (around(NIL, table_offset=1 << 63), "out of order"),
    "directory offset of all ones": (around(NIL, directory_offset=-1), "out of order"),
    "table offset a byte early": (around(NIL, table_offset=12), "record count"),
    "no record": (archive([], table=varint(0) + varint(0)), "no root"),
    "record count past the table": (around(NIL, table=varint(MANY) + varint(1)), "more than"),
    "record count past the entries": (around(NIL, table=varint(2) + varint(2) + entry(1)), "record table"),
    "id count below the record count": (with_objects(NIL, NIL, id_count=1), "id count"),
    "id count of 0": (around(NIL, id_count=0), "id count"),
    "id count past the records' bytes": (around(NIL, id_count=3), "id count"),
    "id count of 2^64 - 1": (around(NIL, id_count=(1 << 64) - 1), "id count"),
    "empty record": (with_objects(NIL, b""), "empty"),
    "records longer than the file": (around(NIL, table=varint(1) + varint(1) + entry(1 << 62)), "passes"),
    "record a byte too long": (around(NIL, table=varint(1) + varint(1) + entry(2)), "passes"),
    "records that end early": (around(NIL + NIL, table=varint(1) + varint(1) + entry(1)), "records end"),
    "explicit id of the first record": (around(NIL, table=varint(1) + varint(1) + entry(1, 0)), "first record"),
    "first record with another id": (around(NIL, table=varint(1) + varint(2) + entry(1, 1)), "first record"),
    "id 0 twice": (with_objects(NIL, (0, NIL), id_count=2), "two records"),
    "an explicit id twice": (with_objects(NIL, (2, NIL), (2, NIL)), "two records"),
    "an implicit id twice": (with_objects(NIL, (2, NIL), (1, NIL), (2, NIL), id_count=4,
                                          table=varint(4) + varint(4) + entry(1) + entry(1, 2) + entry(1, 1)
                                          + entry(1)), "two records"),
    "explicit id at the id count": (with_objects(NIL, (2, NIL), id_count=2), "not below"),
    "implicit id at the id count": (with_objects(NIL, (2, NIL), NIL, id_count=3), "not below"),
    "byte after the record table": (around(NIL, table=record_table([NIL]) + b"\0"), "follow"),
    "record count not in its shortest form": (around(NIL, table=varint(1, 1) + varint(1) + entry(1)), "shortest"),
    "record count of eleven bytes": (around(NIL, table=b"\x80" * 10 + b"\x01" + varint(1) + entry(1)), "ten bytes"),
    "id count of 2^64": (around(NIL, table=varint(1) + varint(1 << 64) + entry(1)), "2^64"),
    "key count past the directory": (around(NIL, names=varint(MANY)), "more than"),
    "key past the directory": (around(NIL, names=varint(1) + varint(9) + b"a" + bytes(2)), "needs"),
    "key of 2^64 - 1 bytes": (around(NIL, names=varint(1) + varint((1 << 64) - 1) + b"a" + bytes(2)), "needs"),
    "key that is not UTF-8": (around(NIL, keys=[b"a", b"\xC3"]), "UTF-8"),
    "key with a surrogate": (around(NIL, keys=[b"a", b"\xED\xA0\x80"]), "UTF-8"),
    "key in an overlong form": (around(NIL, keys=[b"a", b"\xC0\x80"]), "UTF-8"),
    "key above U+10FFFF": (around(NIL, keys=[b"a", b"\xF4\x90\x80\x80"]), "UTF-8"),
    "equal keys": (around(NIL, keys=["a", "a"]), "two keys"),
    "type count past the directory": (around(NIL, names=varint(0) + varint(MANY)), "more than"),
    "unknown type flag": (around(NIL, types=[type_entry("P", flags=8), TYPES[1]]), "flags"),
    "chosen name without a name": (around(NIL, types=[type_entry("P", flags=4), TYPES[1]]), "chosen"),
    "type name that is not UTF-8": (around(NIL, types=[type_entry("P", b"\xFF"), TYPES[1]]), "UTF-8"),
    "readable name that is not UTF-8": (around(NIL, types=[type_entry(b"\xFF"), TYPES[1]]), "UTF-8"),
    "type version of 2^32": (around(NIL, types=[type_entry("P", "p", version=1 << 32), TYPES[1]]), "version"),
    "shape count past the directory": (around(NIL, names=varint(0) + varint(0) + varint(MANY)), "more than"),
    "shape of an unknown type": (around(NIL, shapes=[(2, [])]), "type 2"),
    "slot count past the directory": (around(NIL, shapes=[varint(0) + varint(MANY)]), "more than"),
    "slot with an unknown key": (around(NIL, shapes=[(0, [3])]), "key 3"),
    "key twice in a shape": (around(NIL, shapes=[(0, [1, 0, 1])]), "twice"),
    "counts missing": (around(NIL, counts=[0]), "missing"),
    "byte after the directory": (around(NIL, counts=[0, 0, 0]), "follow"),
    "count not in its shortest form": (around(NIL, names=directory(KEYS, TYPES, SHAPES)[:-1] + b"\x80\0"), "shortest"),
    "byte after a value": (around(NIL + NIL), "follow"),
    "composite one slot short": (around(closed(0, NIL)), "missing"),
    "value that goes on into the next record": (with_objects(b"\xC4\x00", NIL), "needs"),
    "number cut off": (around(b"\xC6\0\0\0"), "needs"),
    "float cut off": (around(b"\xCC\0\0\0"), "needs"),
    "string past its record": (around(b"\x42a"), "needs"),
    "long string past its record": (around(b"\xCD" + varint(MANY) + b"a"), "needs"),
    "string that is not UTF-8": (around(text(b"a\x80")), "UTF-8"),
    "long string that is not UTF-8": (around(text(b"a" * 40 + b"\xE2\x82")), "UTF-8"),
    "sequence longer than its record": (around(b"\xCE\x02\x00"), "more than"),
    "sequence of 2^40": (around(b"\xCE" + varint(MANY)), "more than"),
    "map with a key but no value": (around(b"\xCF\x01\x00"), "more than"),
    "map of 2^63": (around(b"\xCF" + varint(1 << 63) + NIL), "more than"),
    "packed array past its record": (around(b"\xD3\x02\0\0\0"), "more than"),
    "packed array of 2^61 doubles": (around(b"\xDD" + varint(1 << 61)), "more than"),
    "packed boolean of 2": (around(b"\xD0\x02\x01\x02"), "boolean"),
    "reserved packed kind": (around(b"\xDE\x00"), "reserved"),
    "reserved kind DF": (around(b"\xDF\x00"), "reserved"),
    "reserved tag E9": (around(b"\xE9"), "reserved"),
    "reserved tag FF": (around(b"\xFF"), "reserved"),
    "binary past its record": (around(b"\xE7\x02\x00"), "needs"),
    "item as a value": (around(item(1, NIL)), "outside"),
    "item in a slot of an open composite": (around(opened(0, item(1, NIL), NIL)), "outside"),
    "item in a sequence in an open composite": (around(opened(2, sequence(item(1, NIL)))), "outside"),
    "item in an item": (around(opened(2, b"\xE4\x01" + item(2, NIL))), "outside"),
    "end as a value": (around(END), "end of an open"),
    "end before the slots": (around(opened(0, NIL)), "end of an open"),
    "end as the value of an item": (around(opened(2, b"\xE4\x01")), "end of an open"),
    "end after a closed composite": (around(closed(2) + END), "follow"),
    "open composite without an end": (around(opened(2)[:-1]), "no end"),
    "unknown inline shape": (around(closed(3)), "shape 3"),
    "unknown shape": (around(closed(99)), "shape 99"),
    "unknown shape of an open composite": (around(opened(1 << 35)), "shape"),
    "item without a key id": (around(opened(2, item(0, NIL))), "key 0"),
    "item with an unknown key": (around(opened(2, item(3, NIL))), "key 3"),
    "item with the key of a slot": (around(opened(0, NIL, NIL, item(2, NIL))), "twice"),
    "two items with one key": (around(opened(2, item(1, NIL), NIL, item(1, NIL))), "twice"),
    "reference to the root": (with_objects(reference(0), TRUE), "the id 0"),
    "reference at the id count": (with_objects(reference(2), TRUE), "the id 2"),
    "conditional reference to the root": (with_objects(conditional(0), TRUE), "the id 0"),
    "conditional reference at the id count": (with_objects(conditional(2), TRUE), "the id 2"),
    "conditional reference to 2^63": (with_objects(conditional(1 << 63), TRUE), "the id"),
    "reference in 21 bits at the id count": (with_objects(b"\xBF\xFF\xFF", NIL), "the id"),
    "reference in 32 bits at the id count": (with_objects(b"\xE0\xFF\xFF\xFF\xFF", NIL), "the id"),
    "reference cut off": (with_objects(b"\x80", NIL), "missing"),
    "some without a value": (around(some(b"")), "missing"),
    "typed without a value": (around(typed(0, b"")), "missing"),
    "typed of an unknown type": (around(typed(2, NIL)), "type 2"),
    "typed around a composite of another type": (around(typed(1, closed(0, NIL, NIL))), "type 0"),
    "typed around an open composite of another type": (around(typed(0, opened(1, NIL, NIL))), "type 1"),
    "nesting one too deep": (around(nested(513)), "deeper"),
    "nesting of a million": (around(nested(1_000_000)), "deeper"),
    "nesting of optionals": (around(b"\xE6" * 513 + NIL), "deeper"),
    "nesting of typed values": (around((typed(0, b"") + some(b"")) * 257 + NIL), "deeper"),
    "a type twice": (around(typed(0, typed(0, NIL))), "twice"),
    "nesting of items": (around(b"\xE3\x02\xE4\x01" * 513 + NIL + END * 513), "deeper"),
    "explicit id where it need not be": (archive([NIL, TRUE], table=varint(2) + varint(2) + entry(1) + entry(1, 1)),
                                         "need not"),
    "an empty type name": (around(NIL, types=[type_entry("P", ""), TYPES[1]]), "empty"),
    "two types of one name": (around(NIL, types=[TYPES[0], type_entry("Q", "4main5PointV")]), "another type"),
    "reference to an id without a record": (with_objects(reference(1), id_count=2), "no record"),
    "object that is nil": (with_objects(reference(1), NIL), "begins like"),
    "object that is a reference": (with_objects(reference(1), reference(1)), "begins like"),
    "object that is a wide reference": (with_objects(reference(1), b"\xE0\x01\0\0\0"), "begins like"),
    "object that is a conditional reference": (with_objects(reference(1), conditional(1)), "begins like"),
    "object that is some": (with_objects(reference(1), some(TRUE)), "begins like"),
    "object that is typed": (with_objects(reference(1), typed(0, TRUE)), "begins like"),
    "damage in a record that nothing refers to": (with_objects(NIL, b"\xFF"), "reserved"),
}


class GraphReaderTests(unittest.TestCase):
    def test_accepts_what_the_format_allows(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNone(graph_reader.verdict(data))

    def test_rejects_what_the_format_forbids_for_the_reason_that_was_broken(self):
        for name, (data, reason) in REJECTED.items():
            with self.subTest(name):
                verdict = graph_reader.verdict(data)
                self.assertIsNotNone(verdict)
                self.assertIn(reason, verdict)
                self.assertNotIn("\n", verdict)

    def test_rejects_every_prefix_and_one_more_byte(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                self.assertIsNotNone(graph_reader.verdict(data + b"\0"))
                for size in range(len(data)):
                    self.assertIsNotNone(graph_reader.verdict(data[:size]))

    def test_gives_a_verdict_on_every_flipped_bit(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                for bit in range(min(len(data), 400) * 8):
                    mutant = bytearray(data)
                    mutant[bit >> 3] ^= 1 << (bit & 7)
                    graph_reader.verdict(bytes(mutant))

    def test_refuses_every_tag_that_is_reserved_and_no_other(self):
        reserved = [tag for tag in range(256)
                    if "reserved" in (graph_reader.verdict(around(bytes([tag]))) or "")]
        self.assertEqual(reserved, [0xDE, 0xDF, *range(0xE9, 0x100)])

    def test_shows_every_archive_as_json_and_as_text(self):
        for name, data in ACCEPTED.items():
            with self.subTest(name):
                shown, listed = io.StringIO(), io.StringIO()
                write_json(graph_reader.Archive(data), shown.write)
                write_dump(graph_reader.Archive(data), listed.write)
                self.assertTrue(shown.getvalue().endswith("]}\n"))
                self.assertIn("record 0: byte 12", listed.getvalue())
                if "deepest" not in name:
                    json.loads(shown.getvalue())

    def test_json_holds_what_was_written(self):
        self.assertEqual(json_of(sequence(integer(-5), double(0.5), text("é"), packed(3, -1, 2), packed(0, True))),
                         [-5, {"$float32": 0.5}, "é", {"$i16s": [-1, 2]}, {"$bools": [True]}])
        self.assertEqual(json_of(mapping((integer(1), NIL), (TRUE, some(NIL)))),
                         {"$map": [[1, None], [True, {"$some": None}]]})
        self.assertEqual(json_of(integer(1 << 64)), {"$integer": str(1 << 64)})
        self.assertEqual(json_of(opened(1, integer(1), closed(2), item(2, FALSE))),
                         {"$shape": 1, "$type": 1, "$open": True,
                          "$fields": [["a", 1], [None, {"$shape": 2, "$type": 0, "$open": False, "$fields": []}],
                                      ["b", False]]})
        self.assertEqual(json_of(b"\xCB\x01\x00\x80\x7F"), {"$float32": "7f800001"})

    def test_shows_no_part_of_a_broken_archive_as_json(self):
        shown = io.StringIO()
        with self.assertRaises(FormatError):
            write_json(graph_reader.Archive(with_objects(NIL, b"\xFF")), shown.write)
        self.assertEqual(shown.getvalue(), "")

    def test_json_and_text_of_a_hostile_key_stay_on_their_lines(self):
        data = around(opened(2, item(1, text("\nrecord 9"))), keys=["\nrecord 8", "b"])
        listed = io.StringIO()
        write_dump(graph_reader.Archive(data), listed.write)
        self.assertEqual([line for line in listed.getvalue().split("\n") if line.startswith("record ")],
                         ["record 0: byte 12, 15 bytes"])


def json_of(value):
    shown = io.StringIO()
    write_json(graph_reader.Archive(around(value)), shown.write)
    return json.loads(shown.getvalue())["records"][0]["value"]


if __name__ == "__main__":
    unittest.main()
