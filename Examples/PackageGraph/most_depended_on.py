"""The packages that most others depend on, from the archive of the PackageGraph example (`make demo`).

    python most_depended_on.py Demo/available.lz4.graphz packages.png
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import duckdb
import matplotlib
import pandas
import polars
import pyarrow as pa

import graphz

Answer = list[tuple[str, int]]


def tables(path: str) -> tuple[pa.Table, pa.Table]:
    """The dependencies, and the names of all packages: every other class with a name is a kind of package."""
    with graphz.open(path) as archive:
        found = archive.tables(fields={"PackageGraph.Dependency": ["kind", "alternatives"]})
    others = {"PackageGraph.Dependency", "PackageGraph.Maintainer"}
    names = [table.select(["_id", "name"]) for name, table in found.items()
             if name not in others and "name" in table.column_names]
    return found["PackageGraph.Dependency"], pa.concat_tables(names)


def by_duckdb(dependencies: pa.Table, packages: pa.Table, count: int) -> Answer:
    answer: Answer = duckdb.sql(f"""
        WITH alternatives AS (SELECT unnest(alternatives).package AS id FROM dependencies WHERE kind = 'Depends')
        SELECT name, count(*) AS times FROM alternatives JOIN packages ON id = _id
        GROUP BY name ORDER BY times DESC, name LIMIT {count}""").fetchall()
    return answer


def by_polars(dependencies: pa.Table, packages: pa.Table, count: int) -> Answer:
    frame = polars.DataFrame(polars.from_arrow(dependencies)).filter(polars.col("kind") == "Depends")
    ids = frame.select("alternatives").explode("alternatives").unnest("alternatives").select(_id="package")
    names = polars.DataFrame(polars.from_arrow(packages))
    counted = ids.join(names, on="_id").group_by("name").len("times")
    answer: Answer = counted.sort(["times", "name"], descending=[True, False]).head(count).rows()
    return answer


def by_pandas(dependencies: pa.Table, packages: pa.Table, count: int) -> Answer:
    frame = dependencies.to_pandas()
    alternatives = frame[frame["kind"] == "Depends"]["alternatives"].explode().dropna()
    ids = pandas.DataFrame({"_id": [alternative["package"] for alternative in alternatives]})
    counted = ids.merge(packages.to_pandas(), on="_id").groupby("name").size().reset_index(name="times")
    best = counted.sort_values(["times", "name"], ascending=[False, True]).head(count)
    return list(zip(best["name"], best["times"].astype(int).tolist()))


ENGINES: list[Callable[[pa.Table, pa.Table, int], Answer]] = [by_duckdb, by_polars, by_pandas]


def draw(answer: Answer, path: str) -> None:
    matplotlib.use("Agg")
    from matplotlib import pyplot
    names, times = zip(*reversed(answer))
    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    axes.barh(names, times, color="#3b6ea5")
    axes.bar_label(axes.containers[0], fmt="{:,.0f}", padding=3)
    axes.set_title("Packages that most dependencies name")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    answer = by_duckdb(*tables(arguments[0]), 15)
    for name, times in answer:
        print(f"{times:8,} {name}")
    draw(answer, arguments[1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
