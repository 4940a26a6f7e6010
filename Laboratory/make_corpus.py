#!/usr/bin/env python3
"""Makes Tests/Corpus, the archives that every reader must accept or refuse, and the texts beside the golden archives.

    make_corpus.py

It names files that should not be there. `test_corpus.py` checks that all are as they should be.
"""

import io
import pathlib
import re
import sys

import reader_path  # noqa: F401 - finds the package
import decoding_corpus
import graph_corpus
import graphz_corpus
import tree_corpus
from graphz import graph_reader, graphz_reader
from graphz.errors import GraphError
from graphz.graph_output import write_dump
from graphz.xxh3 import xxh3

TESTS = pathlib.Path(__file__).resolve().parent.parent / "Tests"
CORPUS = TESTS / "Corpus"
GOLDENS = TESTS / "Goldens"
LONGEST_LISTING = 16_384

def file_name(name, extension):
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") + extension


def summary(plain, reason):
    return f"{reason}: {len(plain)} plain bytes with the hash {xxh3(plain):016X}\n".encode()


def listing(archive):
    """What an archive holds: all of its values, unless they are too many to look at."""
    shown = io.StringIO()
    write_dump(archive, shown.write)
    text = shown.getvalue().encode()
    return text if len(text) <= LONGEST_LISTING else summary(archive.data, "too long to list")


def accepted():
    """Path and contents of each archive to be accepted, and of the text beside it."""
    folder = CORPUS / "accepted"
    for name, data in graph_corpus.ACCEPTED.items():
        path = folder / file_name(name, ".graph")
        yield path, data
        yield path.with_suffix(".graph.txt"), listing(graph_reader.Archive(data))
    for name, data in {**graphz_corpus.ACCEPTED, **graphz_corpus.ACCEPTED_CONTAINERS}.items():
        path = folder / file_name(name, ".graphz")
        plain = graphz_reader.Container(data).plain
        holds = (summary(plain, "no archive") if name in graphz_corpus.ACCEPTED_CONTAINERS
                 else listing(graph_reader.Archive(plain)))
        yield path, data
        yield path.with_suffix(".graphz.txt"), holds


def container_verdict(data):
    """The error of a container, whatever it holds."""
    try:
        graphz_reader.Container(data)
    except GraphError as error:
        return error
    return None


def refused():
    """Path and contents of each archive to be refused, and of their list."""
    folder = CORPUS / "refused"
    lines = []
    for table, extension, verdict in ((graph_corpus.REFUSED, ".graph", graph_reader.verdict),
                                      (graphz_corpus.REFUSED, ".graphz", container_verdict)):
        for name, (data, rule) in table.items():
            file = f"{rule}-{file_name(name, extension)}"
            lines.append((int(rule[1:]), f"{rule} {verdict(data).code} {file}\n"))
            yield folder / file, data
    # By number, but the raw format first.
    lines.sort(key=lambda line: (line[1][0], *line))
    yield folder / "list.txt", "".join(line for _, line in lines).encode()


def decoded():
    """Path and contents of each archive to be decoded, and of the list of what becomes of them."""
    folder = CORPUS / "decoding"
    lines = []
    for name, rows in decoding_corpus.DECODED.items():
        file = file_name(name.replace("-1", "minus 1"), ".graph")
        for rule, data, asked, result in rows:
            lines.append(f"{rule}\t{file}\t{asked}\t{result}\n")
        yield folder / file, data
    yield folder / "list.txt", "".join(lines).encode()


def trees():
    yield CORPUS / "trees" / "list.txt", "".join(tree_corpus.lines()).encode()


def golden_texts():
    for path in sorted(GOLDENS.glob("*.graph")):
        yield path.with_suffix(".graph.txt"), listing(graph_reader.Archive(path.read_bytes()))


def files():
    made = {}
    for path, contents in (*accepted(), *refused(), *decoded(), *trees(), *golden_texts()):
        assert path not in made, path
        made[path] = contents
    return made


def differences(made):
    there = {path for folder in ("accepted", "refused", "decoding", "trees") for path in (CORPUS / folder).glob("*")}
    there |= set(GOLDENS.glob("*.txt"))
    for path in sorted(there - made.keys()):
        yield f"{path} is not made by make_corpus.py"
    for path, contents in made.items():
        if not path.exists() or path.read_bytes() != contents:
            yield f"{path} is missing or differs"


def main(arguments):
    made = files()
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for path, contents in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    for line in differences(made):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
