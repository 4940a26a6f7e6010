"""The three questions about all saves of a folder, answered by DuckDB or Spark, in the JSON that ThousandSaves prints.

    python answers.py duckdb|spark <folder> [<cores>]
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import duckdb
import pyarrow as pa

import graphz

PLAYER, GUILD = "ThousandSaves.Player", "ThousandSaves.Guild"
# A player's guild is an object of the same save.
ITEMS = "SELECT stack.item AS item, sum(stack.count) FROM stacks GROUP BY item"
GUILDS = "SELECT DISTINCT g.name, p.name FROM players p JOIN guilds g ON p._path = g._path AND p.guild = g._id"
LARGEST = """SELECT _path, name, coalesce(sum(stack.count), 0) AS count FROM stacks GROUP BY _path, _id, name
    ORDER BY count DESC, _path, name LIMIT 10"""

Rows = list[tuple[Any, ...]]


def by_duckdb(folder: str, cores: int) -> list[Rows]:
    """DuckDB asks the tables of all players and guilds, which threads read: most of that work is done in C."""
    def read(path: pathlib.Path) -> tuple[Any, Any]:
        with graphz.open(path) as archive:
            found = archive.tables([PLAYER, GUILD])
        return tuple(table.append_column("_path", pa.repeat(str(path), table.num_rows))  # type: ignore[return-value]
                     for table in (found[PLAYER], found[GUILD]))

    with ThreadPoolExecutor(cores) as pool:
        read_tables = list(pool.map(read, sorted(pathlib.Path(folder).glob("*.graphz"))))
    connection = duckdb.connect(config={"threads": cores})
    for name, tables in zip(("players", "guilds"), zip(*read_tables)):
        connection.register(name, pa.concat_tables(tables, promote_options="permissive"))
    connection.sql("CREATE VIEW stacks AS "
                   "SELECT *, unnest(CASE WHEN len(inventory) = 0 THEN [NULL] ELSE inventory END) AS stack FROM players")
    return [connection.sql(query).fetchall() for query in (ITEMS + " HAVING item IS NOT NULL", GUILDS, LARGEST)]


def by_spark(folder: str, cores: int) -> list[Rows]:
    """Spark asks the files; each is a task, as it would be on a cluster."""
    from pyspark.sql import SparkSession

    from graphz.spark import GraphzDataSource
    # The workers find the package as this process does.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    spark = (SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
             .config("spark.sql.shuffle.partitions", cores).getOrCreate())
    try:
        spark.dataSource.register(GraphzDataSource)
        for view, name, schema in [
                ("players", PLAYER, "_id long, name string, guild long, inventory array<struct<item: string, count: long>>"),
                ("guilds", GUILD, "_id long, name string")]:
            source = spark.read.format("graphz").option("class", name).option("mode", "FAILFAST")
            source.schema(schema + ", _path string").load(f"{folder}/*.graphz").cache().createOrReplaceTempView(view)
        spark.sql("SELECT *, explode_outer(inventory) AS stack FROM players").createOrReplaceTempView("stacks")
        return [[tuple(row) for row in spark.sql(query).collect()]
                for query in (ITEMS + " HAVING item IS NOT NULL", GUILDS, LARGEST)]
    finally:
        spark.stop()


def answers(engine: str, folder: str, cores: int) -> dict[str, Any]:
    items, guilds, largest = {"duckdb": by_duckdb, "spark": by_spark}[engine](folder, cores)
    members: dict[str, list[str]] = {}
    for guild, player in sorted(guilds):
        members.setdefault(guild, []).append(player)
    return {"guilds": members, "items": {item: int(count) for item, count in items},
            "largest": [{"count": int(count), "player": player, "save": os.path.basename(path)}
                        for path, player, count in largest]}


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3) or arguments[0] not in ("duckdb", "spark"):
        print(__doc__, file=sys.stderr)
        return 2
    cores = int(arguments[2]) if len(arguments) == 3 else os.cpu_count() or 1
    print(json.dumps(answers(arguments[0], arguments[1], cores), sort_keys=True, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
