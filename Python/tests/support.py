"""What the tests share: where things are, and the archives of the repository."""

from __future__ import annotations

import os
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "Tests" / "Corpus"
GOLDENS = ROOT / "Tests" / "Goldens"
# The tool in Swift, and how many mutants to try.
TOOL = shutil.which(os.environ.get("GRAPHZ", str(ROOT / ".build" / "debug" / "graphz")))
MUTANTS = int(os.environ.get("MUTANTS", "200"))


def archives(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in (".graph", ".graphz"))


def refused() -> list[tuple[str, str, pathlib.Path]]:
    """Rule, error and path of each archive that must be refused."""
    lines = (CORPUS / "refused" / "list.txt").read_text().splitlines()
    return [(rule, error, CORPUS / "refused" / name) for rule, error, name in (line.split(" ") for line in lines)]


def holds_archive(path: pathlib.Path) -> bool:
    """Whether an accepted file holds an archive; some containers hold other bytes."""
    text = path.with_name(path.name + ".txt")
    return not text.exists() or not text.read_text().startswith("no archive")
