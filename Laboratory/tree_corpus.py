"""Archives of trees of values (Docs/format-trees.md), made by hand: what each stands for in JSON, or the rule that it breaks."""

from composite_counts import counted
from graph_writer import *  # noqa: F403 - the tables are written in its vocabulary

KEYS = ["referenced", "root", "more"]
# No reader looks these names up.
TYPES = [type_entry("CodingTree.TreeValue"), type_entry("CyclicCoding.FlattenedContainer"),
         type_entry("CodingTree.FieldKeys", is_class=True), type_entry("CodingTree.TypeName")]
# Values of up to four slots have the shapes 0 to 4.
CONTAINER, KEY_LIST, NAME, WITHOUT_ROOT, WITH_MORE = range(5, 10)
SHAPES = [(0, [0] * count) for count in range(5)] + [(1, [1, 2]), (2, [0]), (3, [0]), (1, [1]), (1, [1, 2, 3])]
EMPTY = sequence()
REFUSED = "refused"
# Readers may follow references while they read the container or later.
REFUSED_AS_INTEGER = "refused as an integer"


def value(kind, *slots):
    return closed(len(slots) + 1, kind if isinstance(kind, bytes) else integer(kind), *slots)


def values(*items):
    return value(8, sequence(*items))


def fields(*items):
    return value(9, reference(1), sequence(*items))


def keys(*names):
    return closed(KEY_LIST, sequence(*map(text, names)))


def name(string):
    return closed(NAME, text(string))


def whole(container, *records):
    return counted(archive([container, *records], keys=KEYS, types=TYPES, shapes=SHAPES))


def of(root, *records, objects=EMPTY):
    """A container with a root. Objects have the numbers of `records`, from 1."""
    return whole(closed(CONTAINER, objects, root), *records)


NOTHING, THREE = value(0), value(2, integer(3))


def holds(root, objects="[]"):
    return f'{{"format":1,"referenced":{objects},"root":{root}}}'


# The rule, what is tried, the archive or JSON, and the container in JSON or how it is refused.
CASES = [
    ("-", "nil and booleans", of(values(NOTHING, value(1, TRUE), value(1, FALSE))), holds("[null,true,false]")),
    ("-", "integers", of(values(value(2, integer(-1 << 63)), THREE, value(3, integer(1 << 63)), value(3, integer((1 << 64) - 1)))),
     holds("[-9223372036854775808,3,9223372036854775808,18446744073709551615]")),
    ("-", "a longer integer", of(value(4, text(str(-1 << 127)))), holds(f'{{"#integer":"{-1 << 127}"}}')),
    ("-", "an integer of 40 digits", of(value(4, text("1" * 40))), holds(f'{{"#integer":"{"1" * 40}"}}')),
    ("-", "floating point numbers", of(values(value(5, double(0.5)), value(5, double(-1e999)), value(14, double(1.5)))),
     holds('[0.5,{"#double":"-inf"},1.5]')),
    ("-", "no number", of(value(5, double(float("nan")))), holds('{"#double":"nan"}')),
    ("-", "strings and data", of(values(value(6, text("")), value(6, text("e\u0301")), value(7, packed(2, 1, 2)), value(7, packed(2)))),
     holds('["","e\u0301",{"#data":"AQI="},{"#data":""}]')),
    ("-", "arrays", of(values(values(), value(12, packed(7, 1, -1)), value(13, packed(13, 0.5)), value(15, packed(12, 1.5)))),
     holds("[[],[1,-1],[0.5],[1.5]]")),
    ("-", "fields", of(fields(NOTHING, THREE), keys("b", "a")), holds('{"a":3,"b":null}')),
    ("-", "fields that share their keys", of(values(fields(NOTHING), fields(THREE)), keys("a")), holds('[{"a":null},{"a":3}]')),
    ("-", "no fields", of(fields(), keys()), holds("{}")),
    ("-", "a key with a number sign", of(fields(THREE), keys("#a")), holds('{"##a":3}')),
    ("-", "a key whose number sign is part of another character", of(fields(THREE), keys("#\uFE0F\u20E3")),
     holds('{"##\uFE0F\u20E3":3}')),
    ("-", "keys in JSON whose number signs are part of another character", holds('[{"##\u0301":3},{"###\u0301":3}]'),
     holds('[{"##\u0301":3},{"###\u0301":3}]')),
    ("-", "a cycle", of(value(10, integer(0)), objects=sequence(values(value(10, integer(0))))),
     holds('{"#":0}', objects='[[{"#":0}]]')),
    ("-", "a class", of(value(10, integer(0)), name("Circle"), objects=sequence(value(11, reference(1), THREE))),
     holds('{"#":0}', objects='[{"#type":"Circle","#value":3}]')),
    ("-", "a key of the container that is not known", whole(closed(WITH_MORE, EMPTY, THREE, THREE)), holds("3")),
    ("-", "JSON without a format", holds("3").replace('"format":1,', ""), holds("3")),
    ("-", "JSON of the first package of this name", '{"referenced":[],"root":{"value":{"unkeyed":[{"value":{"int":3}}]}}}',
     holds("[3]")),
    ("T1", "no root", whole(closed(WITHOUT_ROOT, EMPTY)), REFUSED),
    ("T1", "no fields at all", whole(NOTHING), REFUSED),
    ("T2", "kind 16", of(value(16)), REFUSED),
    ("T2", "kind -1", of(value(-1)), REFUSED),
    ("T2", "a kind that is a text", of(value(text("0"))), REFUSED),
    ("T2", "no kind", of(closed(0)), REFUSED),
    ("T2", "no value after the kind", of(value(2)), REFUSED),
    ("T2", "a boolean for an integer", of(value(2, TRUE)), REFUSED),
    ("T2", "an integer of 64 bits without sign for one with sign", of(value(2, integer(1 << 63))), REFUSED),
    ("T2", "a number that no Float can be", of(value(14, double(0.1))), REFUSED),
    ("T2", "a name for a list of keys", of(fields(NOTHING), name("a")), REFUSED),
    ("T2", "a packed array for a sequence", of(value(8, packed(7, 1))), REFUSED),
    ("T3", "keys, a name, a string and data in place",
     of(value(10, integer(0)), objects=sequence(value(11, name("Circle"), value(9, keys("a"), sequence(value(6, text("b"))))))),
     holds('{"#":0}', objects='[{"#type":"Circle","#value":{"a":"b"}}]')),
    ("T3", "a string and data behind references", of(values(value(6, reference(1)), value(7, reference(2))), text("a"), packed(2, 1)),
     holds('["a",{"#data":"AQ=="}]')),
    ("T3", "packed numbers behind a reference", of(value(12, reference(1)), packed(7, 1)), REFUSED),
    ("T3", "a value behind a reference", of(values(reference(1)), NOTHING), REFUSED),
    ("T3", "a root behind a reference", of(reference(1), NOTHING), REFUSED),
    ("T3", "a sequence behind a reference", of(value(8, reference(1)), EMPTY), REFUSED),
    ("T3", "the objects behind a reference", of(NOTHING, EMPTY, objects=reference(1)), REFUSED),
    ("T4", "leading zeros and minus zero", of(values(value(4, text("00")), value(4, text("-0")))),
     holds('[{"#integer":"00"},{"#integer":"-0"}]')),
    *[("T4", f"'{digits}'", of(value(4, text(digits))), REFUSED) for digits in ("", "-", "+5", "5a", "\u0665", "1" * 41)],
    ("T5", "fewer values than keys", of(fields(NOTHING), keys("a", "b")), REFUSED),
    ("T5", "more values than keys", of(fields(NOTHING, NOTHING), keys("a")), REFUSED),
    ("T6", "equal keys", of(fields(NOTHING, NOTHING), keys("a", "a")), REFUSED),
    ("T7", "the reference behind the last object", of(value(10, integer(1)), objects=sequence(THREE)), REFUSED_AS_INTEGER),
    ("T7", "a negative reference", of(value(10, integer(-1)), objects=sequence(THREE)), REFUSED_AS_INTEGER),
    ("T8", "layout 2", holds("3").replace("1", "2"), REFUSED),
    ("T9", "another key with a number sign", holds('{"#new":0}'), REFUSED),
    ("T9", "a key with a number sign that is part of another character", holds('{"#\u0301":0}'), REFUSED),
    ("T9", "a reference with more", holds('{"#":0,"a":1}'), REFUSED),
    ("T9", "a type without a value", holds('{"#type":"Circle"}'), REFUSED),
    ("T9", "a finite number as a text", holds('{"#double":"1.5"}'), REFUSED),
    ("T9", "data that is none", holds('{"#data":"%"}'), REFUSED),
    ("T10", "an integer that is none in JSON", holds('{"#integer":"5a"}'), REFUSED),
    ("T10", "the reference behind the last object in JSON", holds('{"#":1}', objects="[3]"), REFUSED_AS_INTEGER),
    ("T10", "a negative reference in JSON", holds('{"#":-1}', objects="[3]"), REFUSED_AS_INTEGER),
    ("T11", "600 levels", holds("[" * 600 + "]" * 600), REFUSED),
]


def lines():
    for rule, tried, given, result in CASES:
        yield "\t".join((rule, tried, given.hex() if isinstance(given, bytes) else given, result)) + "\n"
