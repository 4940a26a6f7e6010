"""DuckDB, Polars and pandas read the tables and give the same answer; the picture is drawn."""

from __future__ import annotations

import importlib.util
import pathlib
from typing import Any

import graph_writer as writer
from support import ROOT

KEYS = ["name", "kind", "alternatives", "package"]
TYPES = [writer.type_entry("PackageGraph.Library", "Library", is_class=True),
         writer.type_entry("PackageGraph.Application", "Application", is_class=True),
         writer.type_entry("PackageGraph.Dependency", "Dependency", is_class=True),
         writer.type_entry("PackageGraph.Alternative")]
SHAPES = [(0, [1]), (1, [1]), (2, [2, 3]), (3, [4])]


def example(name: str) -> Any:
    specification = importlib.util.spec_from_file_location(name, ROOT / "Examples" / "PackageGraph" / f"{name}.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def dependency(kind: str, *packages: int) -> bytes:
    alternatives = [writer.closed(3, writer.reference(package)) for package in packages]
    return writer.closed(2, writer.text(kind), writer.sequence(*alternatives))


PACKAGES = writer.archive(
    [writer.NIL, writer.closed(0, writer.text("libc6")), writer.closed(0, writer.text("zlib1g")),
     writer.closed(1, writer.text("vim")), dependency("Depends", 1), dependency("Depends", 2, 1), dependency("Depends", 3, 1),
     dependency("Suggests", 2, 2, 2), dependency("Depends"), dependency("Depends", 2)],
    keys=KEYS, types=TYPES, shapes=SHAPES)


def test_three_engines_give_the_same_answer(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "packages.graph"
    path.write_bytes(PACKAGES)
    most = example("most_depended_on")
    for engine in most.ENGINES:
        assert engine(*most.tables(str(path)), 10) == [("libc6", 3), ("zlib1g", 2), ("vim", 1)], engine
    picture = tmp_path / "packages.png"
    assert most.main([str(path), str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
