"""A data source for Apache Spark 4: the objects of one class in many archives, one task for each file.

    spark.dataSource.register(graphz.spark.GraphzDataSource)
    spark.read.format("graphz").option("class", "City.Station").load("saves/*.graphz")
"""

from __future__ import annotations

import fnmatch
import glob
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.fs
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from graphz.archive import GraphArchive
from graphz.archive import open as open_archive
from graphz.errors import GraphError
from graphz.policy import GraphPolicy

PATH = "_path"
PERMISSIVE, DROP, FAIL = "PERMISSIVE", "DROPMALFORMED", "FAILFAST"
SAMPLE = 8
# Spark has no numbers without a sign, no half-precision ones, and no columns of nulls alone.
WIDER = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20, 0),
         pa.float16(): pa.float32(), pa.null(): pa.string()}


def spark_type(kind: Any) -> Any:
    """The type of Arrow that Spark knows for one of a table."""
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, spark_type(field.type)) for field in kind])
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", spark_type(kind.value_type)))
    if pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    return WIDER.get(kind, kind)


def files(paths: str) -> list[str]:
    """The files of paths, patterns, folders and URIs, separated by commas."""
    found: list[str] = []
    for path in filter(None, (part.strip() for part in paths.split(","))):
        if "://" in path:
            folder, pattern = path.rsplit("/", 1)
            system, base = pyarrow.fs.FileSystem.from_uri(folder)
            scheme = folder[:len(folder) - len(base)] if folder.endswith(base) else folder.split("://")[0] + "://"
            found += [scheme + entry.path for entry in system.get_file_info(pyarrow.fs.FileSelector(base))
                      if entry.is_file and fnmatch.fnmatch(entry.base_name, pattern)]
        elif os.path.isdir(path):
            for pattern in ("*.graph", "*.graphz"):
                found += glob.glob(os.path.join(glob.escape(path), pattern))
        else:
            found += glob.glob(path)
    return sorted(found)


def opened(path: str, policy: GraphPolicy) -> GraphArchive:
    if "://" not in path:
        return open_archive(path, policy=policy)
    system, name = pyarrow.fs.FileSystem.from_uri(path)
    return open_archive(cast(BinaryIO, system.open_input_file(name)), policy=policy)


class GraphzDataSource(DataSource):
    """Options: `class`, the readable name of a class, is needed. `mode` is that of Spark's own readers: with PERMISSIVE, the
    default, a file that cannot be read is a row with its error in the column `columnNameOfCorruptRecord` (`_corrupt_record`);
    with DROPMALFORMED it has no row, with FAILFAST the job fails. `strict` sets the limits for archives from elsewhere."""

    @classmethod
    def name(cls) -> str:
        return "graphz"

    def schema(self) -> StructType:
        """The columns of the class in the first files that can be read."""
        settings = Settings(dict(self.options))
        schemas = []
        for path in settings.files[:SAMPLE]:
            try:
                with opened(path, settings.policy) as archive:
                    table = archive.tables([settings.class_name]).get(settings.class_name)
            except (GraphError, OSError):
                if settings.mode == FAIL:
                    raise
                continue
            if table is not None:
                schemas.append(pa.schema([pa.field(field.name, spark_type(field.type)) for field in table.schema]))
        if not schemas:
            raise ValueError(f"None of the first {SAMPLE} files has objects of {settings.class_name} that can be read. "
                             "Give the schema, or the name of another class.")
        columns = list(pa.unify_schemas(schemas, promote_options="permissive"))
        columns.append(pa.field(PATH, pa.string()))
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
        self.mode = options.get("mode", PERMISSIVE).upper()
        if self.mode not in (PERMISSIVE, DROP, FAIL):
            raise ValueError(f'The option "mode" is {self.mode}, and must be {PERMISSIVE}, {DROP} or {FAIL}.')
        self.error_column = options.get("columnnameofcorruptrecord", "_corrupt_record")
        self.policy = GraphPolicy.strict if options.get("strict", "false").lower() == "true" else GraphPolicy()
        self.files = files(options.get("path", ""))


class FilePartition(InputPartition):
    """One file, which one task reads."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class GraphzReader(DataSourceReader):
    """Reads the columns of a schema; other fields, and other classes, are not decoded."""

    def __init__(self, settings: Settings, schema: StructType) -> None:
        self.settings = settings
        self.spark_schema = schema

    def partitions(self) -> list[InputPartition]:
        return [FilePartition(path) for path in self.settings.files]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        path = cast(FilePartition, partition).path
        schema = to_arrow_schema(self.spark_schema)
        try:
            table = self._table(path, schema)
        except (GraphError, OSError, pa.ArrowException) as error:
            if self.settings.mode == FAIL:
                raise
            if self.settings.mode == DROP:
                return
            known = {PATH: path, self.settings.error_column: str(error)}
            table = pa.table([pa.array([known.get(field.name)], field.type) for field in schema], schema=nullable(schema))
        yield from table.to_batches(max_chunksize=10_000)

    def _table(self, path: str, schema: Any) -> Any:
        names = [field.name for field in schema]
        with opened(path, self.settings.policy) as archive:
            found = archive.tables([self.settings.class_name], {self.settings.class_name: names})
        table = found.get(self.settings.class_name)
        count = 0 if table is None else table.num_rows
        arrays = []
        for field in schema:
            if field.name == PATH:
                arrays.append(pa.repeat(pa.scalar(path, pa.string()), count).cast(field.type))
            elif table is None or field.name not in table.column_names:
                arrays.append(pa.nulls(count, field.type))
            else:
                column = table[field.name]
                known = field.type if pa.types.is_null(column.type) else spark_type(column.type)
                arrays.append(column.cast(known).cast(field.type))
        return pa.table(arrays, schema=nullable(schema))


def nullable(schema: Any) -> Any:
    return pa.schema([field.with_nullable(True) for field in schema])
