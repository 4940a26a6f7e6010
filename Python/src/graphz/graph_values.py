"""The values inside the records of a raw archive: section 4 of Docs/format-graph.md."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphz import policy
from graphz.errors import GraphError
from graphz.graph_cursor import Cursor

if TYPE_CHECKING:
    from graphz.graph_reader import Archive, Shape

CLOSED, OPEN, SEQUENCE, MAP, SOME, TYPED = "closed", "open", "sequence", "map", "some", "typed"

TAG_OPEN_COMPOSITE = 0xE3
TAG_ITEM = 0xE4
TAG_END = 0xE5
TAG_ABSENT = 0xE9

INTEGER_FORMS = {
    0xC3: ("i8", 1, True), 0xC4: ("i16", 2, True), 0xC5: ("i32", 4, True), 0xC6: ("i64", 8, True),
    0xC7: ("u64", 8, False), 0xC8: ("i128", 16, True), 0xC9: ("u128", 16, False),
}
FLOAT_FORMS = {0xCA: ("float16", 2), 0xCB: ("float32", 4), 0xCC: ("float64", 8)}

# Name, bytes of an element, by kind.
PACKED_KINDS = [
    ("bool", 1), ("i8", 1), ("u8", 1), ("i16", 2), ("u16", 2), ("i32", 4), ("u32", 4), ("i64", 8), ("u64", 8),
    ("i128", 16), ("u128", 16), ("float16", 2), ("float32", 4), ("float64", 8),
]


def leads_elsewhere(tag: int) -> bool:
    """Whether a value that begins with `tag` is nil or leads to another value: no object's record may."""
    return 0x80 <= tag <= 0xC0 or tag in (0xE0, 0xE1, 0xE6, 0xE8)


class Visitor:
    """What a walk through a record tells. `label` is the key of a value inside a composite, else None."""

    def leaf(self, label: str | None, kind: str, value: Any) -> None:
        """A value without parts. Floats and packed arrays come as (name, raw bytes): no bit is lost."""

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        """A value with parts. `number` is the shape, the type, or the number of elements; None for `some`."""

    def end(self, kind: str) -> None:
        """The end of the value that was begun last."""


class Frame:
    """A value whose parts are being read."""

    __slots__ = ("kind", "left", "shape", "extra_keys", "type")

    def __init__(self, kind: str, left: int, shape: Shape | None = None, type_number: int | None = None) -> None:
        self.kind = kind
        self.left = left
        self.shape = shape
        self.extra_keys: set[int] = set()
        self.type = type_number


class RecordParser:
    """Reads one record. The values that are still open are a list, so that depth costs memory and never stack."""

    def __init__(self, archive: Archive, visitor: Visitor | None = None) -> None:
        self.archive = archive
        self.visitor = visitor or Visitor()
        self.stack: list[Frame] = []
        self.label: str | None = None

    def parse(self, record: bytes) -> None:
        """Check that bytes are exactly one value. Raises GraphError if not, with an offset in these bytes."""
        self.cursor = Cursor(record, 0, len(record))
        while True:
            tag = self.cursor.u8("a value")
            READ[tag](self, tag)
            if not self._advance():
                break
        self.cursor.finish("R33", "the value of a record")

    def _advance(self) -> bool:
        """Go to the next value that is due. False when the record is complete."""
        while self.stack:
            frame = self.stack[-1]
            if frame.left:
                if self._next_part(frame):
                    return True
                continue
            if frame.kind is OPEN and self._next_item(frame):
                return True
            self.visitor.end(frame.kind)
            self.stack.pop()
        return False

    def _next_part(self, frame: Frame) -> bool:
        """Go to the next part of a value. False when it is a slot whose key the composite is without."""
        self.label = None
        key = 0
        if frame.shape is not None:
            slots = frame.shape.slots
            key = slots[len(slots) - frame.left]
            self.label = self.archive.keys[key]
        frame.left -= 1
        cursor = self.cursor
        if key and cursor.position < cursor.end and cursor.data[cursor.position] == TAG_ABSENT:
            cursor.position += 1
            return False
        return True

    def _next_item(self, frame: Frame) -> bool:
        cursor = self.cursor
        self.label = None
        if cursor.position >= cursor.end:
            raise GraphError(cursor.position, "R39", "an open composite has no end")
        tag = cursor.data[cursor.position]
        if tag == TAG_END:
            cursor.position += 1
            return False
        if tag == TAG_ITEM:
            cursor.position += 1
            self.label = self.archive.keys[self._item_key(frame)]
        return True

    def _item_key(self, frame: Frame) -> int:
        at = self.cursor.position
        key = self.cursor.varint("key of an item")
        if key == 0 or key >= len(self.archive.keys):
            raise GraphError(at, "R40", f"an item has the key {key}, keys go from 1 to {len(self.archive.keys) - 1}")
        if frame.shape is not None and key in frame.shape.keys or key in frame.extra_keys:
            raise GraphError(at, "R41", f"the key {key} occurs twice in one composite")
        frame.extra_keys.add(key)
        return key

    def _limit_elements(self, count: int) -> None:
        policy.check(count, self.archive.policy.maximum_element_count, "elements", "maximum_element_count",
                     self.cursor.position)

    def _leaf(self, kind: str, value: Any) -> None:
        self.visitor.leaf(self.label, kind, value)

    def _begin(self, number: int | None, frame: Frame) -> None:
        if len(self.stack) >= self.archive.policy.depth:
            raise GraphError(self.cursor.position, "R35",
                              f"values are nested deeper than {self.archive.policy.depth}")
        self.visitor.begin(self.label, frame.kind, number)
        self.stack.append(frame)

    def inline_integer(self, tag: int) -> None:
        self._leaf("integer", tag)

    def integer(self, tag: int) -> None:
        name, size, is_signed = INTEGER_FORMS[tag]
        read = self.cursor.signed if is_signed else self.cursor.unsigned
        self._leaf("integer", read(size, name))

    def constant(self, tag: int) -> None:
        self._leaf("constant", {0xC0: None, 0xC1: False, 0xC2: True}[tag])

    def float(self, tag: int) -> None:
        name, size = FLOAT_FORMS[tag]
        self._leaf("float", (name, self.cursor.take(size, name)))

    def inline_string(self, tag: int) -> None:
        self._leaf("string", self.cursor.text(tag - 0x40, "string"))

    def string(self, tag: int) -> None:
        self._leaf("string", self.cursor.string("string"))

    def binary(self, tag: int) -> None:
        self._leaf("binary", self.cursor.take(self.cursor.varint("binary size"), "binary"))

    def packed(self, tag: int) -> None:
        name, size = PACKED_KINDS[tag - 0xD0]
        count = self.cursor.count(f"number of packed {name} elements", size)
        self._limit_elements(count)
        at = self.cursor.position
        raw = self.cursor.take(count * size, "packed array")
        if name == "bool" and raw.translate(None, b"\x00\x01"):
            raise GraphError(at, "R36", "a packed boolean is neither 0 nor 1")
        self._leaf("packed", (name, raw))

    def reference13(self, tag: int) -> None:
        self._reference("reference", (tag - 0x80) << 8 | self.cursor.u8("reference"))

    def reference21(self, tag: int) -> None:
        self._reference("reference", (tag - 0xA0) << 16 | self.cursor.unsigned(2, "reference"))

    def reference32(self, tag: int) -> None:
        self._reference("reference", self.cursor.unsigned(4, "reference"))

    def conditional_reference(self, tag: int) -> None:
        self._reference("conditional", self.cursor.varint("conditional reference"))

    def _reference(self, kind: str, identifier: int) -> None:
        if identifier == 0 or identifier >= self.archive.id_count:
            raise GraphError(self.cursor.position, "R42", f"a reference to the id {identifier}, ids go from 1 to "
                                                    f"{self.archive.id_count - 1}")
        if kind == "reference" and identifier not in self.archive.records:
            raise GraphError(self.cursor.position, "R43", f"a reference to the id {identifier}, which has no record")
        self._leaf(kind, identifier)

    def sequence(self, tag: int) -> None:
        count = self.cursor.count("number of elements")
        self._limit_elements(count)
        self._begin(count, Frame(SEQUENCE, count))

    def map(self, tag: int) -> None:
        count = self.cursor.count("number of pairs", 2)
        self._limit_elements(count)
        self._begin(count, Frame(MAP, 2 * count))

    def some(self, tag: int) -> None:
        self._begin(None, Frame(SOME, 1))

    def typed(self, tag: int) -> None:
        at = self.cursor.position
        number = self.cursor.varint("type of a value")
        if number >= len(self.archive.types):
            raise GraphError(at, "R44", f"a value is of type {number}, there are {len(self.archive.types)} types")
        if self.archive.types[number].name is None:
            raise GraphError(at, "R45", f"a value is of type {number}, which has no name")
        if self.stack and self.stack[-1].kind is TYPED:
            raise GraphError(at, "R46", "a value has a type twice")
        self._begin(number, Frame(TYPED, 1, type_number=number))

    def inline_composite(self, tag: int) -> None:
        self._composite(CLOSED, tag - 0x60, self.cursor.position - 1)

    def composite(self, tag: int) -> None:
        at = self.cursor.position
        self._composite(OPEN if tag == TAG_OPEN_COMPOSITE else CLOSED, self.cursor.varint("shape"), at)

    def _composite(self, kind: str, number: int, at: int) -> None:
        shapes = self.archive.shapes
        if number >= len(shapes):
            raise GraphError(at, "R37", f"a composite has the shape {number}, there are {len(shapes)} shapes")
        shape = shapes[number]
        if self.stack and self.stack[-1].kind is TYPED and self.stack[-1].type != shape.type:
            raise GraphError(at, "R47",
                              f"a composite of type {shape.type} stands as a value of type {self.stack[-1].type}")
        self._begin(number, Frame(kind, len(shape.slots), shape))

    def item_tag(self, tag: int) -> None:
        raise GraphError(self.cursor.position - 1, "R38", "an item stands outside of an open composite")

    def end_tag(self, tag: int) -> None:
        raise GraphError(self.cursor.position - 1, "R39", "the end of an open composite stands where a value must")

    def absent(self, tag: int) -> None:
        raise GraphError(self.cursor.position - 1, "R63", "the mark of an absent key stands outside of a slot with a key")

    def reserved(self, tag: int) -> None:
        raise GraphError(self.cursor.position - 1, "R32", f"the tag {tag:#04x} is reserved")


def _reading_table() -> list[Callable[[RecordParser, int], None]]:
    table: list[Callable[[RecordParser, int], None]] = [RecordParser.reserved] * 256

    def put(first: int, last: int, method: Callable[[RecordParser, int], None]) -> None:
        for tag in range(first, last + 1):
            table[tag] = method

    put(0x00, 0x3F, RecordParser.inline_integer)
    put(0x40, 0x5F, RecordParser.inline_string)
    put(0x60, 0x7F, RecordParser.inline_composite)
    put(0x80, 0x9F, RecordParser.reference13)
    put(0xA0, 0xBF, RecordParser.reference21)
    put(0xC0, 0xC2, RecordParser.constant)
    put(0xC3, 0xC9, RecordParser.integer)
    put(0xCA, 0xCC, RecordParser.float)
    put(0xCD, 0xCD, RecordParser.string)
    put(0xCE, 0xCE, RecordParser.sequence)
    put(0xCF, 0xCF, RecordParser.map)
    put(0xD0, 0xDD, RecordParser.packed)
    put(0xE0, 0xE0, RecordParser.reference32)
    put(0xE1, 0xE1, RecordParser.conditional_reference)
    put(0xE2, TAG_OPEN_COMPOSITE, RecordParser.composite)
    put(TAG_ITEM, TAG_ITEM, RecordParser.item_tag)
    put(TAG_END, TAG_END, RecordParser.end_tag)
    put(0xE6, 0xE6, RecordParser.some)
    put(0xE7, 0xE7, RecordParser.binary)
    put(0xE8, 0xE8, RecordParser.typed)
    put(TAG_ABSENT, TAG_ABSENT, RecordParser.absent)
    return table


READ = _reading_table()


def packed_elements(name: str, raw: bytes) -> list[Any]:
    """The elements of a packed array: booleans, integers, or raw bytes of floats."""
    size = dict(PACKED_KINDS)[name]
    pieces = (raw[at:at + size] for at in range(0, len(raw), size))
    if name == "bool":
        return [piece != b"\x00" for piece in pieces]
    if name.startswith("float"):
        return list(pieces)
    return [int.from_bytes(piece, "little", signed=name[0] == "i") for piece in pieces]


def float_value(raw: bytes) -> float:
    """The number that the two, four or eight bytes of an IEEE 754 number stand for."""
    value: float = struct.unpack({2: "<e", 4: "<f", 8: "<d"}[len(raw)], raw)[0]
    return value
