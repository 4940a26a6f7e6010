"""The command lines of graph_reader.py and graphz_reader.py."""

import sys

from graph_cursor import FormatError
from graph_output import write_dump, write_json

ACCEPTED, REJECTED, USAGE = 0, 1, 2


def read_stream(stream):
    """Byte strings from `stream`, each after its size as a little-endian u32."""
    while True:
        head = stream.read(4)
        if not head:
            return
        size = int.from_bytes(head, "little")
        data = stream.read(size)
        if len(head) != 4 or len(data) != size:
            raise EOFError("standard input ends inside an archive")
        yield data


def inputs(arguments):
    """Name and bytes of each input of `check`."""
    if arguments == ["--stream"]:
        for number, data in enumerate(read_stream(sys.stdin.buffer)):
            yield str(number), data
        return
    names = (line.rstrip("\n") for line in sys.stdin) if arguments == ["--list"] else arguments
    for name in names:
        with open(name, "rb") as file:
            yield name, file.read()


def check(arguments, verdict):
    """One verdict a line, handed on at once: whoever feeds `--stream` may wait for it before going on."""
    status = ACCEPTED
    for name, data in inputs(arguments):
        reason = verdict(data)
        if reason is not None:
            status = REJECTED
        print(f"{name}: accepted" if reason is None else f"{name}: rejected: {reason}", flush=True)
    return status


def show(name, writer, open_archive):
    with open(name, "rb") as file:
        data = file.read()
    try:
        writer(open_archive(data), sys.stdout.write)
    except FormatError as error:
        sys.stdout.flush()
        print(f"{name}: rejected: {error}", file=sys.stderr)
        return REJECTED
    return ACCEPTED


def main(arguments, usage, verdict, open_archive, commands=()):
    """Run one command. `commands` are further ones: name to a function of its arguments that returns the status."""
    commands = dict(commands)
    try:
        if len(arguments) >= 2 and arguments[0] == "check":
            return check(arguments[1:], verdict)
        if len(arguments) == 2 and arguments[0] in ("dump", "json"):
            return show(arguments[1], write_dump if arguments[0] == "dump" else write_json, open_archive)
        if len(arguments) >= 2 and arguments[0] in commands:
            return commands[arguments[0]](arguments[1:])
    except BrokenPipeError:
        # The reader of the output has seen enough. Python would complain once more when it closes the stream.
        sys.stderr.close()
        return ACCEPTED
    except FormatError as error:
        print(f"{arguments[1]}: rejected: {error}", file=sys.stderr)
        return REJECTED
    except (OSError, EOFError) as error:
        print(error, file=sys.stderr)
        return USAGE
    print(usage, file=sys.stderr)
    return USAGE
