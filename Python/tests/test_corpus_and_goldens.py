"""Every archive of the repository is accepted, or refused for its rule, by both engines; JSON is that of the Swift tool."""

from __future__ import annotations

import io
import json
import pathlib
import struct
import subprocess

import graph_writer as writer
import pytest
from support import CORPUS, GOLDENS, TOOL, archives, holds_archive, refused

import graphz
from graphz.engine import REFERENCE, Engine
from graphz.graphz_filter import join
from graphz.graphz_reader import Container
from graphz.native_engine import FASTEST

ENGINES = [REFERENCE, FASTEST]
SOUND = [path for path in archives(CORPUS / "accepted") + archives(GOLDENS) if holds_archive(path)]


def test_the_part_in_c_is_built() -> None:
    assert FASTEST.name == "native"


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_sound_archives_are_sound(engine: Engine) -> None:
    for path in SOUND:
        verdict = graphz.verify(path, engine=engine)
        assert verdict and verdict.is_sound, verdict.error
        with graphz.open(path, engine=engine) as archive:
            assert archive.object_count == verdict.object_count
            assert archive.plain_bytes == verdict.plain_bytes


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_each_refused_archive_breaks_its_rule(engine: Engine) -> None:
    for rule, code, path in refused():
        error: graphz.GraphError | None
        if rule.startswith("Z"):
            with pytest.raises(graphz.GraphError) as caught:
                Container(path.read_bytes(), engine=engine)
            error = caught.value
        else:
            verdict = graphz.verify(path, engine=engine)
            assert not verdict, path
            error = verdict.error
            # `verify` reads both formats, so it tells a raw archive that was changed as text from other files.
            code = "transferDamage" if (rule, code) == ("R5", "notAnArchive") else code
        assert error is not None, path
        assert (error.rule, error.code) == (rule, code), path


def test_each_form_of_the_filter_gives_its_block_or_is_refused() -> None:
    lines = (CORPUS / "filter" / "list.txt").read_text().splitlines()
    assert len(lines) > 90
    for rule, name, plain_size, form, block in (line.split("\t") for line in lines):
        try:
            result = join(bytes.fromhex(form), int(plain_size)).hex()
        except graphz.GraphError as error:
            assert error.rule == "Z56", name
            result = "refused"
        assert result == block, (rule, name)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_reading_at_random_refuses_all_but_what_it_cannot_see(engine: Engine) -> None:
    """Section 5 of format-graphz.md: it sees neither other sections than it reads, nor the whole. Nor does it count."""
    unseen = {"R30", "Z2", "Z15", "Z18", "Z26", "Z40", "Z41"}
    for rule, _, path in refused():
        try:
            with graphz.open(path, engine=engine) as archive:
                archive.write_json(io.StringIO().write)
        except graphz.GraphError:
            continue
        assert rule in unseen or path.name in ("Z17-ancillary-section-damaged.graphz", "Z3-raw-archive.graphz"), path


def test_an_error_has_its_place_its_rule_and_its_file() -> None:
    path = next(path for rule, _, path in refused() if rule == "R32")
    error = graphz.verify(path).error
    assert error is not None
    assert str(error).startswith(f"{path}: byte {error.byte_offset}: R32: the tag 0x")
    assert error.code == "malformed"


@pytest.mark.skipif(TOOL is None, reason="the tool is not built")
def test_json_is_that_of_the_tool() -> None:
    for path in SOUND:
        if "zstd" in path.name or "deepest" in path.name:
            continue
        expected = subprocess.run([str(TOOL), "dump", "--json", path], capture_output=True, text=True, check=True).stdout
        made = io.StringIO()
        with graphz.open(path) as archive:
            archive.write_json(made.write)
        assert [exactly(line) for line in made.getvalue().splitlines()] == [
            exactly(line) for line in expected.splitlines()], path
        assert made.getvalue() == expected, path


@pytest.mark.skipif(TOOL is None, reason="the tool is not built")
def test_numbers_are_written_as_the_tool_writes_them(tmp_path: pathlib.Path) -> None:
    """Around powers of two and of ten, where the shortest text is decided by little, and with exponents."""
    halves = [b"\xCA" + struct.pack("<H", bits) for bits in range(0, 1 << 16, 37)]
    narrow = [b"\xCB" + struct.pack("<I", exponent << 23 | fraction)
              for exponent in range(256) for fraction in (0, 1, (1 << 23) - 1)]
    wide = [b"\xCC" + struct.pack("<Q", exponent << 52 | fraction)
            for exponent in range(0, 2048, 5) for fraction in (0, 1, (1 << 52) - 1)]
    near = [struct.pack(form, sign * float(number + more))
            for form in ("<f", "<d") for sign in (1, -1) for more in (-1, 0, 1, 2)
            for number in (1 << 24, 1 << 53, 10 ** 6, 10 ** 7, 10 ** 15, 10 ** 16, 10 ** 17)]
    values = [*halves, *narrow, *wide, *((b"\xCB" if len(raw) == 4 else b"\xCC") + raw for raw in near)]
    path = tmp_path / "numbers.graph"
    path.write_bytes(writer.archive([writer.NIL, *values]))
    expected = subprocess.run([str(TOOL), "dump", "--json", path], capture_output=True, text=True, check=True).stdout
    made = io.StringIO()
    with graphz.open(path) as archive:
        archive.write_json(made.write)
    differing = [pair for pair in zip(made.getvalue().splitlines(), expected.splitlines()) if pair[0] != pair[1]]
    assert not differing, differing[:3]
    assert len(made.getvalue()) == len(expected)


def exactly(line: str) -> object:
    """A line with the order of its members, and with its numbers as they are written."""
    return json.loads(line, object_pairs_hook=list, parse_float=lambda text: ("float", float(text)), parse_int=str)
