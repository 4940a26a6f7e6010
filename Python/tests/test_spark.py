"""Spark reads the objects of a class from many files, and a bad file is a row."""

from __future__ import annotations

import decimal
import os
import pathlib
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import graph_writer as writer
import graphz_writer
import pyarrow as pa
import pytest

import graphz
from graphz.spark_rows import ERROR, Rows, merged, rows_of, spark_type

pyspark = pytest.importorskip("pyspark")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")

TYPES = [writer.type_entry("Game.Player", "Game.Player", is_class=True, version=2), writer.type_entry("Game.Item")]
SHAPES = [(0, [1, 2, 3, 5]), (1, [1, 4])]
KEYS = ["name", "guild", "inventory", "count", "joined"]
BLOCK = 1 << 16


def player(number: int) -> bytes:
    items = [writer.closed(1, writer.text(name), writer.integer(number + 1)) for name in ("sword", "apple")]
    return writer.closed(0, writer.text(f"player {number}"), writer.integer(number % 2), writer.sequence(*items),
                         writer.double(number / 4))


def save(*numbers: int) -> bytes:
    return writer.archive([writer.sequence(writer.reference(1)), *map(player, numbers)], keys=KEYS, types=TYPES, shapes=SHAPES)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    # The workers find the package as this process does.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(pathlib.Path(graphz.__file__).parents[1]), *sys.path])
    from pyspark.sql import SparkSession

    from graphz.spark import GraphzDataSource
    session = (SparkSession.builder.master("local[2]").appName("graphz").config("spark.ui.enabled", "false")
               .config("spark.sql.shuffle.partitions", "2").getOrCreate())
    session.dataSource.register(GraphzDataSource)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("saves")
    for number in range(4):
        (folder / f"{number}.graph").write_bytes(save(number))
    (folder / "broken.graph").write_bytes(save(9)[:-1])
    return folder


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An archive of several blocks, the second of which is damaged."""
    path = tmp_path_factory.mktemp("large") / "large.graphz"
    data = bytearray(graphz_writer.container(save(*range(9000)), graphz_writer.DEFLATE))
    path.write_bytes(data)
    with graphz.open(path) as archive:
        assert len(archive.blocks) > 5 and archive.blocks[0].plain_size == BLOCK
        data[archive.blocks[1].offset + 40] ^= 1
    path.write_bytes(data)
    return path


def test_spark_counts_items_over_all_files(spark: Any, saves: pathlib.Path) -> None:
    frame = spark.read.format("graphz").option("class", "Game.Player").load(f"{saves}/*.graph")
    assert frame.columns == ["_id", "_version", "name", "guild", "inventory", "joined", "_path", "_corrupt_record"]
    assert frame.rdd.getNumPartitions() == 5
    items = frame.selectExpr("explode(inventory) AS item").groupBy("item.name").sum("item.count").collect()
    assert {row[0]: row[1] for row in items} == {"sword": 10, "apple": 10}
    (bad,) = frame.where("_corrupt_record IS NOT NULL").collect()
    assert bad.name is None and "R10" in bad._corrupt_record and bad._path.endswith("broken.graph")


def test_the_mode_and_the_schema_can_be_chosen(spark: Any, saves: pathlib.Path) -> None:
    source = spark.read.format("graphz").option("class", "Game.Player").schema("name string, guild int, missing string")
    rows = source.option("mode", "DROPMALFORMED").load(str(saves)).orderBy("name").collect()
    assert [tuple(row) for row in rows] == [(f"player {number}", number % 2, None) for number in range(4)]
    assert source.load(f"file://{saves}/[01].graph").count() == 2
    with pytest.raises(Exception, match="R10"):
        source.option("mode", "FAILFAST").load(str(saves)).collect()
    with pytest.raises(Exception, match="The option .mode. is MAYBE"):
        source.option("mode", "MAYBE").load(str(saves)).collect()


def test_the_columns_that_are_asked_for_are_those_of_the_schema(spark: Any, saves: pathlib.Path) -> None:
    source = spark.read.format("graphz").option("class", "Game.Player").option("mode", "DROPMALFORMED")
    assert source.option("fields", "name, guild").load(str(saves)).columns == ["_id", "_version", "name", "guild", "_path"]


def test_a_range_of_blocks_is_a_task_and_only_those_with_the_damage_are_lost(spark: Any, large: pathlib.Path) -> None:
    source = (spark.read.format("graphz").option("class", "Game.Player").option("maxPartitionBytes", BLOCK)
              .schema("_id int, name string, _path string, _corrupt_record string"))
    frame = source.load(str(large))
    with graphz.open(large) as archive:
        assert frame.rdd.getNumPartitions() == len(archive.blocks)
    rows = frame.collect()
    # The last record of the first block ends in the damaged one.
    bad, _ = [row for row in rows if row._corrupt_record is not None]
    assert "Z17" in bad._corrupt_record and bad.name is None and bad._path == str(large)
    names = [row.name for row in rows if row._corrupt_record is None]
    assert len(names) == len(set(names)) and 5000 < len(names) < 9000 and "player 8999" in names
    # The error is at the same place whoever finds it, and without ranges it is the file's.
    assert [row._corrupt_record for row in source.option("maxPartitionBytes", 1 << 30).load(str(large)).collect()] \
        == [bad._corrupt_record]


def test_a_timestamp_of_the_schema_is_a_date(spark: Any, saves: pathlib.Path) -> None:
    frame = (spark.read.format("graphz").option("class", "Game.Player").option("mode", "DROPMALFORMED")
             .schema("name string, joined timestamp").load(str(saves)))
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    rows = frame.selectExpr("name", "date_format(joined, 'yyyy-MM-dd HH:mm:ss.SSS') AS joined").orderBy("name").collect()
    assert [row.joined for row in rows] == [f"2001-01-01 00:00:00.{number * 250:03}" for number in range(4)]


def test_files_that_spark_has_read_give_the_same_rows(spark: Any, saves: pathlib.Path) -> None:
    schema = "_id int, name string, guild int, joined timestamp, _corrupt_record string"
    files = spark.read.format("binaryFile").load(f"{saves}/*.graph")
    found = rows_of(files, "Game.Player", schema).orderBy("name").collect()
    expected = spark.read.format("graphz").option("class", "Game.Player").schema(schema).load(str(saves))
    assert [row[:4] for row in found] == [row[:4] for row in expected.orderBy("name").collect()]
    assert sum(row._corrupt_record is not None for row in found) == 1
    assert rows_of(files, "Game.Player", "name string", mode="DROPMALFORMED").count() == 4
    with pytest.raises(Exception, match="R10"):
        rows_of(files, "Game.Player", "name string", mode="FAILFAST").collect()


def test_decimals_that_do_not_fit_their_column_cost_their_row_alone() -> None:
    def price(mantissa: int, exponent: int, is_negative: bool = False) -> dict[str, Any]:
        return {"mantissa": mantissa, "exponent": exponent, "isNegative": is_negative}

    class Archive:
        types = [graphz.TypeInfo("Shop.Item", True, 0, 1, None)]

        def tables(self, *_: Any, **__: Any) -> dict[str, Any]:
            return {"Shop.Item": pa.table({"price": pa.array([price(125, -2), price(0, 0, True), price(1234, -3)])})}

    schema = pa.schema([("price", pa.decimal128(38, 2)), ("_corrupt_record", pa.string())])
    rows = Rows("Shop.Item", schema, "PERMISSIVE", "_corrupt_record", graphz.GraphPolicy())
    found = rows._table(Archive(), "file", range(1)).to_pylist()
    assert [row["price"] for row in found] == [decimal.Decimal("1.25"), None, None]
    assert found[0]["_corrupt_record"] is None and "does not fit decimal128(38, 2)" in found[1]["_corrupt_record"]
    dropping = Rows("Shop.Item", schema, "DROPMALFORMED", "_corrupt_record", graphz.GraphPolicy())
    assert dropping._table(Archive(), "file", range(1)).num_rows == 1
    assert spark_type(pa.decimal128(38, 2)) == spark_type(pa.decimal128(38, 3)) == pa.decimal128(38, 18)


def fitted(column: Any, kind: Any) -> tuple[list[Any], list[Any]]:
    """A column of a table as Spark gets it: its values, and the errors of its rows."""
    class Archive:
        types = [graphz.TypeInfo("Shop.Item", True, 0, 1, None)]

        def tables(self, *_: Any, **__: Any) -> dict[str, Any]:
            return {"Shop.Item": pa.table({"value": column})}

    schema = pa.schema([("value", kind), ("_corrupt_record", pa.string())])
    rows = Rows("Shop.Item", schema, "PERMISSIVE", "_corrupt_record", graphz.GraphPolicy())
    found = rows._table(Archive(), "file", range(1))
    return found["value"].to_pylist(), found["_corrupt_record"].to_pylist()


def test_what_one_file_lacks_does_not_cost_its_rows() -> None:
    """A type of Arrow is that of the values in one file: all lists may be empty, or all optionals nil."""
    item = pa.struct([("name", pa.string()), ("count", pa.int64()), ("place", pa.struct([("x", pa.int64())]))])
    nothing = pa.struct([("name", pa.null()), ("place", pa.null())])
    for column, kind, expected in [
            (pa.array([[], None], pa.list_(pa.null())), pa.list_(item), [[], None]),
            (pa.array([{"name": "a", "place": None}], pa.struct([("name", pa.string()), ("place", pa.null())])), item,
             [{"name": "a", "count": None, "place": None}]),
            (pa.array([[{"name": None}]], pa.list_(nothing)), pa.list_(item), [[{"name": None, "count": None, "place": None}]]),
            (pa.nulls(2), item, [None, None]),
            (pa.array([[{"key": "a", "value": 1}], [], None]), pa.map_(pa.string(), pa.int64()), [[("a", 1)], [], None]),
            (pa.array([{"integer": 1, "string": None}, {"integer": None, "string": "2"}, None]), pa.int64(), [1, 2, None])]:
        assert fitted(column, kind) == (expected, [None] * len(expected))


def test_an_archive_without_the_class_has_no_rows(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "other.graph"
    path.write_bytes(save(1))
    rows = Rows("Game.Guild", pa.schema([pa.field("name", pa.string()), pa.field(ERROR, pa.string())]), "FAILFAST", ERROR,
                graphz.GraphPolicy())
    assert sum(batch.num_rows for batch in rows.read(str(path), str(path))) == 0
    rows.class_name = "(values)"
    assert sum(batch.num_rows for batch in rows.read(str(path), str(path))) == 1


def test_a_value_that_does_not_fit_costs_its_row_alone() -> None:
    for column, kind, expected in [
            (pa.array(["1", "x"]), pa.int64(), [1, None]), (pa.array([1.0, 1.5]), pa.int64(), [1, None]),
            (pa.array([1, 1 << 40]), pa.int32(), [1, None]),
            (pa.array([{"integer": 1, "number": None}, {"integer": None, "number": 1.5}]), pa.int64(), [1, None]),
            (pa.array([None, 1]), pa.list_(pa.int64()), [None, None])]:
        values, errors = fitted(column, kind)
        assert values == expected and errors[0] is None
        assert "of value does not fit" in errors[1]


def test_a_schema_is_that_of_all_files_of_the_sample() -> None:
    empty, full = pa.list_(pa.null()), pa.list_(pa.struct([("name", pa.string())]))
    other = pa.list_(pa.struct([("count", pa.uint32())]))
    for kinds, expected in [
            ((empty, full, other), pa.list_(pa.struct([("name", pa.string()), ("count", pa.int64())]))),
            ((full, empty), full), ((pa.null(), pa.null()), pa.string()), ((pa.int64(), pa.float64()), pa.float64()),
            ((pa.int64(), pa.string()), pa.int64()), ((pa.null(), pa.bool_()), pa.bool_())]:
        assert merged([pa.schema([("value", kind)]) for kind in kinds]).field("value").type == spark_type(expected)


def test_files_of_several_versions_are_read_together(spark: Any, tmp_path: pathlib.Path) -> None:
    """In the first file every inventory is empty, in another a guild is a text."""
    def variant(guild: bytes, *items: bytes) -> bytes:
        record = writer.closed(0, writer.text("x"), guild, writer.sequence(*items), writer.double(0))
        return writer.archive([writer.NIL, record], keys=KEYS, types=TYPES, shapes=SHAPES)

    (tmp_path / "0.graph").write_bytes(variant(writer.integer(3)))
    (tmp_path / "1.graph").write_bytes(save(7))
    (tmp_path / "2.graph").write_bytes(variant(writer.text("knights")))
    frame = spark.read.format("graphz").option("class", "Game.Player").load(str(tmp_path))
    rows = frame.orderBy("_path").collect()
    assert [(row.name, row.guild, len(row.inventory)) for row in rows] == [("x", 3, 0), ("player 7", 1, 2), ("x", None, 0)]
    assert [row._corrupt_record for row in rows] == [None, None, "the value knights of guild does not fit int64"]
    schema = "name string, inventory array<struct<name: string, count: int>>"
    assert spark.read.format("graphz").option("class", "Game.Player").schema(schema).load(str(tmp_path)).count() == 3


def test_a_date_that_cannot_be_converted_is_null_in_its_row_alone(tmp_path: pathlib.Path) -> None:
    dates = [writer.double(0.5), writer.double(float("nan")), writer.text("soon"), writer.double(1e300), writer.integer(3),
             writer.NIL]
    path = tmp_path / "dates.graph"
    objects = [writer.closed(0, writer.text(str(row)), date) for row, date in enumerate(dates)]
    path.write_bytes(writer.archive(
        [writer.sequence(writer.reference(1)), *objects],
        keys=["name", "joined"], types=TYPES[:1], shapes=[(0, [1, 2])]))
    schema = pa.schema([("name", pa.string()), ("joined", pa.timestamp("us", "UTC")), (ERROR, pa.string())])

    def rows(mode: str) -> list[Any]:
        batches = Rows("Game.Player", schema, mode, ERROR, graphz.GraphPolicy()).read(str(path), str(path))
        return [row for batch in batches for row in batch.to_pylist()]

    found = rows("PERMISSIVE")
    assert [row["name"] for row in found] == list("012345")
    assert [row["joined"] is None for row in found] == [False, True, True, True, False, True]
    assert [row[ERROR] is None for row in found] == [True, False, False, False, True, True]
    assert (found[4]["joined"] - found[0]["joined"]).total_seconds() == 2.5
    assert [row["name"] for row in rows("DROPMALFORMED")] == list("045")
    with pytest.raises(graphz.GraphError, match="does not fit"):
        rows("FAILFAST")


def test_keys_that_are_called_like_other_columns_can_be_asked_for(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "names.graph"
    path.write_bytes(writer.archive(
        [writer.sequence(writer.reference(1)), writer.closed(0, writer.text("a"), writer.text("b"), writer.text("c"))],
        keys=["_id", "_items", "name"], types=TYPES[:1], shapes=[(0, [1, 2, 3])]))
    schema = pa.schema([("_id_", pa.string()), ("_items_", pa.string())])
    (batch,) = Rows("Game.Player", schema, "FAILFAST", ERROR, graphz.GraphPolicy()).read(str(path), str(path))
    assert batch.to_pylist() == [{"_id_": "a", "_items_": "b"}]


@pytest.mark.parametrize("schema", [None, "name string"])
def test_where_there_is_no_file_an_error_says_so(spark: Any, tmp_path: pathlib.Path, schema: str | None) -> None:
    reader = spark.read.format("graphz").option("class", "Game.Player")
    with pytest.raises(Exception, match="No file is at"):
        (reader if schema is None else reader.schema(schema)).load(f"{tmp_path}/typo*.graphz").count()


def test_several_paths_and_folders_are_read(spark: Any, saves: pathlib.Path) -> None:
    reader = spark.read.format("graphz").option("class", "Game.Player").schema("name string")
    assert reader.load([f"{saves}/0.graph", f"{saves}/1.graph"]).count() == 2
    for folder in (f"{saves}", f"file://{saves}", f"file://{saves}/"):
        assert reader.load(folder).count() == 5, folder
