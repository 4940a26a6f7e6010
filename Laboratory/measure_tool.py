#!/usr/bin/env python3
"""Measures graphz and what people would use in its place, in one run. Docs/graphz.md has some of the figures.

    measure_tool.py GRAPHZ DEMO [ROUNDS]    DEMO is the folder that `make demo` fills; what is missing of zstd, xz and jq is
                                            left out

Processor time is that of all threads, the least of ROUNDS (3); memory is the most at once. Needs Linux or macOS.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# A block in the middle that is lost.
DAMAGE = 2_000_000


class Measurements:
    def __init__(self, tool, demo, folder, rounds):
        self.tool, self.demo, self.folder, self.rounds = tool, demo, folder, rounds

    def make(self, *command, output=None):
        """Runs a command once, whose status says nothing about success."""
        with open(self.folder / output if output else os.devnull, "wb") as file:
            subprocess.run(command, cwd=self.folder, stdout=file, stderr=subprocess.DEVNULL, check=False)

    def prepare(self):
        for name in ("available", "packages"):
            shutil.copy(self.demo / f"{name}.lz4.graphz", self.folder / f"{name}.graphz")
            self.make(self.tool, "decompress", f"{name}.graphz")
            self.make(self.tool, "dump", f"{name}.graphz", output=f"{name}.txt")
        self.make(self.tool, "dump", "--json", "available.graphz", output="available.json")
        damaged = bytearray((self.folder / "available.graphz").read_bytes())
        damaged[DAMAGE] ^= 0xFF
        (self.folder / "damaged.graphz").write_bytes(damaged)
        self.make(self.tool, "salvage", "damaged.graphz", "--remove", "--output", "rest.graphz")
        for packer in ("zstd", "xz"):
            if shutil.which(packer):
                self.make(packer, "-kq", "-T2", "available.graph")

    def run(self, line):
        """The least processor time in seconds, and the most memory in MB; `None` where a program is missing."""
        program, *arguments = line.split()
        program = self.tool if program == "graphz" else shutil.which(program)
        if program is None:
            return None
        times, peak = [], 0
        for _ in range(self.rounds):
            with open(os.devnull, "wb") as nothing:
                process = subprocess.Popen([program, *arguments], cwd=self.folder, stdout=nothing, stderr=nothing)
                _, _, usage = os.wait4(process.pid, 0)
                process.returncode = 0
            times.append(usage.ru_utime + usage.ru_stime)
            peak = max(peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
        return min(times), peak / 1e6


COMMANDS = [
    "graphz verify available.graphz", "graphz verify --checksums-only available.graphz", "zstd -t available.graph.zst",
    "xz -t available.graph.xz",
    "graphz info available.graphz", "graphz sizes available.graphz",
    "graphz dump available.graphz", "graphz dump --json available.graphz", "jq .id available.json",
    "graphz diff -q packages.graphz available.graphz", "graphz diff packages.graphz available.graphz",
    "diff packages.txt available.txt", "graphz diff available.graphz rest.graphz",
]


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    rounds = int(arguments[2]) if len(arguments) == 3 else 3
    with tempfile.TemporaryDirectory() as folder:
        tool, demo = (pathlib.Path(argument).absolute() for argument in arguments[:2])
        measurements = Measurements(tool, demo, pathlib.Path(folder), rounds)
        measurements.prepare()
        print("| Command | processor time | memory |\n|---|---|---|")
        for line in COMMANDS:
            result = measurements.run(line)
            if result is not None:
                print(f"| `{line}` | {result[0]:.2f} s | {result[1]:.0f} MB |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
