#!/usr/bin/env python3
"""Reads archives that would like to take all memory, in a process that has not so much.

    torture_bombs.py GRAPHZ MIB           runs the tool on each bomb, and prints the figures
    torture_bombs.py GRAPHZ MIB --some    runs it on each bomb with one command, beginning with a random one
    torture_bombs.py GRAPHZ MIB FOLDER    only makes the files, for a test that decodes them

The tool is told to allow MIB of plain bytes. It may use as much address space as it needs for a tiny archive, and in
addition those bytes and 64 MiB; for an archive that is full of small values 24 more for each byte, and for one that
is nothing but directory 384. It must end by itself, with or without an error, and never by a signal. Needs Linux.
Status 1 when a promise is broken.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile

from bombs import MIB, compressed, directories, raw, values
from graph_writer import archive

ROOM = 64 * MIB
# What places of records and entries of the directory take, for each byte.
RECORDS, DIRECTORY = 24, 384
SECONDS = 120


class Bombs:
    def __init__(self, tool, allowed, folder):
        self.tool, self.allowed, self.folder = tool, allowed, folder
        self.broken, self.peak, self.slowest = 0, 0, 0.0

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self):
        """Writes all files, and gives their names: of those that claim much, of many values, of large directories."""
        small = [self.write(name + ending, data) for bombs, ending in ((compressed, ".graphz"), (raw, ".graph"))
                 for name, data in bombs()]
        return small, *([self.compress(name, data) for name, data in bombs(self.allowed)]
                        for bombs in (values, directories))

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return name

    def compress(self, name, plain):
        path = self.path(self.write(name + ".graph", plain))
        subprocess.run([self.tool, "compress", path, "-o", path + "z", "-f", "-q", "--codec", "zlib"], check=True)
        os.remove(path)
        return name + ".graphz"

    def run(self, command, name, limit):
        """The status of the tool, negative for a signal, and the most memory that it had at once."""
        arguments = [self.tool, command, self.path(name)]
        if command != "info":
            arguments += ["-q", "--max-size", str(self.allowed), "--threads", "1"]
        if command == "decompress":
            arguments += ["-f", "-o", self.path("plain")]

        def restrict():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        # Swift's crash reports would take their time.
        process = subprocess.Popen(arguments, preexec_fn=restrict, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        message = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, message

    def least(self, command):
        """The address space that a tiny archive takes, to a MiB."""
        tiny = self.compress("tiny", archive([b"\0"]))
        low, high = 1, 16_384
        while low < high:
            middle = (low + high) // 2
            if self.run(command, tiny, middle * MIB)[0] == 0:
                high = middle
            else:
                low = middle + 1
        return low * MIB

    def explode(self, names, command, limit):
        for name in names:
            status, peak, seconds, message = self.run(command, name, limit)
            self.peak, self.slowest = max(self.peak, peak), max(self.slowest, seconds)
            if "VERBOSE" in os.environ:
                print(f"{command} {name}: {status}, {peak // MIB} MiB, {seconds:.1f} s {message.strip()[:150]}")
            if status < 0 or status > 127:
                self.broken += 1
                print(f"{command} {name}: ended with {status} {message}", file=sys.stderr)


def main(arguments):
    if len(arguments) not in (2, 3) or not arguments[1].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    tool, allowed = arguments[0], int(arguments[1]) * MIB
    is_part = arguments[2:] == ["--some"]
    if len(arguments) == 3 and not is_part:
        Bombs(tool, allowed, arguments[2]).make()
        return 0
    with tempfile.TemporaryDirectory() as folder:
        bombs = Bombs(tool, allowed, folder)
        groups = bombs.make()
        least = {command: bombs.least(command) for command in ("info", "verify", "decompress", "dump", "sizes", "classes")}
        step = len(least) if is_part else 1
        start = random.randrange(step)
        for names, kind, factor in zip(groups, ("claims", "values", "directories"), (0, RECORDS, DIRECTORY)):
            bombs.peak, bombs.slowest = 0, 0.0
            for place, (command, needed) in enumerate(least.items(), start):
                bombs.explode(names[place % step::step], command, needed + allowed + ROOM + factor * allowed)
            print(f"figure: bombs of {kind} with {allowed // MIB} MiB allowed: {len(names)},"
                  f" {bombs.peak // MIB} MiB and {bombs.slowest:.1f} s at most")
        print("figure: broken promises:", bombs.broken)
        return 1 if bombs.broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
