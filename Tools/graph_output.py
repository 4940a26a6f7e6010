"""What graph_reader.py shows of an archive: a listing for people, and JSON. Neither recurses."""

import json
import math

from graph_values import CLOSED, MAP, OPEN, SEQUENCE, SOME, TYPED, Visitor, float_value, packed_elements

# JSON readers commonly hold numbers as doubles; beyond this, neighbouring integers would fall together.
LARGEST_JSON_INTEGER = (1 << 53) - 1


def float_text(raw):
    """A number that JSON can hold as it stands, else a string of its bits."""
    value = float_value(raw)
    return repr(value) if math.isfinite(value) else f'"{raw[::-1].hex()}"'


def leaf_json(kind, value):
    if kind == "integer":
        return str(value) if abs(value) <= LARGEST_JSON_INTEGER else f'{{"$integer":"{value}"}}'
    if kind == "float":
        name, raw = value
        return f'{{"${name}":{float_text(raw)}}}'
    if kind == "packed":
        name, raw = value
        elements = packed_elements(name, raw)
        if name.startswith("float"):
            return f'{{"${name}s":[{",".join(map(float_text, elements))}]}}'
        if name[1:] in ("64", "128"):
            elements = [str(element) for element in elements]
        return f'{{"${name}s":{json.dumps(elements, separators=(",", ":"))}}}'
    if kind == "binary":
        return f'{{"$binary":"{value.hex()}"}}'
    if kind in ("reference", "conditional"):
        return f'{{"${kind}":{value}}}'
    return json.dumps(value)


class JSONVisitor(Visitor):
    """Writes the value of a record as JSON, part after part. Fields are pairs: a composite may repeat no key at all."""

    def __init__(self, write, archive):
        self.write = write
        self.archive = archive
        self.counts = []
        self.kinds = []

    def _before(self, label):
        if not self.kinds:
            return
        kind, count = self.kinds[-1], self.counts[-1]
        self.counts[-1] += 1
        if kind == MAP and count % 2:
            self.write(",")
            return
        if count:
            self.write(",")
        if kind in (CLOSED, OPEN):
            self.write(f"[{json.dumps(label)},")
        elif kind == MAP:
            self.write("[")

    def _after(self):
        if self.kinds and (self.kinds[-1] in (CLOSED, OPEN) or self.kinds[-1] == MAP and self.counts[-1] % 2 == 0):
            self.write("]")

    def leaf(self, label, kind, value):
        self._before(label)
        self.write(leaf_json(kind, value))
        self._after()

    def begin(self, label, kind, number):
        self._before(label)
        if kind in (CLOSED, OPEN):
            type_number = self.archive.shapes[number].type
            self.write(f'{{"$shape":{number},"$type":{type_number},"$open":{json.dumps(kind == OPEN)},"$fields":[')
        else:
            opening = {SEQUENCE: "[", MAP: '{"$map":[', SOME: '{"$some":', TYPED: f'{{"$type":{number},"$value":'}
            self.write(opening[kind])
        self.kinds.append(kind)
        self.counts.append(0)

    def end(self, kind):
        self.kinds.pop()
        self.counts.pop()
        self.write({SEQUENCE: "]", SOME: "}", TYPED: "}"}.get(kind, "]}"))
        self._after()


def write_json(archive, write):
    """Write the whole archive as one JSON object.

    Raises FormatError, with nothing written, when a record breaks the format: half an object helps nobody.
    """
    archive.check()
    types = [{"class": bool(entry.flags & 1), "readableName": entry.readable_name, "name": entry.name,
              "nameIsChosen": bool(entry.flags & 4), "version": entry.version, "composites": entry.composites}
             for entry in archive.types]
    shapes = [{"type": shape.type, "slots": [archive.keys[key] for key in shape.slots]} for shape in archive.shapes]
    head = {"format": "graph", "version": 1, "idCount": archive.id_count,
            "keys": archive.keys[1:], "types": types, "shapes": shapes}
    write(json.dumps(head)[:-1] + ', "records": [')
    for number, record in enumerate(archive.records):
        write(",\n" if number else "\n")
        write(f'{{"id":{record.id},"offset":{record.start},"size":{record.size},"value":')
        archive.walk(record, JSONVisitor(write, archive))
        write("}")
    write("\n]}\n")


class DumpVisitor(Visitor):
    """Writes the value of a record as indented lines. Strings are escaped, so that none can pass for a line."""

    def __init__(self, write, archive):
        self.write = write
        self.archive = archive
        self.depth = 1

    def _line(self, label, text):
        lead = "" if label is None else f"{json.dumps(label)}: "
        self.write(f"{'  ' * self.depth}{lead}{text}\n")

    def leaf(self, label, kind, value):
        if kind == "constant":
            text = {None: "nil", False: "false", True: "true"}[value]
        elif kind == "float":
            text = f"{value[0]} {float_text(value[1])}"
        elif kind == "packed":
            name, raw = value
            elements = packed_elements(name, raw)
            shown = map(float_text, elements) if name.startswith("float") else map(str, elements)
            text = f"packed {name} [{', '.join(shown)}]"
        elif kind == "binary":
            text = f"binary {value.hex()}"
        elif kind == "reference":
            text = f"-> {value}"
        elif kind == "conditional":
            text = f"~> {value}" + ("" if value in self.archive.record_ids else " (no record)")
        else:
            text = json.dumps(value)
        self._line(label, text)

    def begin(self, label, kind, number):
        if kind in (CLOSED, OPEN):
            type_number = self.archive.shapes[number].type
            name = json.dumps(self.archive.types[type_number].readable_name)
            self._line(label, f"{kind} composite {name} (type {type_number}, shape {number})")
        elif kind == TYPED:
            self._line(label, f"typed {json.dumps(self.archive.types[number].readable_name)} (type {number})")
        else:
            self._line(label, {SEQUENCE: f"sequence of {number}", MAP: f"map of {number}", SOME: "some"}[kind])
        self.depth += 1

    def end(self, kind):
        self.depth -= 1


def write_dump(archive, write):
    """Write the archive as text, up to the first record that breaks the format, which raises FormatError."""
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
    for record in archive.records:
        write(f"record {record.id}: byte {record.start}, {record.size} bytes\n")
        archive.walk(record, DumpVisitor(write, archive))
