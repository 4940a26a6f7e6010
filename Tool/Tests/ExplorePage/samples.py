"""Archives for the tests of the page, made with the writers in `Laboratory`."""

import pathlib
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Laboratory"))

import graph_writer as graph
import graphz_writer as graphz

# What must be shown as text: markup, a text that turns its neighbors around, control characters, an end of the script.
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
TURNING = "start\u202egnp.exe\u2066\u0007end"
SCRIPTS = "naïve Ελλάδα 日本語 العربية עברית हिन्दी 👩‍👩‍👧 𝒢"

KEYS = ["name", "members", "lead", "notes", "data", "numbers", "table", "maybe", "any", "friend", "</script>", "long"]
TYPES = [graph.type_entry("Zoo.Team", "3Zoo4TeamC", True), graph.type_entry("Zoo.Person", "3Zoo6PersonC", True),
         graph.type_entry("Zoo.Note"), graph.type_entry("Zoo.Suit", "3Zoo4SuitO"),
         graph.type_entry("Zoo.<b>Evil</b>\u202e", "3Zoo4EvilC", True)]
SHAPES = [(0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 12]), (1, [1, 10]), (2, [1, 0]), (4, [1, 11])]


def zoo():
    """Each kind of value, circles, conditional references, and texts that try to be something else.

    1 is the team, 2 to 4 persons, of which 4 is only reached through 3; 5 the evil object; 6 is missing.
    """
    note = graph.closed(2, graph.text(SCRIPTS), graph.integer(-5))
    team = graph.closed(
        0, graph.text("Keepers"), graph.sequence(*map(graph.reference, (2, 3, 5))), graph.reference(2),
        graph.sequence(note, graph.NIL, graph.TRUE), graph.binary(bytes(range(40))), graph.packed(7, *range(300)),
        graph.mapping((graph.text("pi"), graph.double(3.140625)), (graph.integer(1 << 100), graph.FALSE)),
        graph.some(graph.NIL), graph.typed(3, graph.text("hearts")), graph.text("long text " * 100))
    records = [
        graph.reference(1), team,
        graph.closed(1, graph.text("Ada"), graph.conditional(1)),
        graph.opened(1, graph.text("Bo"), graph.reference(4), graph.integer(7), graph.item(4, graph.conditional(6))),
        graph.closed(1, graph.text("Cy"), graph.reference(2)),
        graph.closed(3, graph.text(HOSTILE), graph.text(TURNING)),
    ]
    return graph.archive(records, KEYS, TYPES, SHAPES, counts=[1, 3, 1, 0, 1], id_count=7)


def bomb():
    """Texts of control characters, thousands of references to a large object, deep values, and many equal objects."""
    key = "\u0001" * 100_000
    deep = graph.sequence(*(graph.text(f"text {number}" * 10) for number in range(2_000)))
    for _ in range(400):
        deep = graph.sequence(deep)
    large = [graph.integer(1)] * 3_000
    records = [graph.opened(0, *[graph.reference(1)] * 3_000), graph.opened(0, *large, graph.item(2, deep))]
    records += [graph.closed(1, graph.integer(0))] * 200_000
    return graph.archive(records, [key, "deep"], [graph.type_entry("Bomb", "4BombC", True)], [(0, []), (0, [1])],
                         counts=[len(records)])


def picture(width, height):
    """A PNG of one color."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    lines = (b"\0" + b"\xd0\x40\x40" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


LIST_LENGTH = 30_000
MILLION = 1_000_000


def album(changed=False):
    """A long list, pictures, a text of a million characters, equal objects, and a cycle.

    1 is the album, whose last member is 30,004: one of 30,000 photos from 5 on. 2 and 3 lead to each other, 4 only conditionally.
    """
    count = LIST_LENGTH
    photos = range(5, 5 + count)
    huge = picture(4, 4)[:16] + struct.pack(">II", 60_000, 60_000) + picture(4, 4)[24:]
    records = [
        graph.reference(1),
        graph.closed(0, graph.text("Summer"), graph.sequence(*map(graph.reference, photos)), graph.reference(2),
                     graph.binary(picture(60, 40)), graph.binary(huge), graph.binary("Grüße\n".encode() * 9),
                     graph.text("x" * MILLION)),
        graph.closed(1, graph.text("Ida"), graph.reference(3)), graph.closed(1, graph.text("Jo"), graph.reference(2)),
        graph.closed(1, graph.text("Kay"), graph.conditional(3)),
    ]
    # Every third one is equal to the others of its kind.
    records += [graph.closed(2, graph.text("same" if number % 3 == 0 else f"photo {number}"), graph.integer(number % 3 and number))
                for number in photos]
    if changed:
        records[3] = graph.closed(1, graph.text("Jo"), graph.NIL)
        records[5 + 2] = graph.closed(2, graph.text("another"), graph.integer(77))
    types = [graph.type_entry("Art.Album", "3Art5AlbumC", True), graph.type_entry("Art.Friend", "3Art6FriendC", True),
             graph.type_entry("Art.Photo", "3Art5PhotoC", True)]
    return graph.archive(records, ["title", "photos", "owner", "cover", "poster", "notes", "story", "name", "friend", "number"], types,
                         [(0, [1, 2, 3, 4, 5, 6, 7]), (1, [8, 9]), (2, [1, 10])], counts=[1, 3, count])


def diary():
    """A date, a UUID, an address and a color. The title of 1 is not its first field, that of 2 its first text, of 3 its UUID."""
    color = graph.closed(1, graph.double(1), graph.double(0.5), graph.integer(0))
    uuid = graph.packed(2, *bytes.fromhex("E621E1F8C36C495A93FC0C247A3E6E5F"))
    records = [
        graph.reference(1),
        graph.closed(0, graph.text("a note"), graph.double(769_000_000.5), uuid, graph.text("https://example.org/a?b=c"), color,
                     graph.text("Monday"), graph.reference(2), graph.reference(3)),
        graph.closed(2, graph.integer(7), graph.text("first words")),
        graph.closed(3, uuid, b"\xCA" + struct.pack("<e", 0.1), b"\xCB" + struct.pack("<f", 0.1), graph.packed(12, 0.1)),
    ]
    types = [graph.type_entry("Log.Entry", "3Log5EntryC", True), graph.type_entry("Log.Color"),
             graph.type_entry("Log.Words", "3Log5WordsC", True), graph.type_entry("Log.Mark", "3Log4MarkC", True)]
    keys = ["note", "createdAt", "id", "address", "tint", "name", "words", "mark", "red", "green", "blue", "count", "text",
            "narrow", "scale", "scales"]
    shapes = [(0, [1, 2, 3, 4, 5, 6, 7, 8]), (1, [9, 10, 11]), (2, [12, 13]), (3, [3, 14, 15, 16])]
    return graph.archive(records, keys, types, shapes, counts=[1, 1, 1, 1])


def game(pairs=(("a", 1), ("b", 2)), story="a", seconds=0.5, long=1, plain=1, items=("a",), reopened=False):
    """An object with values that are not shown as a whole; `reopened` in another form, with a mark for a key that it has not."""
    table = graph.mapping(*((graph.text(key), graph.integer(value)) for key, value in pairs))
    values = [(1, graph.text("x" * 80 + story)), (2, table), (3, graph.double(769_000_000 + seconds)), (4, graph.integer(long)),
              (5, graph.sequence(*map(graph.text, items))), (0, graph.integer(plain))]
    record = (graph.opened(0, b"\xE9", *(value if key == 0 else graph.item(key, value) for key, value in reversed(values)))
              if reopened else graph.closed(0, *(value for _, value in values)))
    shape = [6] if reopened else [key for key, _ in values]
    return graph.archive([graph.reference(1), record], ["story", "table", "createdAt", "k" * 70, "items", "lost"],
                         [graph.type_entry("Zoo.Game", "3Zoo4GameC", True)], [(0, shape)], counts=[1])


def copies():
    """Three equal objects: of the second, the pairs have another order, and the third has another form. A fourth differs."""
    def record(shape, *pairs):
        table = graph.mapping(*((graph.text(key), graph.integer(value)) for key, value in pairs))
        return graph.closed(shape, table, *([b"\xE9"] if shape == 1 else []))
    records = [record(0, ("a", 1), ("b", 2)), record(0, ("b", 2), ("a", 1)), record(1, ("a", 1), ("b", 2)),
               record(0, ("a", 2), ("b", 1))]
    return graph.archive([graph.sequence(*map(graph.reference, range(1, 5))), *records], ["table", "lost"],
                         [graph.type_entry("Zoo.Game", "3Zoo4GameC", True)], [(0, [1]), (0, [1, 2])], counts=[4])


def long_names():
    """A generic class with a long name, and a long key."""
    name = "Dictionary<String, Array<TimeSeries<Double, Date>>>"
    for number in range(30):
        name = f"Outer{number}<{name}, App.Other.Thing{number}>"
    records = [graph.reference(1), graph.closed(0, graph.text("first"), graph.reference(2), graph.text("x" * 200)),
               graph.closed(0, graph.text("second"), graph.NIL, graph.text("y"))]
    return graph.archive(records, ["name", "next", "k" * 500], [graph.type_entry(name, "3App5OuterC", True)], [(0, [1, 2, 3])],
                         counts=[2])


def large(count):
    """Many objects: a binary tree, in which each object has a text and refers to its two children."""
    records = [graph.reference(1)]
    for number in range(1, count + 1):
        children = [graph.reference(child) if child <= count else graph.NIL for child in (2 * number, 2 * number + 1)]
        records.append(graph.closed(0, graph.text(f"Node {number}"), graph.integer(number), *children))
    return graph.archive(records, ["name", "number", "left", "right"], [graph.type_entry("Zoo.Node", "3Zoo4NodeC", True)],
                         [(0, [1, 2, 3, 4])], counts=[count])


def container(plain, codec=graphz.DEFLATE):
    """A compressed archive."""
    return graphz.container(plain, codec)


def with_version(data, version):
    """A container of another version, whose header is sound."""
    fields = data[:8] + bytes([version]) + data[9:24]
    return fields + struct.pack("<Q", graphz.xxh3(fields)) + data[32:]
