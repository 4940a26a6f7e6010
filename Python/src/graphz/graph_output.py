"""What archives look like: a listing for people, and JSON, one line for each object. Neither recurses."""

from __future__ import annotations

import base64
import decimal
import json
import math
import os
import struct
import sys
import unicodedata
from collections.abc import Callable
from typing import Any

from graphz.graph_reader import Archive
from graphz.graph_values import CLOSED, MAP, OPEN, SEQUENCE, SOME, TYPED, Visitor, float_value, packed_elements

Write = Callable[[str], object]

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# What can drive a terminal or change the order of text: control, format, line and paragraph separators.
UNPRINTABLE = {"Cc", "Cf", "Zl", "Zp"}
HARMLESS_FORMATS = {"\u200c", "\u200d"}
# Invisible letters and unassigned code points that stay invisible. Variation selectors occur in emoji.
INVISIBLE = [range(0x34F, 0x350), range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810),
             range(0x2065, 0x2066), range(0x3164, 0x3165), range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9),
             range(0xE0000, 0xE0100), range(0xE01F0, 0xE1000)]
LONGEST_NAME = 1_000


def drop_output() -> None:
    """Let what is still to be written to standard output go nowhere, after its reader has gone, or its disk is full.

    Python would complain when it closes the stream, and change the exit status.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_rest() -> None:
    """Write what is still to be written to standard output, as far as possible."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()


def is_unprintable(character: str) -> bool:
    if ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF:
        return True
    if any(ord(character) in those for those in INVISIBLE):
        return True
    return unicodedata.category(character) in UNPRINTABLE and character not in HARMLESS_FORMATS


def escaped(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
    if not is_unprintable(character):
        return character
    # As the tool does, without the short escapes of JSON for two of them.
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def json_string(text: str) -> str:
    """A string in JSON. What could drive a terminal is escaped, and nothing else."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f'"{"".join(map(escaped, text))}"'


def json_name(name: str, number: int) -> str:
    """A key or the name of a type in JSON. One that is too long to be real is cut, and numbered: it may be used often."""
    return json_string(name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…{number}")


class JSONNames:
    """The keys and types of an archive in JSON."""

    def __init__(self, archive: Archive) -> None:
        self.keys = {key: json_name(key, number) for number, key in enumerate(archive.keys) if key is not None}
        self.types = [json_name(entry.readable_name, number) for number, entry in enumerate(archive.types)]


def float_text(raw: bytes) -> str:
    """The shortest text that gives back a number, as Swift writes it; an object for one that JSON does not have.

    A number of 16 bits is one of 32 bits. From where not every integer is a number on, there is an exponent.
    """
    value = float_value(raw)
    if not math.isfinite(value):
        return f'{{"number":"{repr(value).lstrip("-") if math.isnan(value) else repr(value)}"}}'
    text, largest = (_narrow_text(value), 1 << 24) if len(raw) < 8 else (repr(value), 1 << 53)
    if abs(value) > largest and "e" not in text:
        digits = text.lstrip("-").removesuffix(".0").rstrip("0")
        return f"{float(text):.{len(digits) - 1}e}"
    return text


def _narrow_text(value: float) -> str:
    """The shortest text that gives back a number of 32 bits."""
    raw = struct.pack("<f", value)
    is_power_of_two = math.frexp(value)[0] in (0.5, -0.5)
    for precision in range(1, 9):
        shorts = [float(f"{value:.{precision}g}")]
        if is_power_of_two:
            # The next number is further away above than below, and so another one may be shortest.
            shorts.append(float(decimal.Context(precision, decimal.ROUND_UP).create_decimal(value)))
        for short in shorts:
            if _packs_as_narrow(short, raw):
                return repr(short)
    return repr(float(f"{value:.9g}"))


def _packs_as_narrow(value: float, raw: bytes) -> bool:
    try:
        return struct.pack("<f", value) == raw
    except OverflowError:
        # Rounding has passed the largest number of this size.
        return False


def _widened(raw: bytes) -> bytes:
    """The eight bytes of a `Double` that a number of four stands for, as a `Float` has the same four."""
    return struct.pack("<d", float_value(raw)) if len(raw) == 4 else raw


def leaf_json(kind: str, value: Any) -> str:
    if kind == "string":
        return json_string(value)
    if kind == "float":
        return float_text(_widened(value[1]))
    if kind == "packed":
        name, raw = value
        show = float_text if name.startswith("float") else json.dumps
        return f"[{','.join(map(show, packed_elements(name, raw)))}]"
    if kind == "binary":
        return f'{{"bytes":"{base64.b64encode(value).decode()}"}}'
    if kind in ("reference", "conditional"):
        return f'{{"{"ref" if kind == "reference" else kind}":{value}}}'
    return json.dumps(value)


class _Level:
    """A value whose parts are being written. The unkeyed values of a composite follow those with keys."""

    def __init__(self, kind: str, head: str) -> None:
        self.kind = kind
        self.head = head
        self.parts: list[str] = []
        self.items: list[str] = []

    def add(self, label: str | None, text: str) -> None:
        if self.kind not in (CLOSED, OPEN):
            self.parts.append(text)
        elif label is None:
            self.items.append(text)
        else:
            self.parts.append(f"{label}:{text}")

    def members(self) -> str:
        """The members of a composite."""
        fields = f',"fields":{{{",".join(self.parts)}}}' if self.parts else ""
        items = f',"items":[{",".join(self.items)}]' if self.items else ""
        return f"{self.head}{fields}{items}"

    def text(self) -> str:
        if self.kind == SEQUENCE:
            return f"[{','.join(self.parts)}]"
        if self.kind == MAP:
            pairs = zip(self.parts[::2], self.parts[1::2])
            return f'{{"map":[{",".join(f"[{key},{value}]" for key, value in pairs)}]}}'
        if self.kind in (SOME, TYPED):
            return f"{{{self.head}{self.parts[0]}}}"
        return f"{{{self.members()}}}"


class JSONVisitor(Visitor):
    """Makes a line of JSON of a record."""

    def __init__(self, archive: Archive, names: JSONNames) -> None:
        self.archive = archive
        self.names = names
        self.levels: list[tuple[str | None, _Level]] = []
        self.line = ""

    def leaf(self, label: str | None, kind: str, value: Any) -> None:
        self._add(label, leaf_json(kind, value))

    def _add(self, label: str | None, text: str) -> None:
        if self.levels:
            self.levels[-1][1].add(None if label is None else self.names.keys[label], text)
        else:
            self.line = f'"value":{text}'

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        head = '"some":' if kind == SOME else ""
        if number is not None and kind in (CLOSED, OPEN, TYPED):
            type_number = number if kind == TYPED else self.archive.shapes[number].type
            name = self.names.types[type_number]
            head = f'"as":{name},"value":' if kind == TYPED else f'"type":{name}'
        self.levels.append((label, _Level(kind, head)))

    def end(self, kind: str) -> None:
        label, level = self.levels.pop()
        if self.levels or kind not in (CLOSED, OPEN):
            self._add(label, level.text())
        else:
            self.line = level.members()


def write_json(archive: Archive, write: Write) -> None:
    """Write the objects in the order of their ids, as `graphz dump --json` does. Docs/graphz.md says what a line has.

    Raises GraphError at the first record that breaks the format, behind the lines before it.
    """
    names = JSONNames(archive)
    for place in sorted(range(len(archive.records)), key=archive.records.ids.__getitem__):
        record = archive.records.at(place)
        visitor = JSONVisitor(archive, names)
        archive.walk(record, visitor)
        write(f'{{"id":{record.id},{visitor.line}}}\n')


def dump_float_text(raw: bytes) -> str:
    """A number as it stands, else a string of its bits."""
    value = float_value(raw)
    return repr(value) if math.isfinite(value) else f'"{raw[::-1].hex()}"'


class DumpVisitor(Visitor):
    """Writes the value of a record as indented lines. Strings are escaped, so that none can pass for a line."""

    def __init__(self, write: Write, archive: Archive) -> None:
        self.write = write
        self.archive = archive
        self.depth = 1

    def _line(self, label: str | None, text: str) -> None:
        lead = "" if label is None else f"{json.dumps(label)}: "
        self.write(f"{'  ' * self.depth}{lead}{text}\n")

    def leaf(self, label: str | None, kind: str, value: Any) -> None:
        if kind == "constant":
            text = {None: "nil", False: "false", True: "true"}[value]
        elif kind == "float":
            text = f"{value[0]} {dump_float_text(value[1])}"
        elif kind == "packed":
            name, raw = value
            elements = packed_elements(name, raw)
            shown = map(dump_float_text, elements) if name.startswith("float") else map(str, elements)
            text = f"packed {name} [{', '.join(shown)}]"
        elif kind == "binary":
            text = f"binary {value.hex()}"
        elif kind == "reference":
            text = f"-> {value}"
        elif kind == "conditional":
            text = f"~> {value}" + ("" if value in self.archive.records else " (no record)")
        else:
            text = json.dumps(value)
        self._line(label, text)

    def begin(self, label: str | None, kind: str, number: int | None) -> None:
        if kind in (CLOSED, OPEN) and number is not None:
            type_number = self.archive.shapes[number].type
            name = json.dumps(self.archive.types[type_number].readable_name)
            self._line(label, f"{kind} composite {name} (type {type_number}, shape {number})")
        elif kind == TYPED and number is not None:
            self._line(label, f"typed {json.dumps(self.archive.types[number].readable_name)} (type {number})")
        else:
            self._line(label, {SEQUENCE: f"sequence of {number}", MAP: f"map of {number}", SOME: "some"}[kind])
        self.depth += 1

    def end(self, kind: str) -> None:
        self.depth -= 1


def write_dump(archive: Archive, write: Write) -> None:
    """Write the archive as text, up to the first record that breaks the format, which raises GraphError."""
    write(f"archive: version 1, {len(archive.data)} bytes, {len(archive.records)} records, {archive.id_count} ids\n")
    write("keys\n")
    for number, key in enumerate(archive.keys[1:], 1):
        write(f"  {number}: {json.dumps(key)}\n")
    write("types\n")
    for number, entry in enumerate(archive.types):
        name = "no name" if entry.name is None else json.dumps(entry.name)
        chosen = " (chosen)" if entry.flags & 4 else ""
        kind = "class" if entry.flags & 1 else "value"
        write(f"  {number}: {json.dumps(entry.readable_name)}, {kind}, {name}{chosen}, version {entry.version}, "
              f"{entry.composites} composites\n")
    write("shapes\n")
    for number, shape in enumerate(archive.shapes):
        slots = ", ".join("-" if key == 0 else json.dumps(archive.keys[key]) for key in shape.slots)
        write(f"  {number}: type {shape.type} [{slots}]\n")
    if archive.extensions:
        write("extensions\n")
    for extension, contents in archive.extensions.items():
        write(f"  {json.dumps(extension)}: {len(contents)} bytes\n")
    for record in archive.records:
        write(f"record {record.id}: byte {record.start}, {record.size} bytes\n")
        archive.walk(record, DumpVisitor(write, archive))
