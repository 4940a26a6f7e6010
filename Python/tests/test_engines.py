"""The fast engine gives what the reference gives, for archives, for damaged ones, and for generated values."""

from __future__ import annotations

import os
import random
from typing import Any

import graph_writer as writer
from composite_counts import counted
from hypothesis import given, settings
from hypothesis import strategies as st
from support import CORPUS, GOLDENS, MUTANTS, archives

import graphz
from graphz.columns import Plan
from graphz.engine import REFERENCE
from graphz.graph_reader import Archive
from graphz.graphz_filter import join
from graphz.graphz_reader import Container
from graphz.native_engine import FASTEST
from graphz.xxh3 import xxh3

BUDGET = 1 << 28
SEED = int(os.environ.get("SEED", random.randrange(1 << 31)))


def outcome(data: bytes, engine: Any) -> Any:
    """All that an engine makes of bytes: the error, or the plain bytes and the columns."""
    try:
        plain = data if data.startswith(b"\x89GRAPH") else Container(data, engine=engine).plain
        archive = Archive(plain, engine=engine)
        archive.check()
        return plain, list(archive.records), engine.columns(archive, archive.records, Plan(None, len(archive.keys) - 1), BUDGET)
    except graphz.GraphError as error:
        return str(error), error.code


def mutant(data: bytes, random_number: random.Random) -> bytes:
    """An archive with some bytes changed, left out or repeated."""
    made = bytearray(data)
    for _ in range(random_number.randrange(1, 4)):
        at = random_number.randrange(len(made) + 1)
        match random_number.randrange(6):
            case 0:
                del made[at:]
            case 1:
                del made[at:at + 1 + random_number.randrange(8)]
            case 2:
                made[at:at] = made[max(0, at - random_number.randrange(8)):at]
            case _ if at < len(made):
                made[at] ^= 1 << random_number.randrange(8)
    return bytes(made)


def flipped(data: bytes, chance: random.Random) -> bytes:
    """An archive with a byte changed that is probably in a record."""
    made = bytearray(data)
    made[min(len(made) - 1, chance.randrange(9, 10 + len(made) // 2))] = chance.randrange(256)
    return bytes(made)


def test_the_engines_make_the_same_of_archives_and_of_their_mutants() -> None:
    chance = random.Random(SEED)
    paths = archives(CORPUS / "accepted") + archives(CORPUS / "refused") + archives(GOLDENS)
    originals = [path.read_bytes() for path in paths if path.stat().st_size < 1 << 16]
    sound = 0
    for data in originals:
        assert outcome(data, FASTEST) == outcome(data, REFERENCE), f"an archive with the hash {xxh3(data):x}"
    for number in range(MUTANTS * 2):
        data = chance.choice(originals)
        # What is wrong in a container is seen by its checksums, and in a record only there.
        data = flipped(data, chance) if number % 2 and data.startswith(b"\x89GRAPH") else mutant(data, chance)
        found = outcome(data, FASTEST)
        assert found == outcome(data, REFERENCE), f"mutant {number}, SEED={SEED}: {data.hex()}"
        sound += len(found) == 3
    assert sound > MUTANTS // 100
    print(f"figure: mutants of which both engines make the same: {MUTANTS * 2}, of which sound: {sound}")


def forms() -> list[tuple[bytes, int]]:
    """The filtered blocks of the golden archives, taken from between decompression and filter, and the corpus of the filter."""
    found: list[tuple[bytes, int]] = []

    class Recorder(type(FASTEST)):  # type: ignore[misc]
        def join(self, form: bytes, plain_size: int) -> bytes:
            found.append((form, plain_size))
            return join(form, plain_size)

    for path in archives(GOLDENS) + archives(CORPUS / "accepted"):
        if path.suffix == ".graphz" and path.stat().st_size < 1 << 16:
            Container(path.read_bytes(), engine=Recorder())
    lines = (CORPUS / "filter" / "list.txt").read_text().splitlines()
    return found + [(bytes.fromhex(form), int(size)) for _, _, size, form, _ in (line.split("\t") for line in lines)]


def test_the_engines_make_the_same_of_mutants_of_filtered_blocks() -> None:
    chance = random.Random(SEED)
    samples = [form for form in forms() if len(form[0]) < 1 << 15]
    assert len(samples) > 5

    def made(engine: Any, form: bytes, size: int) -> Any:
        try:
            return engine.join(form, size)
        except graphz.GraphError as error:
            return str(error)

    sound = 0
    for number in range(MUTANTS * 3):
        form, size = chance.choice(samples)
        form = mutant(form, chance)
        found = made(FASTEST, form, size)
        assert found == made(REFERENCE, form, size), f"mutant {number}, SEED={SEED}: {size} {form.hex()}"
        sound += isinstance(found, bytes)
    assert sound > 0


TYPES = [writer.type_entry("Point", "4main5PointV"), writer.type_entry("Node", "4main4NodeC", is_class=True, version=3)]
SHAPES = [(0, [1, 2]), (1, [1, 0]), (0, []), (1, [2, 3, 1])]
KEYS = ["a", "_id", "_items"]

leaves = st.one_of(
    st.integers(-(1 << 127), (1 << 128) - 1).map(writer.integer), st.integers(-100, 100).map(writer.integer),
    st.floats(width=64).map(writer.double), st.text(max_size=40).map(writer.text), st.binary(max_size=20).map(writer.binary),
    st.sampled_from([writer.NIL, writer.TRUE, writer.FALSE]), st.sampled_from([1, 2]).map(writer.reference),
    st.sampled_from([1, 2, 3]).map(writer.conditional), st.floats(width=16).map(lambda value: b"\xCA" + packed_half(value)),
    st.tuples(st.integers(1, 8), st.lists(st.integers(0, 100), max_size=4)).map(lambda pair: writer.packed(pair[0], *pair[1])),
    st.lists(st.booleans(), max_size=9).map(lambda values: writer.packed(0, *values)),
)


def packed_half(value: float) -> bytes:
    import struct
    return struct.pack("<e", value)


def compound(inner: Any) -> Any:
    slots = st.one_of(inner, st.just(writer.ABSENT))
    return st.one_of(
        st.lists(inner, max_size=4).map(lambda values: writer.sequence(*values)),
        st.lists(st.tuples(inner, inner), max_size=3).map(lambda pairs: writer.mapping(*pairs)), inner.map(writer.some),
        st.tuples(slots, slots).map(lambda pair: writer.closed(0, *pair)), st.just(writer.closed(2)),
        st.tuples(slots, inner, st.lists(inner, max_size=3)).map(lambda found: writer.opened(1, found[0], found[1], *found[2])),
        inner.map(lambda value: writer.opened(2, writer.item(2, value))),
        st.tuples(slots, slots, slots).map(lambda found: writer.closed(3, *found)),
    )


values = st.recursive(leaves, compound, max_leaves=12)
objects = compound(values).filter(lambda value: value[0] != 0xE6)


@settings(max_examples=int(os.environ.get("EXAMPLES", "60")), deadline=None)
@given(values, objects, objects, st.lists(objects, max_size=10))
def test_the_engines_make_the_same_of_generated_archives(root: bytes, one: bytes, two: bytes, more: list[bytes]) -> None:
    records = [root, one, two, *((number + 4, record) for number, record in enumerate(more))]
    data = counted(writer.archive(records, keys=KEYS, types=TYPES, shapes=SHAPES, id_count=max(4, len(more) + 4)))
    found = outcome(data, FASTEST)
    assert found == outcome(data, REFERENCE)
    assert len(found) == 3, found
    check_tables(data)


def check_tables(data: bytes) -> None:
    """The tables are valid, have a row for each record, and are those of the reference."""
    from graphz.tables import make_tables
    made = []
    for engine in (FASTEST, REFERENCE):
        archive = Archive(data, engine=engine)
        tables = make_tables(archive, archive.records, Plan(None, len(archive.keys) - 1), BUDGET, {})
        for table in tables.values():
            table.validate(full=True)
        assert sum(table.num_rows for table in tables.values()) == len(archive.records)
        made.append({name: (table.schema, repr(table.to_pylist())) for name, table in tables.items()})
    assert made[0] == made[1]
