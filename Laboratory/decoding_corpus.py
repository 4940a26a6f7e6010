"""Raw archives made by hand, and what a decoding reader makes of each when it is asked for some type.

A row has the rule, or the section of Docs/format-types.md, that it is about, an archive, the type asked for as Swift writes
it, and the result: a value as JSON, or the name of an error. Tests/Corpus/README.md says how values are written.
"""

from composite_counts import counted
from graph_writer import *  # noqa: F403 - the table is written in its vocabulary

KEYS = ["lowerBound", "upperBound", "other", "next", "mantissa", "exponent", "isNegative", "identifier", "locale",
        "start", "duration", "timeZone", "firstWeekday", "minimumDaysInFirstWeek"]
TYPES = [type_entry("Any", flags=0), type_entry("Node", "Corpus.Node", True, True),
         type_entry("Leaf", "Corpus.Leaf", True, True), type_entry("Other", "Corpus.Other", True, True),
         type_entry("Nameless", is_class=True), type_entry("Suit", "Corpus.Suit", False, True)]
SHAPES = [(0, [1, 2]), (1, [4]), (2, [4]), (3, [4]), (4, [4]), (0, [0]), (0, []), (0, [3, 0, 2, 1]), (0, [5, 6, 7]),
          (0, [8, 9, 12, 13, 14]), (0, [10, 11]), (5, [0])]
RANGE, NODE, LEAF, OTHER, NAMELESS, ONE_VALUE, EMPTY, LONG_RANGE, DECIMAL, CALENDAR, INTERVAL, SUIT = range(len(SHAPES))

MISMATCH, OUT_OF_RANGE, NOT_FOUND = "typeMismatch", "valueOutOfRange", "valueNotFound"
INTEGERS = ("Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Int128", "UInt128", "Int", "UInt")


def of(*records, **parts):
    return counted(archive(list(records), keys=KEYS, types=TYPES, shapes=SHAPES, **parts))


def rows(rule, data, *results):
    """Rows for one archive: pairs of a type and a result."""
    return [(rule, data, asked, result) for asked, result in results]


def list_of(numbers):
    return "[" + ", ".join(map(str, numbers)) + "]"


F16, F32, F64 = b"\xCA\x00\x3E", b"\xCB\x00\x00\xC0\x3F", b"\xCC" + bytes(6) + b"\xF8\x3F"

DECODED = {
    "integer 7 in eight bytes": rows("R48", of(b"\xC6" + u64(7)), *[(name, "7") for name in INTEGERS]),
    "integer 7 in sixteen bytes": rows("R48", of(b"\xC9\x07" + bytes(15)), *[(name, "7") for name in INTEGERS]),
    "integer 200": rows("R48", of(integer(200)), ("Int8", OUT_OF_RANGE), ("UInt8", "200"), ("Int", "200")),
    "integer -1": rows("R48", of(integer(-1)), ("Int8", "-1"), ("UInt8", OUT_OF_RANGE), ("UInt128", OUT_OF_RANGE)),
    "integer 2^64": rows("R48", of(integer(1 << 64)), ("UInt64", OUT_OF_RANGE), ("Int", OUT_OF_RANGE),
                         ("Int128", str(1 << 64))),
    "integer 1": rows("R49", of(integer(1)), ("Bool", MISMATCH), ("Double", MISMATCH), ("String", MISMATCH)),
    "true": rows("R49", of(TRUE), ("Bool", "true"), ("Int", MISMATCH), ("UInt8", MISMATCH), ("String", MISMATCH)),
    "string 1": rows("R49", of(text("1")), ("String", '"1"'), ("Int", MISMATCH), ("Bool", MISMATCH)),
    "number of four bytes": rows("R50", of(F32), ("Double", "1.5"), ("Float", "1.5"), ("CGFloat", "1.5"),
                                 ("Float16", MISMATCH), ("Int", MISMATCH)),
    "number of eight bytes": rows("R50", of(F64), ("Double", "1.5"), ("Float", "1.5"), ("Float16", MISMATCH)),
    "number that needs eight bytes": rows("R50", of(double(0.1)), ("Double", "0.1"), ("Float", OUT_OF_RANGE)),
    "number of two bytes": rows("R51", of(F16), ("Float16", "1.5"), ("Double", MISMATCH), ("Float", MISMATCH)),
    "packed booleans": rows("R52", of(packed(0, True, False)), ("[Bool]", "[true, false]"), ("[Int]", MISMATCH),
                            ("[UInt8]", MISMATCH), ("[Double]", MISMATCH), ("Data", MISMATCH), ("Set<Bool>", "[false, true]")),
    "packed empty booleans": rows("R52", of(packed(0)), ("[Bool]", "[]"), ("[Int]", MISMATCH), ("[Double]", MISMATCH),
                                  ("[String]", MISMATCH)),
    "packed empty integers": rows("R52", of(packed(7)), ("[Int]", "[]"), ("[UInt8]", "[]"), ("Data", "[]"),
                                  ("[Bool]", MISMATCH), ("[Double]", MISMATCH), ("[String]", MISMATCH)),
    **{f"packed integers of kind {kind}": rows(
        "R52", of(packed(kind, 1, 100)), *[(f"[{name}]", "[1, 100]") for name in INTEGERS], ("Data", "[1, 100]"),
        ("Set<Int>", "[1, 100]"), ("[Bool]", MISMATCH), ("[Double]", MISMATCH), ("[Float16]", MISMATCH))
       for kind in range(1, 11)},
    "packed integers that are long": rows("R52", of(packed(3, 1, 300)), ("[Int8]", OUT_OF_RANGE), ("Data", OUT_OF_RANGE),
                                          ("[Int16]", "[1, 300]")),
    "packed numbers of two bytes": rows("R52", of(packed(11, 1.5)), ("[Float16]", "[1.5]"), ("[Float]", MISMATCH),
                                        ("[Double]", MISMATCH)),
    "packed numbers of four bytes": rows("R52", of(packed(12, 1.5)), ("[Float]", "[1.5]"), ("[Double]", "[1.5]"),
                                         ("[Float16]", MISMATCH), ("[Int]", MISMATCH)),
    "packed numbers of eight bytes": rows("R52", of(packed(13, 1.5)), ("[Float]", "[1.5]"), ("[Double]", "[1.5]"),
                                          ("[Bool]", MISMATCH)),
    "packed numbers that need eight bytes": rows("R52", of(packed(13, 0.1)), ("[Float]", OUT_OF_RANGE),
                                                 ("[Double]", "[0.1]")),
    "packed array where it may not stand": rows("R52", of(packed(2, 1)), ("[String]", MISMATCH), ("Int", MISMATCH),
                                                ("String", MISMATCH), ("[String: Int]", MISMATCH), ("[Int?]", MISMATCH)),
    "sequence of integers": rows("R53", of(sequence(integer(1), integer(255))), ("[Int]", "[1, 255]"), ("Data", "[1, 255]"),
                                 ("[UInt8]", "[1, 255]"), ("[Int8]", OUT_OF_RANGE), ("[Bool]", MISMATCH),
                                 ("[String: Int]", MISMATCH)),
    "empty sequence": rows("R53", of(sequence()), ("[Int]", "[]"), ("[String]", "[]"), ("Data", "[]"), ("[Bool]", "[]"),
                           ("[String: Int]", MISMATCH)),
    "sequence of booleans": rows("R53", of(sequence(TRUE)), ("[Bool]", "[true]"), ("[Int]", MISMATCH)),
    "sequence of sixteen bytes": rows("R53", of(sequence(*map(integer, range(16)))),
                                      ("UUID", '"00010203-0405-0607-0809-0A0B0C0D0E0F"'), ("IndexPath", list_of(range(16)))),
    "nil": rows("R54", of(NIL), ("Int?", "null"), ("Int??", "null"), ("Int", NOT_FOUND), ("String", NOT_FOUND),
                ("[Int]", NOT_FOUND), ("[Int]?", "null")),
    "some": rows("R55", of(some(integer(1))), ("Int??", "1"), ("Int?", MISMATCH), ("Int", MISMATCH)),
    "some nil": rows("R55", of(some(NIL)), ("Int??", '{"some": null}'), ("Int?", MISMATCH)),
    "some of some": rows("R55", of(some(some(integer(1)))), ("Int??", MISMATCH), ("Int?", MISMATCH)),
    "value without some": rows("R55", of(integer(1)), ("Int?", "1"), ("Int??", "1")),
    "conditional reference without a record": rows(
        "R56", of(conditional(1), id_count=2), ("String?", "null"), ("String??", "null"), ("String", NOT_FOUND),
        ("Corpus.Node?", "null"), ("Corpus.Node", NOT_FOUND)),
    "conditional reference in some": rows("R56", of(some(conditional(1)), id_count=2), ("String??", '{"some": null}')),
    "conditional reference with a record": rows("R56", of(conditional(1), text("x")), ("String?", '"x"'),
                                                ("String", '"x"')),
    "record asked for as two types": rows(
        "R57", of(closed(CALENDAR, reference(1), reference(1), text("GMT"), integer(1), integer(1)), text("gregorian")),
        ("Calendar", MISMATCH)),
    "objects of several classes": rows(
        "R57", of(sequence(reference(1), reference(2), reference(1)), closed(NODE, NIL), closed(LEAF, NIL)),
        ("[Corpus.Node]", '["Corpus.Node", "Corpus.Leaf", "Corpus.Node"]'), ("[Corpus.Leaf]", "wrongClass"),
        ("[Corpus.Other]", "wrongClass")),
    "equal elements": rows("R58", of(packed(1, 1, 1)), ("[Int]", "[1, 1]"), ("Set<Int>", "duplicateElement")),
    "equal keys": rows("R58", of(mapping((text("a"), integer(1)), (text("a"), integer(2)))),
                       ("[String: Int]", "duplicateElement")),
    "keys that differ": rows("R58", of(mapping((text("a"), integer(1)), (text("b"), integer(2)))),
                             ("[String: Int]", '{"a": 1, "b": 2}'), ("[String]", MISMATCH)),
    "object in place": rows("R59", of(closed(LEAF, NIL)), ("Corpus.Node", '"Corpus.Leaf"'), ("Corpus.Leaf", '"Corpus.Leaf"'),
                            ("Corpus.Other", "wrongClass")),
    "object of a class without a name": rows(
        "R59", of(reference(1), closed(NAMELESS, NIL)), ("Corpus.Node", '"Corpus.Node"'), ("Corpus.Leaf", '"Corpus.Leaf"')),
    "record that is no object": rows("R59", of(reference(1), text("x")), ("Corpus.Node", MISMATCH), ("String", '"x"')),
    "reference to an array": rows("R60", of(reference(1), packed(7, 1, 2)), ("[Int]", "[1, 2]"), ("Set<Int>", "[1, 2]")),
    "reference to a record with more than a value": rows("R33", of(reference(1), packed(7, 1, 2) + b"\x05"), ("[Int]", "malformed")),
    "reference to a record that is too short": rows("R33", of(reference(1), b"\xCC\x00\x00"), ("Date", "malformed")),
    "reference to a number": rows("R60", of(reference(1), integer(1)), ("Int", MISMATCH)),
    "range": rows("R61", of(closed(RANGE, integer(1), integer(3))), ("Range<Int>", "[1, 3]")),
    "range among other values": rows("R61", of(closed(LONG_RANGE, NIL, TRUE, integer(3), integer(1))),
                                     ("Range<Int>", "[1, 3]")),
    "open range": rows("R61", of(opened(EMPTY, item(2, integer(3)), NIL, item(1, integer(1)))), ("Range<Int>", "[1, 3]")),
    "range without a bound": rows("R61", of(opened(EMPTY, item(1, integer(1)))), ("Range<Int>", "keyNotFound")),
    "composite without a value": rows("R61", of(closed(EMPTY)), ("Corpus.Suit", NOT_FOUND)),
    "class where a struct is asked for": rows("R61", of(closed(NODE, NIL)), ("Range<Int>", MISMATCH)),
    "struct where a class is asked for": rows("R61", of(closed(RANGE, NIL, NIL)), ("Corpus.Node", MISMATCH)),
    "trivial value": rows("R64", of(binary(b"\x1C" + F32[1:] * 2)), ("Corpus.Vector", "[1.5, 1.5]"),
                          ("Corpus.Pair", MISMATCH), ("[Corpus.Vector]", MISMATCH)),
    "trivial value of another layout": rows("R64", of(binary(b"\x0C" + F32[1:])), ("Corpus.Vector", MISMATCH)),
    "trivial values": rows("R64", of(binary(b"\x00\x1C" + F32[1:] * 4)), ("[Corpus.Vector]", "[[1.5, 1.5], [1.5, 1.5]]"),
                           ("Corpus.Vector", MISMATCH), ("[Corpus.Pair]", MISMATCH), ("[Float]", MISMATCH)),
    "trivial values of another layout": rows("R64", of(binary(b"\x00\x0C" + F32[1:] * 2)), ("[Corpus.Vector]", MISMATCH)),
    "trivial values of a layout without an end": rows("R64", of(binary(b"\x00\x9C")), ("[Corpus.Vector]", MISMATCH)),
    "trivial values one by one": rows("R53", of(sequence(binary(b"\x1C" + F32[1:] * 2), binary(b"\x1C" + F32[1:] * 2))),
                                      ("[Corpus.Vector]", "[[1.5, 1.5], [1.5, 1.5]]")),
    "trivial values without an element": rows("R68", of(binary(b"\x00\x1C")), ("[Corpus.Vector]", "malformed")),
    "trivial values and a half": rows("R68", of(binary(b"\x00\x1C" + F32[1:] * 3)), ("[Corpus.Vector]", "malformed")),
    "trivial values of a few bytes": rows("R68", of(binary(b"\x00\x1C\x00")), ("[Corpus.Vector]", "malformed")),
    "raw value": rows("R62", of(text("hearts")), ("Corpus.Suit", '"hearts"')),
    "raw value in a composite": rows("R62", of(closed(ONE_VALUE, text("hearts"))), ("Corpus.Suit", '"hearts"')),
    "raw value of nothing": rows("R62", of(text("cups")), ("Corpus.Suit", OUT_OF_RANGE)),
    "raw value of another kind": rows("R62", of(integer(1)), ("Corpus.Suit", MISMATCH)),
    "typed raw value": rows("R47", of(closed(ONE_VALUE, typed(5, text("hearts")))), ("Corpus.Box", '"hearts"')),
    "typed composite": rows("R47", of(closed(ONE_VALUE, typed(5, closed(SUIT, text("hearts"))))), ("Corpus.Box", '"hearts"')),
    "typed composite of another type": rows("R47", of(closed(ONE_VALUE, typed(5, closed(ONE_VALUE, text("hearts"))))),
                                            ("Corpus.Box", "malformed")),
    "typed without a name": rows("R45", of(closed(ONE_VALUE, typed(0, text("hearts")))), ("Corpus.Box", "malformed")),
    "typed twice": rows("R46", of(closed(ONE_VALUE, typed(5, typed(5, text("hearts"))))), ("Corpus.Box", "malformed")),
    "two characters": rows("types 1", of(text("ab")), ("Character", OUT_OF_RANGE)),
    "one character of two code points": rows("types 1", of(text("e\u0301")), ("Character", '"e\u0301"')),
    "surrogate": rows("types 1", of(integer(0xD800)), ("Unicode.Scalar", OUT_OF_RANGE), ("Int", "55296")),
    "code point": rows("types 1", of(integer(0x10FFFF)), ("Unicode.Scalar", "1114111")),
    "fifteen bytes": rows("types 1", of(packed(2, *range(15))), ("UUID", OUT_OF_RANGE)),
    "attoseconds": rows("types 1", of(integer(-(10**18) - 1)), ("Duration", "-1000000000000000001")),
    "three numbers": rows("types 1", of(packed(5, 1, 2, 3)), ("SIMD3<Int32>", "[1, 2, 3]"), ("SIMD2<Int32>", OUT_OF_RANGE),
                          ("IndexPath", "[1, 2, 3]"), ("IndexSet", OUT_OF_RANGE)),
    "two ranges of indices": rows("types 1", of(packed(7, 1, 3, 5, 6)), ("IndexSet", "[1, 2, 5]")),
    "ranges of indices out of order": rows("types 1", of(packed(7, 5, 6, 1, 3)), ("IndexSet", OUT_OF_RANGE)),
    "seconds": rows("types 1", of(double(0.5)), ("Date", "0.5")),
    "time zone in seconds": rows("types 1", of(integer(3600)), ("TimeZone", "3600")),
    "time zone beyond a day": rows("types 1", of(integer(64801)), ("TimeZone", OUT_OF_RANGE)),
    "range out of order": rows("types 2", of(closed(RANGE, integer(3), integer(1))), ("Range<Int>", OUT_OF_RANGE)),
    "decimal": rows("types 2", of(closed(DECIMAL, integer(15), integer(-1), TRUE)), ("Decimal", '"-1.5"')),
    "decimal that is no number": rows("types 2", of(closed(DECIMAL, integer(0), integer(0), TRUE)), ("Decimal", '"NaN"')),
    "decimal exponent of 128": rows("types 2", of(closed(DECIMAL, integer(1), integer(128), FALSE)), ("Decimal", OUT_OF_RANGE)),
    "decimal mantissa below 0": rows("types 2", of(closed(DECIMAL, integer(-1), integer(0), FALSE)), ("Decimal", OUT_OF_RANGE)),
    "date interval below 0": rows("types 2", of(closed(INTERVAL, double(0.5), double(-1.0))), ("DateInterval", OUT_OF_RANGE)),
    "date interval": rows("types 2", of(closed(INTERVAL, double(0.5), double(2.0))), ("DateInterval", "[0.5, 2.0]")),
}
