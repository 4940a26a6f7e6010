"""Swift, DuckDB and Spark give the same answers about the saves that Swift has written."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from support import ROOT

PROGRAM = shutil.which(os.environ.get("THOUSAND_SAVES", str(ROOT / ".build" / "debug" / "ThousandSaves")))
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="the example is not built")


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("saves")
    run(str(PROGRAM), "write", str(folder), "5", "30")
    assert len(list(folder.glob("*.graphz"))) == 5
    return folder


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_the_answers_are_those_of_swift(saves: pathlib.Path, engine: str) -> None:
    if engine == "spark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    expected = run(str(PROGRAM), "answer", str(saves), "2")
    script = ROOT / "Examples" / "ThousandSaves" / "answers.py"
    assert run(sys.executable, "-B", str(script), engine, str(saves), "2") == expected
    assert expected.count('"save":') == 10
