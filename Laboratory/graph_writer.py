"""An assembler of `.graph` archives from their parts, for archives made by hand and for hostile ones.

Every part is a function that returns bytes, and every part can be replaced by other bytes: it checks nothing, since
its purpose is as much to make archives that break one rule as to make correct ones.

    closed(0, integer(7), text("seven"))
    archive([reference(1), closed(0, reference(1))], keys=["next"], types=[type_entry("Node", "4main4NodeC", True)],
            shapes=[(0, [1])])
"""

import struct

SIGNATURE = b"\x89GRAPH\r\n"
END_MARK = SIGNATURE[2::-1]

NIL, FALSE, TRUE, END, ABSENT = b"\xC0", b"\xC1", b"\xC2", b"\xE5", b"\xE9"
PACKED_FORMATS = "?bBhHiIqQ__efd"


def varint(value, padding=0):
    """`value` as LEB128, with `padding` needless bytes."""
    pieces = bytearray()
    while value >= 0x80:
        pieces.append(value & 0x7F | 0x80)
        value >>= 7
    pieces.append(value | (0x80 if padding else 0))
    if padding:
        pieces += b"\x80" * (padding - 1) + b"\x00"
    return bytes(pieces)


def u64(value):
    return (value & (1 << 64) - 1).to_bytes(8, "little")


def string(value):
    """A string as the directory has it. `value` may be bytes, which then need not be UTF-8."""
    raw = value.encode() if isinstance(value, str) else value
    return varint(len(raw)) + raw


def integer(value):
    """An integer in the first form that holds it."""
    if 0 <= value < 64:
        return bytes([value])
    for tag, size, signed in ((0xC3, 1, True), (0xC4, 2, True), (0xC5, 4, True), (0xC6, 8, True), (0xC7, 8, False),
                              (0xC8, 16, True), (0xC9, 16, False)):
        try:
            return bytes([tag]) + value.to_bytes(size, "little", signed=signed)
        except OverflowError:
            continue
    raise ValueError(f"{value} does not fit 128 bits")


def double(value):
    narrow = struct.pack("<f", value) if abs(value) < 3e38 or value != value or value in (1e999, -1e999) else b""
    if narrow and struct.pack("<d", struct.unpack("<f", narrow)[0]) == struct.pack("<d", value):
        return b"\xCB" + narrow
    return b"\xCC" + struct.pack("<d", value)


def text(value):
    """A string as a value."""
    raw = value.encode() if isinstance(value, str) else value
    return bytes([0x40 + len(raw)]) + raw if len(raw) < 32 else b"\xCD" + varint(len(raw)) + raw


def sequence(*values):
    return b"\xCE" + varint(len(values)) + b"".join(values)


def mapping(*pairs):
    return b"\xCF" + varint(len(pairs)) + b"".join(key + value for key, value in pairs)


def packed(kind, *elements):
    if kind in (9, 10):
        raw = b"".join(element.to_bytes(16, "little", signed=kind == 9) for element in elements)
    else:
        raw = struct.pack(f"<{len(elements)}{PACKED_FORMATS[kind]}", *elements)
    return bytes([0xD0 + kind]) + varint(len(elements)) + raw


def binary(raw):
    return b"\xE7" + varint(len(raw)) + raw


def reference(identifier):
    if identifier < 1 << 13:
        return bytes([0x80 | identifier >> 8, identifier & 0xFF])
    if identifier < 1 << 21:
        return bytes([0xA0 | identifier >> 16]) + (identifier & 0xFFFF).to_bytes(2, "little")
    return b"\xE0" + identifier.to_bytes(4, "little")


def conditional(identifier):
    return b"\xE1" + varint(identifier)


def closed(shape, *slots):
    return (bytes([0x60 + shape]) if shape < 32 else b"\xE2" + varint(shape)) + b"".join(slots)


def opened(shape, *slots_and_items):
    return b"\xE3" + varint(shape) + b"".join(slots_and_items) + END


def item(key, value):
    return b"\xE4" + varint(key) + value


def some(value):
    return b"\xE6" + value


def typed(number, value):
    return b"\xE8" + varint(number) + value


def header(version=1, signature=SIGNATURE):
    return signature + bytes([version])


def entry(size, identifier=None):
    """An entry of the record table, with an explicit id if there is one."""
    return varint(size << 1) if identifier is None else varint(size << 1 | 1) + varint(identifier)


def record_table(records, id_count=None):
    """The table of `records`: bytes, or pairs of an id and bytes."""
    entries, expected, highest = [], 0, 0
    for record in records:
        identifier, value = record if isinstance(record, tuple) else (expected, record)
        entries.append(entry(len(value), None if identifier == expected else identifier))
        highest = max(highest, identifier)
        expected = identifier + 1
    return varint(len(records)) + varint(highest + 1 if id_count is None else id_count) + b"".join(entries)


def type_entry(readable_name, name=None, is_class=False, chosen=False, version=0, flags=None):
    if flags is None:
        flags = is_class | (name is not None) << 1 | chosen << 2 | (version != 0) << 3
    return (bytes([flags]) + string(readable_name) + (string(name) if name is not None else b"")
            + (varint(version) if flags & 8 else b""))


def shape_entry(type_number, slots):
    """A shape that names its type and its keys, whether or not they are the next ones."""
    return varint(len(slots) << 2 | 3) + varint(type_number) + b"".join(map(varint, slots))


def next_shape(slot_count, type_number=None):
    """A shape with the next keys, of the next type unless one is given."""
    if type_number is None:
        return varint(slot_count << 2)
    return varint(slot_count << 2 | 1) + varint(type_number)


def extension(name, contents=b""):
    return string(name) + varint(len(contents)) + contents


def trailer(table_size, directory_size, end_mark=END_MARK):
    return varint(table_size)[::-1] + varint(directory_size)[::-1] + end_mark


def directory(keys=(), types=(), shapes=(), counts=None, extensions=()):
    """`types` are bytes made by `type_entry`, `shapes` are such bytes or pairs of a type and key ids, `extensions` are made by
    `extension`, or replaced by bytes."""
    counts = [0] * len(types) if counts is None else counts
    shapes = [shape if isinstance(shape, bytes) else shape_entry(*shape) for shape in shapes]
    return (varint(len(keys)) + b"".join(map(string, keys)) + varint(len(types)) + b"".join(types)
            + varint(len(shapes)) + b"".join(shapes) + b"".join(map(varint, counts))
            + (extensions if isinstance(extensions, bytes) else extension_table(*extensions)))


def extension_table(*extensions):
    return varint(len(extensions)) + b"".join(extensions) if extensions else b""


def archive(records, keys=(), types=(), shapes=(), *, counts=None, extensions=(), id_count=None, head=None, table=None,
            names=None, end=None):
    """A whole archive. `head`, `table`, `names` and `end` replace the header, the record table, the directory and the
    trailer."""
    head = header() if head is None else head
    body = b"".join(record[1] if isinstance(record, tuple) else record for record in records)
    table = record_table(records, id_count) if table is None else table
    names = directory(keys, types, shapes, counts, extensions) if names is None else names
    end = trailer(len(table), len(names)) if end is None else end
    return head + body + table + names + end
