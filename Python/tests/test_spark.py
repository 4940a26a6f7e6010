"""Spark reads the objects of a class from many files, and a bad file is a row."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import graph_writer as writer
import pytest

import graphz

pyspark = pytest.importorskip("pyspark")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")

TYPES = [writer.type_entry("Game.Player", "Game.Player", is_class=True, version=2), writer.type_entry("Game.Item")]
SHAPES = [(0, [1, 2, 3]), (1, [1, 4])]
KEYS = ["name", "guild", "inventory", "count"]


def save(number: int) -> bytes:
    items = [writer.closed(1, writer.text(name), writer.integer(number + 1)) for name in ("sword", "apple")]
    player = writer.closed(0, writer.text(f"player {number}"), writer.integer(number % 2), writer.sequence(*items))
    return writer.archive([writer.sequence(writer.reference(1)), player], keys=KEYS, types=TYPES, shapes=SHAPES)


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


def test_spark_counts_items_over_all_files(spark: Any, saves: pathlib.Path) -> None:
    frame = spark.read.format("graphz").option("class", "Game.Player").load(f"{saves}/*.graph")
    assert frame.columns == ["_id", "_version", "name", "guild", "inventory", "_path", "_corrupt_record"]
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
