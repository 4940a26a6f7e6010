"""The exit status of the command, also for pipes."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import threading

import graph_writer as writer
import pytest

from graphz.graph_output import json_string

COMMAND = [sys.executable, "-m", "graphz.cli"]


def test_a_reader_that_has_gone_is_no_error(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "large.graph"
    path.write_bytes(writer.archive([writer.NIL, *(writer.text("a line of text") for _ in range(20_000))]))
    with subprocess.Popen([*COMMAND, "dump", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b'{"id":0,"value":null}\n'
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is full")
@pytest.mark.parametrize(("value", "status"), [(writer.text("a"), 2), (b"\xFF", 11)])
def test_a_full_disk_has_a_status_of_its_own(tmp_path: pathlib.Path, value: bytes, status: int) -> None:
    path = tmp_path / "small.graph"
    path.write_bytes(writer.archive([writer.NIL, value]))
    # Without a buffer nothing is left to be written at the end.
    buffered = {name: setting for name, setting in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        run = subprocess.run([*COMMAND, "dump", str(path)], stdout=full, stderr=subprocess.PIPE, env=buffered)
    assert run.returncode == status
    assert run.stderr.count(b"\n") == 1 and run.stderr.startswith(b"graphz-py: ")


def test_the_output_is_utf_8_whatever_the_locale_is(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text.graph"
    path.write_bytes(writer.archive([writer.text("é€")]))
    run = subprocess.run([*COMMAND, "dump", str(path)], capture_output=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert run.stdout == '{"id":0,"value":"é€"}\n'.encode()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(("text", "shown"), [
    ("\b\f\n\t", r"\u0008\u000c\n\t"), ("\u200b\U000e0001é", r"\u200b\udb40\udc01é"), ('"\\', r"\"\\"),
])
def test_strings_in_json_are_escaped_as_the_tool_does(text: str, shown: str) -> None:
    assert json_string(text) == f'"{shown}"'


def test_a_named_pipe_is_read_once(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=lambda: pipe.write_bytes(b"no archive"), daemon=True)
    thread.start()
    assert subprocess.run([*COMMAND, "verify", str(pipe)], capture_output=True, timeout=60).returncode == 4
    thread.join(60)


def test_an_archive_that_was_transferred_as_text_has_a_status_of_its_own(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "text.graph"
    path.write_bytes(writer.archive([writer.NIL])[1:].join([b"\xEF\xBF\xBD", b""]))
    assert subprocess.run([*COMMAND, "verify", str(path)], capture_output=True).returncode == 5
