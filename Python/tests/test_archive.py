"""Archives as a program uses them."""

from __future__ import annotations

import concurrent.futures
import datetime
import decimal
import io
import itertools
import pathlib
import random
import subprocess
import sys
import time
import uuid
from typing import Any

import graph_writer as writer
import graphz_writer
import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import CORPUS, GOLDENS

import graphz
from graphz import cli
from graphz.engine import REFERENCE
from graphz.native_engine import FASTEST

KEYS = ["name", "next", "when", "key", "price", "mantissa", "exponent", "isNegative", "tags", "size"]
TYPES = [
    writer.type_entry("City.Station", "4City7StationC", is_class=True, version=2),
    writer.type_entry("Foundation.Decimal"), writer.type_entry("City.Size"),
]
SHAPES = [(0, [1, 2, 3, 4, 5, 9, 10]), (1, [6, 7, 8]), (2, [0, 0])]
KEY = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")


def station(name: str, following: int) -> bytes:
    price = writer.closed(1, writer.integer(1250), writer.integer(-2), writer.TRUE)
    return writer.closed(0, writer.text(name), writer.reference(following), writer.double(86400.5),
                         writer.packed(2, *KEY.bytes), price, writer.sequence(writer.text("a"), writer.text("b")),
                         writer.closed(2, writer.packed(7, 1, 2), writer.some(writer.NIL)))


CITY = writer.archive([writer.sequence(writer.reference(1), writer.reference(2)), station("Museum", 2), station("Harbour", 1)],
                      keys=KEYS, types=TYPES, shapes=SHAPES, counts=[2, 2, 2])


def opened(data: bytes = CITY, **options: Any) -> graphz.GraphArchive:
    return graphz.open(io.BytesIO(data), **options)


def test_objects_keep_their_identity_and_cycles_are_cycles() -> None:
    with opened() as archive:
        museum, harbour = archive.root
        assert museum.name == "Museum" and museum["next"].name == "Harbour"
        assert museum.next is harbour and harbour.next is museum and archive.object(1) is museum
        assert museum.type == "City.Station" and museum.value.version == 2
        assert [found.id for found in archive.objects("City.Station")] == [1, 2]
        assert list(archive.objects("City.Tram")) == []
        with pytest.raises(KeyError):
            archive.object(3)
        with pytest.raises(AttributeError, match="City.Station has no key 'nmae'; it has name, next"):
            _ = museum.nmae


def test_system_types_are_python_s_own() -> None:
    fields = {"City.Station.when": datetime.datetime, "City.Station.key": uuid.UUID, "City.Station.tags": set}
    with opened(fields=fields) as archive:
        museum = archive.object(1)
        assert museum.when == datetime.datetime(2001, 1, 2, 0, 0, 0, 500_000, datetime.timezone.utc)
        assert museum.key == KEY
        assert museum.tags == {"a", "b"}
        assert museum.price == decimal.Decimal("-12.50")
        numbers, some = museum.size.items
        assert isinstance(numbers, numpy.ndarray) and numbers.tolist() == [1, 2]
        assert some == graphz.Present(None)
    with opened() as archive:
        assert archive.object(1).when == 86400.5 and archive.object(1).key == KEY.bytes
    wrong = {"City.Station.name": uuid.UUID}
    with opened(fields=wrong) as archive, pytest.raises(graphz.GraphError, match="City.Station.name"):
        _ = archive.object(1).value


def test_values_with_arrays_of_numbers_can_be_compared() -> None:
    def root(*numbers: int, depth: int = 0) -> Any:
        numbers_ = writer.packed(7, *numbers)
        value = writer.closed(0, numbers_, writer.sequence(numbers_), writer.mapping((writer.text("a"), numbers_)),
                              writer.some(numbers_))
        for _ in range(depth):
            value = writer.closed(1, value)
        data = writer.archive([value], types=[TYPES[2]], shapes=[(0, [0] * 4), (0, [0])], counts=[depth + 1])
        with opened(data) as archive:
            return archive.root

    for numbers in [(), (1,), (1, 2)]:
        assert root(*numbers) == root(*numbers)
        for others in [(3,), (1, 3), (1, 2, 3)]:
            assert root(*numbers) != root(*others)
    assert root(1, 2, depth=500) == root(1, 2, depth=500) != root(1, 3, depth=500)
    assert root(1, 2).items[3] != graphz.Present(None) != root(1, 2).items[3]


def test_load_gives_plain_dictionaries() -> None:
    museum, harbour = graphz.load(io.BytesIO(CITY))
    assert museum["next"] is harbour and harbour["next"] is museum
    assert museum["_type"] == "City.Station" and museum["tags"] == ["a", "b"]


def test_load_loses_no_field_whose_key_is_one_of_its_own() -> None:
    keys = ["_items", "_type", "_type_"]
    data = writer.archive([writer.opened(0, *map(writer.integer, (1, 2, 3)), writer.integer(4))],
                          keys=keys, types=[TYPES[2]], shapes=[(0, [1, 2, 3])])
    assert graphz.load(io.BytesIO(data)) == {"_items_": 1, "_type_": 2, "_type__": 3, "_type": "City.Size", "_items": [4]}


def test_a_list_of_a_hundred_thousand_objects_is_not_deep() -> None:
    count = 100_000
    records = [writer.reference(1), *(writer.closed(0, writer.reference(number + 1)) for number in range(1, count)),
               writer.closed(0, writer.NIL)]
    data = writer.archive(records, keys=["next"], types=[TYPES[0]], shapes=[(0, [1])])
    node, length = graphz.load(io.BytesIO(data)), 0
    while node is not None:
        node, length = node["next"], length + 1
    assert length == count


def test_only_the_blocks_that_are_needed_are_read() -> None:
    texts = [writer.text(f"{number} " + "x" * 1000) for number in range(1000)]
    plain = writer.archive([writer.NIL, *texts])
    data = bytearray(graphz_writer.container(plain, graphz_writer.DEFLATE))
    with opened(bytes(data)) as archive:
        assert len(archive.blocks) == len(plain) // 65536 + 1
        second = archive.blocks[1]
    data[second.offset + 40] ^= 1
    with opened(bytes(data)) as archive:
        assert archive.object(5).value.startswith("4 ")
        assert archive.object(1000).value.startswith("999 ")
        with pytest.raises(graphz.GraphError) as caught:
            _ = archive.object(80).value
        assert (caught.value.rule, caught.value.code) == ("Z17", "damaged")
        assert caught.value.byte_offset == second.offset + 16


class SlowFile(io.BytesIO):
    """Gives other threads a turn between `seek` and `read`."""

    def read(self, size: int | None = -1) -> bytes:
        time.sleep(1e-4)
        return super().read(size)


@pytest.mark.parametrize("is_compressed", [False, True])
def test_threads_may_share_an_archive(is_compressed: bool) -> None:
    count = 800 if is_compressed else 100
    plain = writer.archive([writer.NIL, *(writer.text(f"{number} " + "x" * 1000) for number in range(1, count))])
    data = graphz_writer.container(plain, graphz_writer.DEFLATE) if is_compressed else plain

    def read(seed: int) -> list[Any]:
        found = [archive.object(identifier) for identifier in random.Random(seed).sample(range(1, count), 50)]
        assert all(each.value.startswith(f"{each.id} ") for each in found)
        return found

    with graphz.open(SlowFile(data)) as archive, concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert not is_compressed or len(archive.blocks) > 8
        known: dict[int, Any] = {}
        for found in itertools.chain.from_iterable(threads.map(read, range(8))):
            assert known.setdefault(found.id, found) is found


def test_limits_are_those_of_the_policy() -> None:
    for limits, message in [
            ({"maximum_object_count": 1}, "2 objects are more than 1, which maximum_object_count allows"),
            ({"maximum_plain_byte_count": 10}, f"{len(CITY)} bytes of the raw archive are more than 10"),
            ({"maximum_directory_entry_count": 10}, "maximum_directory_entry_count allows"),
            ({"maximum_type_name_length": 10}, "maximum_type_name_length allows")]:
        with pytest.raises(graphz.GraphError) as caught:
            opened(policy=graphz.GraphPolicy(**limits))
        assert message in str(caught.value) and caught.value.code == "limitExceeded"
    # An object counts that only a conditional reference names.
    missing = writer.archive([writer.conditional(2), writer.sequence()], id_count=3)
    for engine in (REFERENCE, FASTEST):
        opened(missing, engine=engine, policy=graphz.GraphPolicy(maximum_object_count=2)).close()
        with pytest.raises(graphz.GraphError, match="2 objects are more than 1, which maximum_object_count allows"):
            opened(missing, engine=engine, policy=graphz.GraphPolicy(maximum_object_count=1))
    for limits, message in [({"maximum_element_count": 1}, "maximum_element_count"), ({"maximum_depth": 1}, "R35")]:
        verdict = graphz.verify(io.BytesIO(CITY), policy=graphz.GraphPolicy(**limits))
        assert message in str(verdict.error)
    small = graphz.GraphPolicy(maximum_memory=100)
    with opened(policy=small) as archive, pytest.raises(graphz.GraphError, match="maximum_memory"):
        archive.tables()
    bomb = graphz_writer.container(writer.archive([writer.binary(bytes(1 << 24))]), graphz_writer.DEFLATE)
    for read in (opened, lambda data, policy: graphz.verify(io.BytesIO(data), policy=policy)):
        try:
            error = read(bomb, policy=graphz.GraphPolicy.strict).error
        except graphz.GraphError as caught_error:
            error = caught_error
        assert "maximum_expansion" in str(error)


def test_tables_have_a_row_for_each_object() -> None:
    with opened() as archive:
        tables = archive.tables()
        assert list(tables) == ["City.Station", "(values)"]
        row = tables["City.Station"].to_pylist()[0]
        assert row == {"_id": 1, "_version": 2, "name": "Museum", "next": 2, "when": 86400.5, "key": KEY.bytes,
                       "price": decimal.Decimal("-12.50"), "tags": ["a", "b"],
                       "size": {"_items": [{"packed7": [1, 2], "some": None}, {"packed7": None, "some": {"some": None}}]}}
        assert tables["City.Station"].schema.field("next").metadata == {b"graphz": b"reference"}
        assert tables["(values)"].to_pylist() == [{"_id": 0, "_value": [1, 2]}]
        only = archive.tables(["City.Station"], {"City.Station": ["name"]})
        assert {name: table.column_names for name, table in only.items()} == {"City.Station": ["_id", "_version", "name"]}


def test_tables_have_the_types_that_open_is_told() -> None:
    fields = {"City.Station.when": datetime.datetime, "City.Station.key": uuid.UUID, "City.Station.tags": set}
    with opened(fields=fields) as archive:
        table = archive.tables()["City.Station"]
        assert [str(table.schema.field(name).type) for name in ("when", "key", "price")] \
            == ["timestamp[us, tz=UTC]", "extension<arrow.uuid>", "decimal128(38, 2)"]
        row, museum = table.to_pylist()[0], archive.object(1)
        assert {name: row[name] for name in ("when", "key", "price", "tags")} \
            == {"when": museum.when, "key": KEY, "price": decimal.Decimal("-12.50"), "tags": ["a", "b"]}
        assert archive.tables(["City.Station"], {"City.Station": ["when"]})["City.Station"].column_names \
            == ["_id", "_version", "when"]
    with opened(fields={"City.Station.name": datetime.datetime}) as archive, pytest.raises(graphz.GraphError) as caught:
        archive.tables()
    assert caught.value.code == "typeMismatch" and "the values of City.Station.name cannot be converted" in str(caught.value)


def test_a_root_with_a_type_is_in_the_table_of_that_type() -> None:
    root = writer.closed(2, writer.integer(1), writer.integer(2))
    with opened(writer.archive([root, station("Museum", 1)], keys=KEYS, types=TYPES, shapes=SHAPES)) as archive:
        tables = archive.tables()
        assert list(tables) == ["City.Station", "City.Size"]
        assert tables["City.Size"].to_pylist() == [{"_id": 0, "_version": 0, "_items": [1, 2]}]


def test_a_type_that_is_not_there_is_a_mistake() -> None:
    with opened() as archive:
        for classes, fields in [(["City.Tram"], None), ("City.Tram", None), (None, {"City.Tram": ["name"]}),
                                (["City.Station"], {"City.Tram": ["name"]})]:
            with pytest.raises(ValueError, match=r"^the archive has no type 'City.Tram'; it has 'City.Station', "
                                                 r"'Foundation.Decimal', 'City.Size', …$"):
                archive.tables(classes, fields)
        assert list(archive.tables(["(values)"])) == ["(values)"]
    # The same fields may serve archives that lack some of the types.
    opened(fields={"City.Station.a.b": set, "City.Tram.name": set}).close()


def test_a_type_to_which_nothing_is_converted_is_a_mistake() -> None:
    for kind in (complex, dict, 5):
        with pytest.raises(TypeError, match="is neither a function nor one of datetime, UUID, bytes"):
            opened(fields={"City.Station.when": kind})
    with opened(fields={"City.Station.when": int, "City.Station.price": decimal.Decimal}) as archive:
        assert archive.object(1).when == 86400


def prices(*parts: tuple[int, int, bytes]) -> bytes:
    return writer.archive([writer.NIL, *(
        writer.closed(0, writer.closed(1, writer.integer(mantissa), writer.integer(exponent), sign))
        for mantissa, exponent, sign in parts)], keys=KEYS, types=TYPES, shapes=[(0, [5]), (1, [6, 7, 8])])


def test_decimals_are_arrow_s_where_they_fit() -> None:
    largest, plus, minus = (1 << 128) - 1, writer.FALSE, writer.TRUE
    for parts, expected in [
            ([(1, 3, plus), (5, -3, minus)], "decimal128(38, 3)"), ([(largest, 0, plus)], "decimal256(76, 0)"),
            ([(1, 100, plus)], "struct"), ([(0, 0, minus)], "struct"),
            ([(1, 0, plus), (largest, -5, minus)], "decimal256(76, 5)")]:
        with opened(prices(*parts)) as archive:
            column = archive.tables()["City.Station"]["price"]
            assert str(column.type).startswith(expected), parts
            if expected != "struct":
                assert column.to_pylist() == [archive.object(number + 1).price for number in range(len(parts))]


@given(st.lists(st.floats(-6e10, 2.5e11), min_size=1, max_size=20))
def test_dates_of_tables_are_those_of_objects(seconds: list[float]) -> None:
    records = [writer.NIL, *(writer.closed(0, writer.double(value)) for value in seconds)]
    data = writer.archive(records, keys=["when"], types=[TYPES[0]], shapes=[(0, [1])])
    with opened(data, fields={"City.Station.when": datetime.datetime}) as archive:
        assert archive.tables()["City.Station"]["when"].to_pylist() == [found.when for found in archive.objects()]


@pytest.mark.parametrize(("kind", "value", "microseconds"), [
    # The first is Date.distantPast. Arrow's types hold more than Python's, but not all.
    (datetime.datetime, -63_114_076_800.0, -62_135_769_600_000_000), (datetime.datetime, 1e12, 1_000_978_307_200_000_000),
    (datetime.datetime, 1e300, None), (datetime.datetime, float("-inf"), None), (datetime.timedelta, 10 ** 33, None)])
def test_a_date_or_duration_beyond_python_s_is_a_number(kind: Any, value: Any, microseconds: int | None) -> None:
    written = writer.integer(value) if kind is datetime.timedelta else writer.double(value)
    data = writer.archive([writer.NIL, writer.closed(0, written)], keys=["when"], types=[TYPES[0]], shapes=[(0, [1])])
    with opened(data, fields={"City.Station.when": kind}) as archive:
        assert archive.object(1).when == value
        column = archive.tables()["City.Station"]["when"]
        if microseconds is None:
            assert [str(found) for found in column.to_pylist()] == [str(value)]
        else:
            assert str(column.type) == "timestamp[us, tz=UTC]" and column.cast("int64").to_pylist() == [microseconds]


@given(st.lists(st.integers(-(1 << 100), 1 << 100), min_size=1, max_size=5))
@example([seconds * 10 ** 18 for seconds in (5, 12, 20, -20)])
def test_durations_of_tables_are_those_of_objects(attoseconds: list[int]) -> None:
    # The numbers have 64 bits, 64 without a sign, or 128.
    records = [writer.NIL, *(writer.closed(0, writer.integer(value)) for value in attoseconds)]
    data = writer.archive(records, keys=["when"], types=[TYPES[0]], shapes=[(0, [1])])
    with opened(data, fields={"City.Station.when": datetime.timedelta}) as archive:
        assert archive.tables()["City.Station"]["when"].to_pylist() == [found.when for found in archive.objects()]


@given(st.lists(st.integers(1, 500), max_size=30), st.integers(0, 1), st.data())
def test_the_parts_of_an_archive_are_together_the_whole(sizes: list[int], is_fast: int, data: st.DataObject) -> None:
    records = [writer.NIL, *((number * 2 + 1, writer.closed(0, writer.text("x" * size))) for number, size in enumerate(sizes))]
    plain = writer.archive(records, keys=["name"], types=[TYPES[0]], shapes=[(0, [1])], id_count=2 * len(sizes) + 1)
    engine = [REFERENCE, FASTEST][is_fast]
    with opened(plain, engine=engine) as archive:
        whole = archive.tables()
        cuts = data.draw(st.lists(st.integers(0, len(plain)), max_size=5).map(sorted))
        for within in map(range, [0, *cuts], [*cuts, len(plain)]):
            with opened(plain, engine=engine, within=within) as part:
                found = part.tables()
            assert found == archive.tables(within=within)
            for name, table in found.items():
                assert table == whole[name].slice(0, table.num_rows)
                whole[name] = whole[name].slice(table.num_rows)
        assert all(table.num_rows == 0 for table in whole.values())


def test_numbers_without_a_sign_are_one_column() -> None:
    for values, expected in [([1, 1 << 63], "uint64"), ([-1, 1 << 63], "decimal128(20, 0)")]:
        data = writer.archive([writer.sequence(*map(writer.integer, values))])
        with opened(data) as archive:
            table = archive.tables()["(values)"]
            assert str(table.schema.field("_value").type) == f"list<item: {expected}>"
            assert table.to_pylist()[0]["_value"] == values


def test_a_file_that_is_no_archive_is_refused() -> None:
    for data, code in [(b"", "truncated"), (b"hello", "notAnArchive"), (b"\x09GRZ", "transferDamage"),
                       (CITY[:-1], "truncated")]:
        with pytest.raises(graphz.GraphError) as caught:
            opened(data)
        assert caught.value.code == code


def test_the_command(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GOLDENS / "sample-lz4-fields.graphz")
    assert cli.main(["info", path]) == 0
    assert "compressed, lz4" in capsys.readouterr().out
    assert cli.main(["verify", path]) == 0
    assert capsys.readouterr().out == f"{path}: sound, 6 objects\n"
    assert cli.main(["dump", "--json", path]) == 0
    assert capsys.readouterr().out.startswith('{"id":0,')
    assert cli.main(["to-parquet", path, str(tmp_path)]) == 0
    import pyarrow.parquet
    assert pyarrow.parquet.read_table(tmp_path / "GraphCodableTests.SampleGraph.Group.parquet").num_rows == 2
    assert cli.main(["to-parquet", path, str(tmp_path)]) == 3
    assert cli.main(["info", str(tmp_path / "none")]) == 2
    rules = [("Z2", 12), ("Z3", 4), ("Z12", 10), ("R6-version-0", 11), ("R6-version-2", 6), ("R37", 11), ("R35", 13)]
    for name, status in rules:
        broken = next(
            path for path in sorted((CORPUS / "refused").iterdir()) if path.name.startswith((name + "-", name + ".")))
        expected = {"Z3": (4, 5, 9)}.get(name, (status,))
        assert cli.main(["verify", str(broken)]) in expected, broken
    capsys.readouterr()
    # A file that is missing keeps no other from being checked.
    assert cli.main(["verify", str(broken), str(tmp_path / "none"), path]) == 13
    assert capsys.readouterr().out == f"{path}: sound, 6 objects\n"
    with pytest.raises(SystemExit) as usage:
        cli.main(["verify"])
    assert usage.value.code == 64


def test_the_command_says_that_tables_need_pyarrow(
        monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    assert cli.main(["to-parquet", str(GOLDENS / "sample.graph"), str(tmp_path)]) == 1
    assert capsys.readouterr().err == "graphz-py: Tables need pyarrow: pip install pyarrow\n"


def test_the_reference_needs_nothing_but_python() -> None:
    """No site packages, and no part in C: what the tests of the Swift package rely on."""
    source = pathlib.Path(graphz.__file__).parent
    script = ("import sys, runpy; sys.modules['graphz._native'] = None\n"
              "import graphz; from graphz.native_engine import FASTEST; assert FASTEST.name == 'reference'\n"
              f"assert graphz.verify({str(GOLDENS / 'sample-lz4-fields.graphz')!r}).is_sound")
    subprocess.run([sys.executable, "-S", "-B", "-c", script], check=True, env={"PYTHONPATH": str(source.parent)})
