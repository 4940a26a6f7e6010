"""Verdicts of the reference reader, for the tests of other readers. It needs Python alone.

    python3 -m graphz.graph_command FORMAT check FILE...     one verdict a line; status 0 if all are accepted, 1 if not
    python3 -m graphz.graph_command FORMAT check --list      file names from standard input, one a line
    python3 -m graphz.graph_command FORMAT check --stream    archives from standard input, each after its size as a u32
    python3 -m graphz.graph_command FORMAT dump FILE         readable text

FORMAT is `raw`, `container`, or `filter`: then each input is the plain size and the size of a form, two u32, the form, and the
plain bytes that it should make, if they are known.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator
from typing import IO

from graphz import graph_reader, graphz_filter, graphz_reader
from graphz.errors import GraphError
from graphz.graph_output import drop_output, write_dump

ACCEPTED, REJECTED, USAGE = 0, 1, 2


def filter_verdict(data: bytes) -> str | None:
    """None when a form makes a block, and the one that is expected, if any."""
    plain_size, form_size = struct.unpack_from("<II", data)
    form, expected = data[8:8 + form_size], data[8 + form_size:]
    try:
        plain = graphz_filter.join(form, plain_size)
    except GraphError as error:
        return str(error)
    return None if expected in (b"", plain) else "the block has other bytes"


VERDICTS: dict[str, Callable[[bytes], object]] = {
    "raw": graph_reader.verdict, "container": graphz_reader.verdict, "filter": filter_verdict}


def read_stream(stream: IO[bytes]) -> Iterator[bytes]:
    """Byte strings from `stream`, each after its size as a little-endian u32."""
    while head := stream.read(4):
        size = int.from_bytes(head, "little")
        data = stream.read(size)
        if len(head) != 4 or len(data) != size:
            raise EOFError("standard input ends inside an archive")
        yield data


def inputs(arguments: list[str]) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each input of `check`."""
    if arguments == ["--stream"]:
        for number, data in enumerate(read_stream(sys.stdin.buffer)):
            yield str(number), data
        return
    for name in (line.rstrip("\n") for line in sys.stdin) if arguments == ["--list"] else arguments:
        with open(name, "rb") as file:
            yield name, file.read()


def check(arguments: list[str], verdict: Callable[[bytes], object]) -> int:
    """One verdict a line, handed on at once: whoever feeds `--stream` may wait for it before going on."""
    status = ACCEPTED
    for name, data in inputs(arguments):
        reason = verdict(data)
        if reason is not None:
            status = REJECTED
        print(f"{name}: accepted" if reason is None else f"{name}: rejected: {reason}", flush=True)
    return status


def dump(name: str, is_container: bool) -> int:
    with open(name, "rb") as file:
        data = file.read()
    try:
        plain = graphz_reader.Container(data).plain if is_container else data
        write_dump(graph_reader.Archive(plain), sys.stdout.write)
    except GraphError as error:
        sys.stdout.flush()
        print(f"{name}: rejected: {error}", file=sys.stderr)
        return REJECTED
    return ACCEPTED


def main(arguments: list[str]) -> int:
    form, command, rest = (arguments + ["", ""])[0], (arguments + ["", ""])[1], arguments[2:]
    try:
        if form in VERDICTS and command == "check" and rest:
            return check(rest, VERDICTS[form])
        if form in ("raw", "container") and command == "dump" and len(rest) == 1:
            return dump(rest[0], form == "container")
    except BrokenPipeError:
        # The reader of the output has seen enough.
        drop_output()
        return ACCEPTED
    except (OSError, EOFError) as error:
        print(error, file=sys.stderr)
        return USAGE
    print(__doc__, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
