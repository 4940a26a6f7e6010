"""Bounds-checked reading of the primitives that the archive formats are made of."""

from __future__ import annotations

from graphz.errors import GraphError


class Cursor:
    """A position in `data` that never passes `end`, however long the data is behind it.

    `rule` and `utf8_rule` are those that are broken by what does not fit, and by text that is not UTF-8.
    """

    __slots__ = ("data", "position", "end", "rule", "utf8_rule")

    def __init__(self, data: bytes, position: int, end: int, rule: str = "R4", utf8_rule: str = "R3") -> None:
        self.data = data
        self.position = position
        self.end = end
        self.rule = rule
        self.utf8_rule = utf8_rule

    def need(self, size: int, what: str) -> None:
        """Refuse `size` bytes more than are left. To be called before anything is reserved for them."""
        left = self.end - self.position
        if size > left:
            raise GraphError(self.position, self.rule, f"{what} needs {size} bytes, {left} are left")

    def u8(self, what: str) -> int:
        if self.position >= self.end:
            raise GraphError(self.position, self.rule, f"{what} is missing")
        value = self.data[self.position]
        self.position += 1
        return value

    def take(self, size: int, what: str) -> bytes:
        self.need(size, what)
        start = self.position
        self.position = start + size
        return self.data[start:self.position]

    def unsigned(self, size: int, what: str) -> int:
        return int.from_bytes(self.take(size, what), "little")

    def signed(self, size: int, what: str) -> int:
        return int.from_bytes(self.take(size, what), "little", signed=True)

    def varint(self, what: str) -> int:
        """An unsigned LEB128 number below 2^64 in its shortest form."""
        start = self.position
        value = 0
        for shift in range(0, 70, 7):
            byte = self.u8(what)
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if byte == 0 and shift > 0:
                    raise GraphError(start, "R2", f"{what} is a number that is not in its shortest form")
                if value >= 1 << 64:
                    raise GraphError(start, "R1", f"{what} is a number of 2^64 or above")
                return value
        raise GraphError(start, "R1", f"{what} is a number of more than ten bytes")

    def count(self, what: str, least_bytes: int = 1) -> int:
        """A varint number of elements, each of which takes at least `least_bytes`."""
        start = self.position
        count = self.varint(what)
        if count * least_bytes > self.end - self.position:
            left = self.end - self.position
            raise GraphError(start, self.rule, f"{what} is {count}, more than the {left} bytes that are left can hold")
        return count

    def text(self, size: int, what: str) -> str:
        start = self.position
        raw = self.take(size, what)
        try:
            return str(raw, "utf-8", "strict")
        except UnicodeDecodeError as error:
            raise GraphError(start + error.start, self.utf8_rule, f"{what} is not UTF-8") from None

    def string(self, what: str) -> str:
        return self.text(self.varint(what), what)

    def finish(self, rule: str, what: str) -> None:
        if self.position != self.end:
            raise GraphError(self.position, rule, f"{self.end - self.position} bytes follow the end of {what}")
