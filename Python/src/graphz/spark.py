"""A data source for Apache Spark 4: the objects of one class in many archives.

    spark.dataSource.register(graphz.spark.GraphzDataSource)
    spark.read.format("graphz").option("class", "City.Station").load("saves/*.graphz")
"""

from __future__ import annotations

import fnmatch
import glob
import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.fs
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from graphz.archive import open as open_archive
from graphz.errors import GraphError
from graphz.policy import GraphPolicy
from graphz.spark_rows import ERROR, FAIL, PATH, PERMISSIVE, PIECE, Rows, arrow_schema, checked_mode, merged, table_of

NAMES = ("*.graph", "*.graphz")
SAMPLE = 8
# Of the raw archive, so much is a task; and a file that is smaller by far is not opened before its task begins.
TASK = 1 << 27
SMALL_SHARE = 32


def files(paths: str) -> dict[str, int]:
    """The files of paths, patterns, folders and URIs, separated by commas, with their sizes."""
    found: dict[str, int] = {}
    for path in filter(None, (part.strip() for part in paths.split(","))):
        if "://" in path:
            folder, pattern = path.rsplit("/", 1)
            wanted = [pattern] if pattern else [*NAMES]
            system, base = pyarrow.fs.FileSystem.from_uri(folder)
            scheme = folder[:len(folder) - len(base)] if folder.endswith(base) else folder.split("://")[0] + "://"
            for entry in system.get_file_info(pyarrow.fs.FileSelector(base)):
                if not entry.is_file and entry.base_name == pattern:
                    found.update(files(path + "/"))
                elif entry.is_file and any(fnmatch.fnmatch(entry.base_name, each) for each in wanted):
                    found[scheme + entry.path] = entry.size
            continue
        patterns = [path]
        if os.path.isdir(path):
            patterns = [os.path.join(glob.escape(path), name) for name in NAMES]
        found.update((name, os.path.getsize(name)) for pattern in patterns for name in glob.glob(pattern))
    return dict(sorted(found.items()))


def file(path: str) -> str | BinaryIO:
    if "://" not in path:
        return path
    system, name = pyarrow.fs.FileSystem.from_uri(path)
    return cast(BinaryIO, system.open_input_file(name))


class GraphzDataSource(DataSource):
    """Options: `class`, the readable name of a class, is needed. Without a schema, `fields` names columns, separated by commas.

    `mode` is that of Spark's own readers: with PERMISSIVE, the default, what cannot be read is a row with its error in the
    column `columnNameOfCorruptRecord` (`_corrupt_record`); with DROPMALFORMED it has no row, with FAILFAST the job fails.
    `maxPartitionBytes` is the part of a raw archive that a task reads. `strict` sets the limits for archives from elsewhere.
    """

    @classmethod
    def name(cls) -> str:
        return "graphz"

    def schema(self) -> StructType:
        """The columns of the class in the first files that can be read."""
        settings = Settings(dict(self.options))
        schemas = []
        for path in list(settings.files)[:SAMPLE]:
            try:
                schemas += settings.columns(path)
            except (GraphError, OSError):
                if settings.mode == FAIL:
                    raise
        if not schemas:
            raise ValueError(f"None of the first {SAMPLE} files has objects of {settings.class_name} that can be read. "
                             "Give the schema, or the name of another class.")
        columns = [*merged(schemas), pa.field(PATH, pa.string())]
        if settings.mode == PERMISSIVE:
            columns.append(pa.field(settings.error_column, pa.string()))
        return cast(StructType, from_arrow_schema(pa.schema(columns)))

    def reader(self, schema: StructType) -> GraphzReader:
        return GraphzReader(Settings(dict(self.options)), schema)


class Settings:
    """The options of a reader."""

    def __init__(self, options: dict[str, str]) -> None:
        options = {name.lower(): value for name, value in options.items()}
        if "class" not in options:
            raise ValueError('The option "class" must name the class whose objects are read, such as "City.Station".')
        self.class_name = options["class"]
        self.fields = [name.strip() for name in options["fields"].split(",")] if "fields" in options else None
        self.mode = checked_mode(options.get("mode", PERMISSIVE))
        self.error_column = options.get("columnnameofcorruptrecord", ERROR)
        self.task_bytes = int(options.get("maxpartitionbytes", TASK))
        self.policy = GraphPolicy.strict if options.get("strict", "false").lower() == "true" else GraphPolicy()
        # Spark gives several paths as a list in JSON.
        path = options.get("path") or ",".join(json.loads(options.get("paths", "[]")))
        self.files = files(path)
        if not self.files:
            raise ValueError(f"No file is at {path!r}. Give load() paths, patterns or folders of archives.")

    def columns(self, path: str) -> list[Any]:
        """The schema of the class in the first piece of a file that has some of its objects."""
        with open_archive(file(path), policy=self.policy) as archive:
            for piece in archive.ranges(PIECE):
                table = table_of(archive, self.class_name, self.fields, piece)
                if table is not None:
                    return [table.schema]
        return []

    def parts(self, path: str) -> list[range | None]:
        """What the tasks of a file read: None is all of it."""
        if self.files[path] <= self.task_bytes // SMALL_SHARE:
            return [None]
        try:
            with open_archive(file(path), policy=self.policy) as archive:
                return [*archive.ranges(self.task_bytes)]
        except (GraphError, OSError):
            # The task will say what is wrong.
            return [None]


class FilePartition(InputPartition):
    """A file or a range of it, which one task reads."""

    def __init__(self, path: str, within: range | None) -> None:
        super().__init__(path)
        self.path, self.within = path, within


class GraphzReader(DataSourceReader):
    """Reads the columns of a schema; other fields, and other classes, are not decoded."""

    def __init__(self, settings: Settings, schema: StructType) -> None:
        self.settings = settings
        self.spark_schema = schema

    def partitions(self) -> list[InputPartition]:
        return [FilePartition(path, within) for path in self.settings.files for within in self.settings.parts(path)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        part = cast(FilePartition, partition)
        settings = self.settings
        rows = Rows(settings.class_name, arrow_schema(self.spark_schema), settings.mode, settings.error_column, settings.policy)
        return rows.read(file(part.path), part.path, part.within)
