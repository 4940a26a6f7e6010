"""The rows of Spark from archives: what the data source and the files that Spark reads itself have in common.

Spark 3.5 has no data sources in Python, but `rows_of`, for the files of its own `binaryFile`:

    files = spark.read.format("binaryFile").load("s3a://bucket/saves/*.graphz")
    graphz.spark_rows.rows_of(files, "City.Station", "name string, opened timestamp, _corrupt_record string")
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa

from graphz.archive import GraphArchive
from graphz.archive import open as open_archive
from graphz.arrow_types import timestamps
from graphz.errors import GraphError
from graphz.policy import GraphPolicy
from graphz.system_types import decimal_of
from graphz.tables import VALUES

PATH, ERROR = "_path", "_corrupt_record"
PERMISSIVE, DROP, FAIL = "PERMISSIVE", "DROPMALFORMED", "FAILFAST"
# Of the raw archive, so much is decoded at once.
PIECE = 1 << 24
MOST_ROWS = 10_000
# Spark has no numbers without a sign, no half-precision ones, and no columns of nulls alone.
WIDER = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20, 0)}


def spark_type(kind: Any, null: Any = pa.string()) -> Any:  # noqa: B008 - a type is a value
    """The type of Arrow that Spark knows for one of a table. `null` is that of columns in which every value is nil, or every
    list is empty: in another file there may be anything."""
    if pa.types.is_null(kind):
        return null
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, spark_type(field.type, null)) for field in kind])
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", spark_type(kind.value_type, null)))
    if pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    if pa.types.is_decimal128(kind):
        # The scale of a table is that of its values, and another piece has others.
        return pa.decimal128(38, 18)
    return pa.string() if pa.types.is_decimal256(kind) else WIDER.get(kind, kind)


def merged(schemas: Iterable[Any]) -> Any:
    """The schema of Spark for those of several tables. If a column has types that exclude each other, the first is taken."""
    types: dict[str, Any] = {}
    for field in (field for schema in schemas for field in schema):
        found = spark_type(field.type, pa.null())
        known = types.setdefault(field.name, found)
        try:
            both = pa.unify_schemas([pa.schema([("", known)]), pa.schema([("", found)])], promote_options="permissive")
            types[field.name] = both.field(0).type
        except pa.ArrowException:
            continue
    return pa.schema([pa.field(name, spark_type(kind)) for name, kind in types.items()])


def arrow_schema(schema: Any) -> Any:
    """Arrow's schema for one of Spark."""
    from pyspark.sql.pandas.types import to_arrow_schema
    try:
        return to_arrow_schema(schema, timezone="UTC")
    except TypeError:
        # Older versions have no such parameter, and it is UTC.
        return to_arrow_schema(schema)


def table_of(archive: GraphArchive, class_name: str, keys: Iterable[str] | None, within: range) -> Any | None:
    """The table of a class in a piece of an archive; None if there are no objects of it."""
    if class_name != VALUES and all(entry.name != class_name for entry in archive.types):
        return None
    asked = None if keys is None else {class_name: keys}
    return archive.tables([class_name], asked, within=within).get(class_name)


def checked_mode(mode: str) -> str:
    if mode.upper() not in (PERMISSIVE, DROP, FAIL):
        raise ValueError(f'The option "mode" is {mode}, and must be {PERMISSIVE}, {DROP} or {FAIL}.')
    return mode.upper()


class Rows:
    """Makes the rows of a schema from objects of a class. Other classes, and other fields, are not decoded."""

    def __init__(self, class_name: str, schema: Any, mode: str, error_column: str, policy: GraphPolicy) -> None:
        self.class_name, self.mode, self.error_column, self.policy = class_name, mode, error_column, policy
        self.schema = pa.schema([field.with_nullable(True) for field in schema])

    def read(self, file: str | BinaryIO, path: str, within: range | None = None) -> Iterator[Any]:
        """Batches of rows, from a file or a part of it. Memory holds 16 MiB of the raw archive at a time, and the record table.

        What cannot be read is a row with its error, or none, or an error, according to the mode.
        """
        try:
            with open_archive(file, policy=self.policy, within=within) as archive:
                for piece in archive.ranges(PIECE):
                    try:
                        table = self._table(archive, path, piece)
                    except (GraphError, pa.ArrowException) as error:
                        table = self._failed(path, error)
                    yield from table.to_batches(max_chunksize=MOST_ROWS)
        except (GraphError, OSError) as error:
            yield from self._failed(path, error).to_batches()

    def _table(self, archive: GraphArchive, path: str, within: range) -> Any:
        table = table_of(archive, self.class_name, [field.name for field in self.schema], within)
        count = 0 if table is None else table.num_rows
        arrays: list[Any] = []
        misfits: dict[int, str] = {}
        for field in self.schema:
            if field.name == PATH:
                arrays.append(pa.repeat(pa.scalar(path, pa.string()), count).cast(field.type))
            elif table is None or field.name not in table.column_names:
                arrays.append(pa.nulls(count, field.type))
            else:
                arrays.append(_cast(table[field.name], field, misfits))
        return self._marked(pa.table(arrays, schema=self.schema), misfits)

    def _marked(self, table: Any, misfits: dict[int, str]) -> Any:
        """A table without values that do not fit their column, which are treated according to the mode."""
        if not misfits:
            return table
        if self.mode == FAIL:
            raise GraphError(0, "conversion", next(iter(misfits.values())), "typeMismatch")
        rows = range(table.num_rows)
        if self.mode == DROP:
            return table.filter(pa.array([row not in misfits for row in rows]))
        column = self.schema.get_field_index(self.error_column)
        if column < 0:
            return table
        return table.set_column(column, self.schema.field(column), pa.array([misfits.get(row) for row in rows], pa.string()))

    def _failed(self, path: str, error: Exception) -> Any:
        if self.mode == FAIL:
            raise error
        known = {PATH: path, self.error_column: str(error)}
        rows = [] if self.mode == DROP else [{field.name: known.get(field.name) for field in self.schema}]
        return pa.Table.from_pylist(rows, schema=self.schema)


def _cast(column: Any, field: Any, misfits: dict[int, str]) -> Any:
    """A column as the type of a field. Values that do not fit are nulls, and misfits."""
    try:
        # An archive does not tell a date from a number, and a schema does.
        if pa.types.is_timestamp(field.type) and (pa.types.is_floating(column.type) or pa.types.is_integer(column.type)):
            return timestamps(column).cast(field.type)
        return column.cast(spark_type(column.type, pa.null())).cast(field.type)
    except pa.ArrowException:
        pass
    values: list[Any] = []
    for row, scalar in enumerate(column):
        try:
            values.append(_fitting(scalar.as_py(), field.type).as_py())
        except (ArithmeticError, KeyError, TypeError, ValueError, pa.ArrowException):
            misfits[row] = f"the value {scalar} of {field.name} does not fit {field.type}"
            values.append(None)
    return pa.array(values, field.type)


def _fitting(value: Any, kind: Any) -> Any:
    """A value as a scalar of a type of Arrow."""
    if pa.types.is_map(kind) and isinstance(value, list):
        return pa.scalar([(pair["key"], pair["value"]) for pair in value], kind)
    if isinstance(value, dict) and not pa.types.is_struct(kind):
        if pa.types.is_decimal(kind) and "mantissa" in value:
            return pa.scalar(decimal_of(value), kind)
        # In a column of several kinds of values, all but one are null.
        (value,) = (part for part in value.values() if part is not None)
    if pa.types.is_timestamp(kind) and not isinstance(value, datetime.datetime):
        return timestamps(pa.array([value], pa.float64()))[0].cast(kind)
    # A cast loses nothing, and `pa.scalar` would cut fractions off.
    return pa.scalar(value, kind) if pa.types.is_decimal(kind) else pa.array([value]).cast(kind)[0]


def rows_of(files: Any, class_name: str, schema: Any, *, mode: str = PERMISSIVE, error_column: str = ERROR,
            policy: GraphPolicy | None = None) -> Any:
    """The objects of a class in files that Spark has read itself, by `binaryFile`: from wherever it can, on Spark 3.5 or later.

    Spark passes files whole, several at a time: set `spark.sql.execution.arrow.maxRecordsPerBatch` so low that as many fit
    into memory. Returns a frame with the columns of `schema`, which is one of Spark or its text.
    """
    known = files.sparkSession.createDataFrame([], schema).schema
    rows = Rows(class_name, arrow_schema(known), checked_mode(mode), error_column, policy or GraphPolicy())

    def read(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for path, content in zip(batch.column(0), batch.column(1)):
                yield from rows.read(cast(BinaryIO, pa.BufferReader(content.as_buffer())), path.as_py())

    return files.select("path", "content").mapInArrow(read, known)
