"""Sound archives as no program of ours writes them: what is easily lost in tables, files and dictionaries."""

from __future__ import annotations

import datetime
import io
import pathlib
import subprocess
import sys
import uuid
from typing import Any

import graph_writer as writer
import pyarrow.parquet
import pytest
from support import GOLDENS, TOOL

import graphz
from graphz import cli
from graphz.engine import REFERENCE, Engine
from graphz.native_engine import FASTEST

ENGINES = pytest.mark.parametrize("engine", [REFERENCE, FASTEST], ids=lambda engine: engine.name)


def opened(data: bytes, **options: Any) -> graphz.GraphArchive:
    return graphz.open(io.BytesIO(data), **options)


def archive(value: bytes, **names: Any) -> bytes:
    """An archive with one object, of the class `C`, whose key `a` has a value."""
    types = [writer.type_entry("C", "C", is_class=True), *names.pop("types", ())]
    keys = ["a", *names.pop("keys", ())]
    return writer.archive([writer.sequence(writer.reference(1)), writer.closed(0, value)], keys=keys, types=types,
                          shapes=[(0, [1]), *names.pop("shapes", ())], counts=[1, *names.pop("counts", ())])


def with_keys_of_their_own(count: int) -> bytes:
    """An archive of objects with a key each that no other object has."""
    values: list[Any] = [writer.integer, lambda number: writer.text(str(number)),
                         lambda number: writer.sequence(writer.integer(number))]
    return writer.archive([writer.NIL, *(writer.closed(number, values[number % 3](number)) for number in range(count))],
                          keys=[*map(str, range(count))], types=[writer.type_entry("C", "C", is_class=True)], counts=[count],
                          shapes=[(0, [number + 1]) for number in range(count)])


def classes(*names: str) -> bytes:
    """An archive with an object of each of some classes."""
    count = len(names)
    return writer.archive([writer.NIL, *map(writer.closed, range(count))], counts=[1] * count,
                          shapes=[(number, []) for number in range(count)],
                          types=[writer.type_entry(name, f"{number}", is_class=True) for number, name in enumerate(names)])


@ENGINES
def test_two_versions_of_a_class_share_a_table(engine: Any) -> None:
    # As in a save whose old parts were copied without being read.
    kinds = [writer.type_entry("City.Station", "Station", is_class=True, version=version) for version in (1, 2)]
    kinds += [writer.type_entry("City.Size", "Size", version=version) for version in (0, 1)]
    records = [writer.sequence(*map(writer.reference, (1, 2, 3))),
               writer.closed(0, writer.integer(7), writer.closed(2, writer.TRUE)),
               writer.closed(1, writer.text("x"), writer.closed(3, writer.FALSE)),
               writer.closed(0, writer.NIL, writer.NIL)]
    data = writer.archive(records, keys=["line", "size", "wide"], types=kinds, counts=[2, 1, 1, 1],
                          shapes=[(0, [1, 2]), (1, [1, 2]), (2, [3]), (3, [3])])
    with opened(data, engine=engine) as found:
        assert [station.value.version for station in found.objects("City.Station")] == [1, 2, 1]
        for tables in (found.tables(), found.tables(["City.Station"]), found.tables("City.Station")):
            assert tables["City.Station"].to_pylist() == [
                {"_id": 1, "_version": 1, "line": {"integer": 7, "string": None}, "size": {"wide": True}},
                {"_id": 2, "_version": 2, "line": {"integer": None, "string": "x"}, "size": {"wide": False}},
                {"_id": 3, "_version": 1, "line": None, "size": None}]
        assert list(tables) == ["City.Station"]
        assert found.tables(fields={"City.Station": "size"})["City.Station"].column_names == ["_id", "_version", "size"]


def test_a_typed_value_is_of_its_own_version() -> None:
    kinds = [writer.type_entry("Size", "Size"), writer.type_entry("Size", "Size", version=1)]
    for number, is_sound in [(0, False), (1, True)]:
        data = writer.archive([writer.typed(number, writer.closed(0))], types=kinds, shapes=[(1, [])], counts=[0, 1])
        for engine in (REFERENCE, FASTEST):
            assert graphz.verify(io.BytesIO(data), engine=engine).is_sound == is_sound


def test_tables_have_different_names_and_files_too(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["A#2", "A", "B", "A<B>", "A/B", "a_b_", "", "..", "(values)", "(values)_", "x" * 300, "x" * 301, "\u00e9" * 200]
    path = tmp_path / "classes.graph"
    path.write_bytes(classes(*names))
    with graphz.open(path) as found:
        tables = found.tables()
    assert sorted(table["_id"].to_pylist()[0] for table in tables.values()) == list(range(len(names) + 1))
    for options in ([], ["--force"]):
        assert cli.main(["to-parquet", *options, str(path), str(tmp_path / "out")]) == 0
        capsys.readouterr()
    files = list((tmp_path / "out").iterdir())
    assert len({file.name.casefold() for file in files}) == len(tables) and not any(file.name.startswith(".") for file in files)
    assert sorted(pyarrow.parquet.read_table(file)["_id"].to_pylist()[0] for file in files) == list(range(len(names) + 1))


def test_nothing_is_written_if_a_file_exists(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "classes.graph"
    path.write_bytes(classes("A", "B"))
    (tmp_path / "B.parquet").write_text("mine")
    assert cli.main(["to-parquet", str(path), str(tmp_path)]) == 3
    assert "B.parquet exists; --force replaces it" in capsys.readouterr().err
    assert not (tmp_path / "A.parquet").exists() and (tmp_path / "B.parquet").read_text() == "mine"


@pytest.mark.parametrize("start", [writer.double(value) for value in (1e300, float("nan"), float("inf"))] + [writer.text("x")])
def test_an_interval_without_a_date_stays_as_it_is(start: bytes) -> None:
    kinds = {"keys": ["start", "duration"], "types": [writer.type_entry("Foundation.DateInterval")], "shapes": [(1, [2, 3])],
             "counts": [1]}
    with opened(archive(writer.closed(1, start, writer.double(5)), **kinds)) as found:
        (row,) = found.tables()["C"].to_pylist()
        assert repr(row["a"]["start"]) == repr(found.object(1).a.start)
    with opened(archive(writer.closed(1, writer.double(0), writer.double(5)), **kinds)) as found:
        (row,) = found.tables()["C"].to_pylist()
        assert row["a"]["start"] == datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)


def test_no_depth_that_the_format_allows_is_too_deep_to_load() -> None:
    def nested(wrap: Any, depth: int) -> bytes:
        value = writer.integer(1)
        for _ in range(depth):
            value = wrap(value)
        return value

    for wrap in (writer.sequence, writer.some, lambda value: writer.mapping((writer.integer(1), value)),
                 lambda value: writer.mapping((value, writer.integer(1))), lambda value: writer.closed(1, value)):
        data = archive(nested(wrap, 511), keys=["b"], types=[writer.type_entry("S")], shapes=[(1, [2])],
                       counts=[511 if wrap(b"")[0] == 0x61 else 0])
        assert graphz.verify(io.BytesIO(data)).is_sound
        value, depth = graphz.load(io.BytesIO(data))[0]["a"], 0
        while value != 1:
            parts = [*(value.values() if isinstance(value, dict) else value)]
            value = next(part for part in reversed(parts) if part != 1 or depth == 510)
            value = value[0] if isinstance(value, tuple) else value
            depth += 1
        assert depth == 511


def test_objects_as_keys_and_in_sets_are_loaded(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "keys.graph"
    path.write_bytes(writer.archive(
        [writer.closed(0, writer.mapping((writer.reference(1), writer.integer(1))), writer.sequence(writer.reference(1))),
         writer.closed(1, writer.text("n"))], keys=["m", "s", "n"], shapes=[(0, [1, 2]), (1, [3])], counts=[1, 1],
        types=[writer.type_entry("R"), writer.type_entry("C", "C", is_class=True)]))
    loaded = graphz.load(path, fields={"R.s": set})
    assert loaded["m"] == [({"_type": "C", "n": "n"}, 1)] and loaded["s"] == [{"_type": "C", "n": "n"}]
    assert loaded["m"][0][0] is loaded["s"][0]


def test_a_key_may_be_called_like_an_attribute_of_a_value() -> None:
    data = writer.archive([writer.NIL, writer.closed(0, writer.text("1.2"))], keys=["version"],
                          types=[writer.type_entry("C", "C", is_class=True, version=3)], shapes=[(0, [1])], counts=[1])
    with opened(data) as found:
        assert found.object(1).version == "1.2" and found.object(1).value.version == 3


def test_arrays_of_every_kind_are_read_by_duckdb_and_pandas() -> None:
    import duckdb
    connection = duckdb.connect()
    huge = [-(1 << 127), (1 << 127) - 1]
    for kind, elements, expected in [(9, huge, [str(value) for value in huge]), (10, [1 << 127], [str(1 << 127)]),
                                     (11, [0.5, -2.0], [0.5, -2.0])]:
        with opened(archive(writer.packed(kind, *elements))) as found:
            table = found.tables()["C"]
        assert table["a"].to_pylist() == [expected]
        assert list(table.to_pandas()["a"][0]) == expected
        connection.register("objects", table)
        assert connection.sql("SELECT a FROM objects").fetchall() == [(expected,)]


@ENGINES
def test_nulls_that_no_value_needs_are_counted(engine: Engine) -> None:
    with opened(with_keys_of_their_own(800), engine=engine) as found:
        rows = found.tables()["C"].to_pylist()
    values = [(number, str(number), [number])[number % 3] for number in range(800)]
    for number, row in enumerate(rows):
        assert row == {"_id": number + 1, "_version": 0, **{str(key): None for key in range(800)}, str(number): values[number]}


@ENGINES
def test_tables_that_take_too_much_are_refused_before_they_are_built(tmp_path: pathlib.Path, engine: Engine) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "keys.graph"
    path.write_bytes(with_keys_of_their_own(64_000))
    script = ("import resource, sys, graphz, graphz.tables\n"
              "from graphz.engine import REFERENCE\n"
              "from graphz.native_engine import FASTEST\n"
              "archive = graphz.open(sys.argv[1], engine=REFERENCE if sys.argv[2] == 'reference' else FASTEST)\n"
              "used = lambda: resource.getrusage(resource.RUSAGE_SELF)\n"
              "before = used()\n"
              "try: archive.tables()\n"
              "except graphz.GraphError as error: print(error.code)\n"
              "print(used().ru_utime - before.ru_utime, used().ru_maxrss - before.ru_maxrss)")
    run = subprocess.run([sys.executable, "-c", script, path, engine.name], capture_output=True, text=True, check=True)
    code, seconds, memory = run.stdout.split()
    assert code == "limitExceeded"
    # The unit is a byte on macOS. It took 29 seconds, and 494 MB.
    assert float(seconds) < 10 and int(memory) // (1024 if sys.platform == "darwin" else 1) < 1 << 16, run.stdout


def test_a_column_of_several_kinds_has_a_name_for_each() -> None:
    # Types may be called as this package calls kinds of values.
    values = [writer.closed(1), writer.text("s"), writer.closed(2), writer.integer(1)]
    data = archive(writer.sequence(*values), types=[writer.type_entry("string"), writer.type_entry("integer")],
                   shapes=[(1, []), (2, [])], counts=[1, 1])
    with opened(data) as found:
        kinds = found.tables()["C"].schema.field("a").type.value_type
    assert [field.name for field in kinds] == ["string", "string_", "integer", "integer_"]


def test_parquet_is_written_only_as_deep_as_it_can_be_read(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    wraps = [writer.sequence, lambda value: writer.closed(1, value), lambda value: writer.sequence(writer.closed(1, value))]
    for wrap, deepest in zip(wraps, (49, 98, 32)):
        for depth in (deepest, deepest + 1):
            value = writer.integer(1)
            for _ in range(depth):
                value = wrap(value)
            path, folder = tmp_path / "deep.graph", tmp_path / f"{wraps.index(wrap)}-{depth}"
            path.write_bytes(archive(value, keys=["b"], types=[writer.type_entry("S")], shapes=[(1, [2])],
                                     counts=[value.count(0x61)]))
            assert cli.main(["to-parquet", str(path), str(folder)]) == (0 if depth == deepest else 13)
            captured = capsys.readouterr()
            # The other tables are written.
            written = sorted(file.name for file in folder.iterdir())
            if depth == deepest:
                assert written == ["(values).parquet", "C.parquet"] and not captured.err
                assert pyarrow.parquet.read_table(folder / "C.parquet").num_rows == 1
            else:
                assert written == ["(values).parquet"]
                assert captured.err == "graphz-py: the values of C are nested too deeply for Parquet\n"


def test_a_raw_archive_that_was_transferred_as_text_is_told_from_other_files(
        tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = (GOLDENS / "sample.graph").read_bytes()
    path = tmp_path / "sample.graph"
    for damaged, status, code in [
            (data.replace(b"\r\n", b"\n"), 5, "transferDamage"), (data.replace(b"\n", b"\r\n"), 5, "transferDamage"),
            (bytes(byte & 0x7F for byte in data), 5, "transferDamage"), (data.decode("latin-1").encode(), 5, "transferDamage"),
            (b"\xEF\xBF\xBD" + data[1:], 5, "transferDamage"), (b"x" + data[1:], 4, "notAnArchive"), (data[:5], 9, "truncated"),
            (data[:7], 9, "truncated")]:
        path.write_bytes(damaged)
        error = graphz.verify(path).error
        assert error is not None and (error.rule, error.code) == ("R5", code)
        with pytest.raises(graphz.GraphError) as caught:
            graphz.open(path)
        assert str(caught.value) == str(error)
        for command in ("verify", "info"):
            assert cli.main([command, str(path)]) == status
            assert capsys.readouterr().err == f"graphz-py: {error}\n"


def test_the_parquet_files_of_each_golden_are_its_tables(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(GOLDENS.glob("*.graph")):
        folder = tmp_path / path.stem
        assert cli.main(["to-parquet", str(path), str(folder)]) in (0, 13)
        capsys.readouterr()
        with graphz.open(path) as found:
            tables = found.tables()
        files = dict(zip(tables, cli.file_names(tables)))
        for name, table in tables.items():
            table.validate(full=True)
            if (folder / files[name]).exists():
                written = pyarrow.parquet.read_table(folder / files[name])
                assert written.schema.equals(table.schema) and repr(written.to_pylist()) == repr(table.to_pylist()), path


def check_with_tool(path: pathlib.Path, text: str) -> None:
    if TOOL is not None:
        run = subprocess.run([str(TOOL), "dump", "--json", path], capture_output=True, text=True, check=True)
        assert run.stdout == text


@pytest.mark.parametrize("value,kind", [
    (writer.integer(16), uuid.UUID), (writer.integer(5), bytes), (writer.integer(1 << 62), bytes), (writer.text("abc"), set),
    (writer.text("abc"), tuple), (writer.reference(1), bytes), (writer.reference(1), frozenset)])
def test_what_is_no_sequence_becomes_none(tmp_path: pathlib.Path, value: bytes, kind: Any) -> None:
    path = tmp_path / "fields.graph"
    path.write_bytes(writer.archive(
        [writer.reference(1), writer.closed(0, value)], keys=["key"], types=[writer.type_entry("C", "C", is_class=True)],
        shapes=[(0, [1])]))
    with graphz.open(path, fields={"C.key": kind}) as archive, pytest.raises(graphz.GraphError) as failure:
        _ = archive.root["key"]
    assert failure.value.code == "typeMismatch"


@pytest.mark.parametrize("exponent", ["F", "N"])
def test_a_decimal_of_texts_is_none(tmp_path: pathlib.Path, exponent: str) -> None:
    path = tmp_path / "decimal.graph"
    decimal = writer.closed(0, writer.integer(1), writer.text(exponent), b"\xC1")
    path.write_bytes(writer.archive(
        [decimal], keys=["mantissa", "exponent", "isNegative"],
        types=[writer.type_entry("Foundation.Decimal", "Foundation.Decimal")], shapes=[(0, [1, 2, 3])]))
    with graphz.open(path) as archive:
        assert isinstance(archive.root, graphz.GraphValue)


def test_long_names_are_cut_in_json(tmp_path: pathlib.Path) -> None:
    """A line would otherwise be as long as the archive's names times their uses."""
    path = tmp_path / "names.graph"
    key = "k" * 100_000
    composites = writer.sequence(*[writer.closed(0, writer.integer(1))] * 1_000)
    types = [writer.type_entry("T" * 4_000, "T" * 4_000)]
    path.write_bytes(writer.archive([composites], keys=[key], types=types, shapes=[(0, [1])]))
    made = io.StringIO()
    with graphz.open(path) as archive:
        archive.write_json(made.write)
    assert len(made.getvalue()) < 3_000_000
    assert f'"{"k" * 1_000}…1":1' in made.getvalue()
    check_with_tool(path, made.getvalue())


def test_names_are_cut_after_code_points(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "names.graph"
    # An accent is a code point of its own, and not a character.
    names = ["e\u0301" * 501, "e\u0301" * 500]
    path.write_bytes(writer.archive([writer.closed(0, *map(writer.integer, (1, 2)))], keys=names,
                                    types=[writer.type_entry(names[0])], shapes=[(0, [1, 2])]))
    made = io.StringIO()
    with graphz.open(path) as archive:
        archive.write_json(made.write)
    assert made.getvalue() == f'{{"id":0,"type":"{names[1]}…0","fields":{{"{names[1]}…1":1,"{names[1]}":2}}}}\n'
    check_with_tool(path, made.getvalue())


def test_invisible_letters_are_escaped_in_json(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "letters.graph"
    letters = "a".join("\u3164\u034f\u115f\u17b4\u180b\u2065\uffa0\ufff0\U000e0100\ufe0f\U000e01f0")
    path.write_bytes(writer.archive([writer.text(letters)]))
    made = io.StringIO()
    with graphz.open(path) as archive:
        archive.write_json(made.write)
    assert made.getvalue() == made.getvalue().translate(dict.fromkeys(map(ord, "\u3164\u034f\u115f\u17b4\u180b\u2065\uffa0")))
    check_with_tool(path, made.getvalue())
