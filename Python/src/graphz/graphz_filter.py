"""Puts filtered blocks of `.graphz` containers together, written from the specification alone."""

from __future__ import annotations

import struct
from collections.abc import Callable

from graphz.errors import GraphError
from graphz.graph_cursor import Cursor

TAGS, COUNTS, TEXT, BYTES, WIDTH_2, WIDTH_4, WIDTH_8, WIDTH_16, REFERENCES, REPEATS, VARINTS = range(11)
WIDTHS = (1, 1, 1, 1, 2, 4, 8, 16, 4, 4, 2)
PLAIN, CONSTANT, PLANES, DIFFERENCES, DECIMAL, DECIMAL_DIFFERENCES = range(6)
ROWS = 11
NEW_REFERENCE, KNOWN_REFERENCE, REPEATED_STRING, ROWS_TAG = 0xF0, 0xF1, 0xF2, 0xF3
MAX_COLUMNS = 64
PACKED_WIDTHS = (1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 2, 4, 8)
STREAM_OF_WIDTH = {1: BYTES, 2: WIDTH_2, 4: WIDTH_4, 8: WIDTH_8, 16: WIDTH_16}
FIXED = {0xC3: 1, 0xC4: 2, 0xC5: 4, 0xC6: 8, 0xC7: 8, 0xC8: 16, 0xC9: 16, 0xCA: 2, 0xCB: 4, 0xCC: 8}
PLACES_OF_SLOT, MAX_SLOTS, MAX_FIELDS, MAX_SHAPES, MAX_DEPTH = 64, 256, 4096, 1024, 16
SHORTEST_NUMBERED_STRING = 3
ENDLESS = (1 << 63) - 1
NEXT, SAME, PAIR = range(3)
LARGEST_EXPONENT = 15
MAX_STREAMS = MAX_FIELDS * len(WIDTHS)


def number(cursor: Cursor, limit: int) -> int:
    """A varint of at most five bytes that is at most `limit`, in its shortest form."""
    value = 0
    for index in range(5):
        byte = cursor.u8("a number")
        value |= (byte & 127) << 7 * index
        if byte < 128:
            if value > limit or byte == 0 and index > 0:
                raise GraphError(cursor.position, "Z56", "a number of a filtered block is wrong")
            return value
    raise GraphError(cursor.position, "Z56", "a number of a filtered block is too long")


def read_columns(next_byte: Callable[[], int], mark: bool = False) -> list[int]:
    """The widths of the columns of a layout, behind a mark if there may be one."""
    columns: list[int] = []
    byte = next_byte()
    if mark and byte == 0:
        byte = next_byte()
    while True:
        if not 1 <= byte & 15 <= 13 or len(columns) + (byte >> 4 & 7) + 1 > MAX_COLUMNS:
            raise GraphError(0, "Z56", "the layout of rows has an unknown kind or too many columns")
        columns += [PACKED_WIDTHS[byte & 15]] * ((byte >> 4 & 7) + 1)
        if byte < 128:
            return columns
        byte = next_byte()


class Stream:
    """The elements of one kind in a field, and how many bytes of them are taken."""

    def __init__(self, kind: int) -> None:
        self.kind, self.data, self.position = kind, b"", 0

    def take(self, size: int) -> bytes:
        if size > len(self.data) - self.position:
            raise GraphError(0, "Z56", "a stream of a filtered block is too short")
        self.position += size
        return self.data[self.position - size:self.position]


class Entry:
    """What the header says of a stream."""

    def __init__(self, cursor: Cursor, plain_size: int, total: int) -> None:
        byte = cursor.u8("a stream")
        self.kind, self.coding = byte & 15, byte >> 4
        if self.kind > VARINTS or self.coding > DECIMAL_DIFFERENCES:
            raise GraphError(cursor.position, "Z56", "a stream has an unknown kind or coding")
        self.width = WIDTHS[self.kind]
        if (self.coding >= PLANES and self.width == 1 and (self.kind, self.coding) != (BYTES, DIFFERENCES)
                or self.coding >= DECIMAL and self.kind != WIDTH_8):
            raise GraphError(cursor.position, "Z56", "a stream has a coding that its kind cannot have")
        limit = plain_size * 5 // 2
        self.count = number(cursor, limit)
        self.total = total + self.count * self.width
        if self.count == 0 or self.total > limit:
            raise GraphError(cursor.position, "Z56", "the streams are empty or too long")
        self.mask = number(cursor, (1 << self.width) - 1) if self.coding >= PLANES else 0
        self.exponent = number(cursor, LARGEST_EXPONENT) if self.coding >= DECIMAL else 0
        self.exceptions = number(cursor, self.count) if self.coding >= DECIMAL else 0

    def body(self, cursor: Cursor) -> bytes:
        """The elements of the stream."""
        if self.coding == PLAIN:
            return cursor.take(self.count * self.width, "a stream")
        if self.coding == CONSTANT:
            return cursor.take(self.width, "an element") * self.count
        exceptions = [(cursor.unsigned(4, "a place"), cursor.take(8, "a number")) for _ in range(self.exceptions)]
        elements = bytearray(self.count * self.width)
        for plane in range(self.width):
            if self.mask >> plane & 1:
                elements[plane::self.width] = cursor.take(1, "a plane") * self.count
            else:
                elements[plane::self.width] = cursor.take(self.count, "a plane")
        if self.coding in (DIFFERENCES, DECIMAL_DIFFERENCES):
            elements = self._sums(elements)
        if self.coding >= DECIMAL:
            elements = self._decimals(elements, exceptions)
        return bytes(elements)

    def _sums(self, elements: bytearray) -> bytearray:
        total, modulus = 0, 1 << 8 * self.width
        result = bytearray()
        for at in range(0, len(elements), self.width):
            total = (total + int.from_bytes(elements[at:at + self.width], "little")) % modulus
            result += total.to_bytes(self.width, "little")
        return result

    def _decimals(self, elements: bytearray, exceptions: list[tuple[int, bytes]]) -> bytearray:
        result = bytearray()
        power = 10 ** self.exponent
        for (value,) in struct.iter_unpack("<q", bytes(elements)):
            if abs(value) > 1 << 53:
                raise GraphError(0, "Z56", "a decimal number is too large")
            result += struct.pack("<d", value / power)
        least = 0
        for place, bits in exceptions:
            if not least <= place < self.count:
                raise GraphError(0, "Z56", "an exception stands behind its stream or the next exception")
            least = place + 1
            result[8 * place:8 * place + 8] = bits
        return result


class Field:
    """A place at which values stand: its streams, and its strings."""

    def __init__(self) -> None:
        self.slot: int | None = None
        self.streams: dict[int, Stream] = {}
        self.strings: list[bytes] = []


class Places:
    """Follows the fields from value to value."""

    def __init__(self) -> None:
        self.slots: list[dict[int, Field]] = [{}]
        self.shapes: dict[int, int] = {}
        self.field_count = 1
        self.overflow = Field()
        self.slot, self.index, self.step, self.rest = 0, 0, SAME, ENDLESS
        self.frames: list[tuple[int, int, int, int]] = []

    def field(self) -> Field:
        return self.field_at(self.slot, self.index)

    def field_at(self, number: int, index: int) -> Field:
        slot = self.slots[number]
        if index not in slot:
            if self.field_count == MAX_FIELDS:
                return self.overflow
            self.field_count += 1
            slot[index] = Field()
        return slot[index]

    def new_slot(self) -> int:
        if len(self.slots) == MAX_SLOTS:
            return 0
        self.slots.append({})
        return len(self.slots) - 1

    def advance(self) -> None:
        if self.step == NEXT:
            self.index = min(self.index + 1, PLACES_OF_SLOT - 1)
            return
        if self.step == PAIR:
            self.index ^= 1
        self.rest -= 1
        if self.rest == 0:
            self.slot, self.index, self.step, self.rest = self.frames.pop()

    def enter_composite(self, shape: int) -> None:
        shape = min(shape, MAX_SHAPES - 1)
        if not self.shapes.get(shape):
            self.shapes[shape] = self.new_slot()
        self.slot, self.index, self.step = self.shapes[shape], 0, NEXT
        self.frames.clear()

    def enter_sequence(self, field: Field, count: int, step: int) -> None:
        slot = self.slot_of_elements(field)
        self.advance()
        if count and len(self.frames) < MAX_DEPTH:
            self.frames.append((self.slot, self.index, self.step, self.rest))
            self.slot, self.index, self.step, self.rest = slot, 0, step, count

    def slot_of_elements(self, field: Field) -> int:
        if not field.slot:
            field.slot = self.new_slot()
        return field.slot


class Joiner:
    """Puts a block together."""

    def __init__(self, form: bytes, plain_size: int) -> None:
        cursor = Cursor(form, 0, len(form), "Z56", "Z56")
        head_size = number(cursor, plain_size)
        kind = cursor.u8("a kind")
        if kind not in (0, ROWS) and not TEXT <= kind <= WIDTH_16:
            raise GraphError(cursor.position, "Z56", "a block begins with elements of an unknown kind")
        columns = read_columns(lambda: cursor.u8("a layout")) if kind == ROWS else []
        width = sum(columns) if kind == ROWS else WIDTHS[kind]
        leading = number(cursor, plain_size) if kind else 0
        self.next_id = number(cursor, (1 << 32) - 1)
        varint_size = number(cursor, plain_size)
        tail_size = number(cursor, plain_size)
        if head_size + leading + varint_size + tail_size > plain_size or leading % width:
            raise GraphError(cursor.position, "Z56", "the parts of a filtered block are larger than the block")
        entries = self._entries(cursor, plain_size)
        self.block = bytearray(cursor.take(head_size, "the head"))
        self.streams = [Stream(entry.kind) for entry in entries]
        for entry, stream in sorted(zip(entries, self.streams), key=lambda pair: pair[0].kind):
            stream.data = entry.body(cursor)
        tail = cursor.take(tail_size, "the tail")
        if cursor.position != cursor.end:
            raise GraphError(cursor.position, "Z56", "bytes follow a filtered block")
        self.limit = plain_size - tail_size - varint_size
        self.used = 0
        self.places = Places()
        if kind == ROWS:
            self._columns(self.places.field(), columns, leading // width)
        elif leading:
            self.block += self.take(self.places.field(), kind, leading)
        while len(self.block) < self.limit:
            self._value()
        if varint_size:
            self._varints(varint_size)
        self.block += tail
        if self.used != len(self.streams) or any(entry.position != len(entry.data) for entry in self.streams):
            raise GraphError(0, "Z56", "a filtered block has bytes that nothing asks for")

    @staticmethod
    def _entries(cursor: Cursor, plain_size: int) -> list[Entry]:
        entries: list[Entry] = []
        total = 0
        count = number(cursor, MAX_STREAMS)
        if 3 * count > cursor.end - cursor.position:
            raise GraphError(cursor.position, "Z56", "a filtered block has more streams than bytes for them")
        for _ in range(count):
            entries.append(Entry(cursor, plain_size, total))
            total = entries[-1].total
        return entries

    def _varints(self, size: int) -> None:
        self.limit += size
        field = self.places.field()
        while len(self.block) < self.limit:
            value = int.from_bytes(self.take(field, VARINTS, 2), "little")
            if value >= 0x4000:
                low = int.from_bytes(self.take(field, VARINTS, 2), "little")
                if not 0x4000 < value < 0x8000 or low >= 0x4000:
                    raise GraphError(0, "Z56", "a varint of a filtered block is not in its shortest form")
                value = (value & 0x3FFF) << 14 | low
            while value > 127:
                self.put(bytes([value & 127 | 128]))
                value >>= 7
            self.put(bytes([value]))

    def take(self, field: Field, kind: int, size: int) -> bytes:
        if kind not in field.streams:
            if self.used == len(self.streams) or self.streams[self.used].kind != kind:
                raise GraphError(0, "Z56", "a filtered block asks for a stream that it has not")
            field.streams[kind] = self.streams[self.used]
            self.used += 1
        return field.streams[kind].take(size)

    def put(self, data: bytes | bytearray) -> None:
        if len(data) > self.limit - len(self.block):
            raise GraphError(0, "Z56", "a filtered block makes more than its plain size")
        self.block += data

    def count(self, field: Field) -> int:
        """A varint of at most nine bytes, which is put into the block."""
        value = 0
        for index in range(9):
            byte = self.take(field, COUNTS, 1)
            self.put(byte)
            value |= (byte[0] & 127) << 7 * index
            if byte[0] < 128:
                return value
        raise GraphError(0, "Z56", "a count of a filtered block is too long")

    def _value(self) -> None:
        places = self.places
        field = places.field()
        tag = self.take(field, TAGS, 1)[0]
        if tag < 0x40 or 0xC0 <= tag <= 0xC2 or tag == 0xE9:
            self.put(bytes([tag]))
            places.advance()
        elif tag < 0x60:
            self._string(field, bytes([tag]), tag - 0x40)
        elif tag < 0x80:
            self.put(bytes([tag]))
            places.enter_composite(tag - 0x60)
        elif tag in FIXED:
            width = FIXED[tag]
            self.put(bytes([tag]) + self.take(field, STREAM_OF_WIDTH[width], width))
            places.advance()
        elif tag == NEW_REFERENCE:
            self._reference(self.next_id)
            self.next_id = (self.next_id + 1) % (1 << 32)
        elif tag == KNOWN_REFERENCE:
            self._reference(int.from_bytes(self.take(field, REFERENCES, 4), "little"))
        elif tag == REPEATED_STRING:
            string = int.from_bytes(self.take(field, REPEATS, 4), "little")
            if string >= len(field.strings):
                raise GraphError(0, "Z56", "a filtered block repeats a string that it does not have")
            self.put(field.strings[string])
            places.advance()
        elif tag == ROWS_TAG:
            self._rows(field)
        elif tag in (0xE5, 0xE6):
            self.put(bytes([tag]))
        else:
            self._value_with_count(field, tag)

    def _rows(self, field: Field) -> None:
        self.put(b"\xE7")
        count = self.count(field)
        if count >= 1 << 40:
            raise GraphError(0, "Z56", "a count of a filtered block is too large")
        start = len(self.block)

        def layout_byte() -> int:
            self.put(self.take(field, BYTES, 1))
            return self.block[-1]

        columns = read_columns(layout_byte, mark=True)
        size, width = count - (len(self.block) - start), sum(columns)
        if size < 0 or size % width:
            raise GraphError(0, "Z56", "the rows of a binary value do not fit its size")
        self._columns(field, columns, min(size, self.limit - len(self.block)) // width)
        self.places.advance()

    def _columns(self, field: Field, columns: list[int], count: int) -> None:
        if count == 0:
            return
        slot, width, start = self.places.slot_of_elements(field), sum(columns), 0
        rows = bytearray(count * width)
        for index, size in enumerate(columns):
            elements = self.take(self.places.field_at(slot, index), STREAM_OF_WIDTH[size], count * size)
            for byte in range(size):
                rows[start + byte::width] = elements[byte::size]
            start += size
        self.put(rows)

    def _value_with_count(self, field: Field, tag: int) -> None:
        places = self.places
        if tag not in range(0xCD, 0xDE) and tag not in (0xE1, 0xE2, 0xE3, 0xE4, 0xE7, 0xE8):
            raise GraphError(0, "Z56", f"a filtered block has the tag {tag:#04x}")
        start = len(self.block)
        self.put(bytes([tag]))
        count = self.count(field)
        if count >= 1 << 40 and tag not in (0xE1, 0xE4, 0xE8) or tag == 0xCD and count >= 1 << 31:
            raise GraphError(0, "Z56", "a count of a filtered block is too large")
        if tag == 0xCD:
            head = bytes(self.block[start:])
            del self.block[start:]
            self._string(field, head, count)
        elif tag in (0xCE, 0xCF):
            places.enter_sequence(field, count if tag == 0xCE else 2 * count, SAME if tag == 0xCE else PAIR)
        elif tag in range(0xD0, 0xDE) or tag == 0xE7:
            width = 1 if tag == 0xE7 else PACKED_WIDTHS[tag - 0xD0]
            size = min(count, (self.limit - len(self.block)) // width) * width
            if size:
                self.put(self.take(field, STREAM_OF_WIDTH[width], size))
            places.advance()
        elif tag == 0xE1:
            if count == self.next_id:
                self.next_id = (self.next_id + 1) % (1 << 32)
            places.advance()
        elif tag in (0xE2, 0xE3):
            places.enter_composite(count)

    def _string(self, field: Field, head: bytes, size: int) -> None:
        self.put(head)
        present = min(size, self.limit - len(self.block))
        text = self.take(field, TEXT, present) if present else b""
        self.put(text)
        if present == size >= SHORTEST_NUMBERED_STRING:
            field.strings.append(head + text)
        self.places.advance()

    def _reference(self, number: int) -> None:
        if number < 0x2000:
            self.put(bytes([0x80 | number >> 8, number & 255]))
        elif number < 0x200000:
            self.put(bytes([0xA0 | number >> 16, number & 255, number >> 8 & 255]))
        else:
            self.put(b"\xE0" + number.to_bytes(4, "little"))
        self.places.advance()


def join(form: bytes, plain_size: int) -> bytes:
    """The plain bytes of a filtered block. Raises GraphError unless they are exactly `plain_size`."""
    return bytes(Joiner(form, plain_size).block)
