#!/usr/bin/env python3
"""Saves a file while every call of the system fails or the process is killed, and looks at what is left.

    torture_saving.py GRAPHZ SAVER OLD NEW [KILLS]

GRAPHZ is the tool, SAVER the program TestPrograms, OLD and NEW are two raw archives. `strace` lets each call of the saving process fail, with each
reason, once and for ever, and kills the process at each call; then it is killed KILLS times at random, while it saves an
archive of 8 MiB, so that most kills come in the middle. Afterwards the file must be the old or the new one, whole, and
after a failure no temporary file may be left; one that a killed process leaves must go with the next save. In the same way
SAVER is killed, and its calls fail, while it saves with backups; see torture_backups.py. Needs Linux and strace. Prints the figures; status 1 when a promise is broken, 2 when strace is missing or not permitted.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from graph_writer import archive, varint
from torture_backups import torture_backups

CALLS = ["openat", "read", "pread64", "write", "fsync", "fstat", "newfstatat", "statx", "lstat", "stat", "fchmod",
         "fchown", "rename", "renameat", "renameat2", "unlink", "unlinkat", "close", "link", "linkat", "flock", "utimensat",
         "flistxattr", "fgetxattr", "fsetxattr"]
REASONS = ["EIO", "ENOSPC", "EDQUOT", "EINTR"]


class Torture:
    def __init__(self, tool, old, new, folder):
        self.tool, self.new, self.folder = tool, new, folder
        self.path = os.path.join(folder, "file.graphz")
        self.broken, self.left, self.replaced = 0, 0, 0
        self.old_bytes = self.made_from(old)
        self.new_bytes = self.made_from(new)

    def command(self, source):
        return [self.tool, "compress", source, "-o", self.path, "-f", "-q", "--threads", "1", "--codec", "lz4"]

    def made_from(self, source):
        subprocess.run(self.command(source), check=True)
        with open(self.path, "rb") as file:
            return file.read()

    def reset(self):
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))
        with open(self.path, "wb") as file:
            file.write(self.old_bytes)

    def check(self, what, status, may_leave_temporary):
        names = sorted(os.listdir(self.folder))
        content = None
        if "file.graphz" in names:
            with open(self.path, "rb") as file:
                content = file.read()
        if len(names) > 1 and may_leave_temporary:
            self.left += 1
            self.check_removal(what)
        self.replaced += content == self.new_bytes
        problem = None
        if content not in (self.old_bytes, self.new_bytes):
            problem = "the file is neither the old nor the new one"
        elif status == 0 and content != self.new_bytes:
            problem = "saving reported success, but the file is the old one"
        elif len(names) > 1 and not may_leave_temporary:
            problem = f"files are left: {names}"
        if problem:
            self.broken += 1
            print(f"{what}: {problem}", file=sys.stderr)

    def check_removal(self, what):
        """Saves again, after which nothing may be left of those who are gone."""
        subprocess.run(self.command(self.new), check=True)
        names = os.listdir(self.folder)
        if names != ["file.graphz"]:
            self.broken += 1
            print(f"{what}: files are left after the next save: {names}", file=sys.stderr)

    def traced(self, injection):
        self.reset()
        try:
            return subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", injection, *self.command(self.new)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30).returncode
        except subprocess.TimeoutExpired:
            self.broken += 1
            print(f"{injection}: the tool does not end", file=sys.stderr)
            return 1

    def counts(self):
        """How often a saving makes each call from the time on that it first names the file: calls before are the
        loader's."""
        self.reset()
        log = os.path.join(os.path.dirname(self.folder), "trace")
        subprocess.run(["strace", "-f", "-o", log, "-e", "trace=" + ",".join("?" + call for call in CALLS),
                        *self.command(self.new)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        first, totals, is_saving = {}, {}, False
        with open(log) as file:
            for line in file:
                match = re.match(r"\d+ +(\w+)\(", line)
                if not match:
                    continue
                call = match.group(1)
                totals[call] = totals.get(call, 0) + 1
                is_saving = is_saving or self.folder in line
                if is_saving and call not in first:
                    first[call] = totals[call]
        return {call: range(start, totals[call] + 1) for call, start in first.items()}

    def survived(self, trial, argument):
        """How many of a trial's attempts broke no promise, and how many there were."""
        before = self.broken
        tried = trial(argument)
        return f"{tried - (self.broken - before)} of {tried}"

    def faults(self, counts):
        tried = 0
        for call, numbers in counts.items():
            for number in numbers:
                for reason in REASONS:
                    for forever in ("", "+"):
                        # Nobody can remove a temporary file when removing fails.
                        status = self.traced(f"inject={call}:error={reason}:when={number}{forever}")
                        self.check(f"{call} {number}{forever} {reason}", status, call.startswith("unlink"))
                        tried += 1
        return tried

    def kills(self, counts):
        tried = 0
        for call, numbers in counts.items():
            for number in numbers:
                status = self.traced(f"inject={call}:signal=KILL:when={number}")
                self.check(f"killed at {call} {number}", status, True)
                tried += 1
        return tried

    def random_kills(self, number):
        """The number of kills; counts those that left a temporary file, and so came in the middle."""
        self.left = self.replaced = 0
        duration = 0
        for count in range(number):
            if count % 100 == 0:
                # Other programs make the machine slower and faster.
                start = time.monotonic()
                subprocess.run(self.command(self.new), check=True)
                duration = time.monotonic() - start
            self.reset()
            process = subprocess.Popen(self.command(self.new), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.random() * duration * 1.2)
            process.kill()
            self.check("killed at random", process.wait(), True)
        return number


def large_archive(folder):
    """A raw archive of 8 MiB that no codec makes smaller."""
    size = 8 << 20
    path = os.path.join(folder, "large.graph")
    with open(path, "wb") as file:
        file.write(archive([b"\xD2" + varint(size) + random.randbytes(size)]))
    return path


def main(arguments):
    if len(arguments) not in (4, 5):
        print(__doc__, file=sys.stderr)
        return 2
    probe = ["strace", "-o", "/dev/null", "true"]
    if shutil.which("strace") is None or subprocess.run(probe, stderr=subprocess.DEVNULL).returncode != 0:
        print("strace is missing, or may not trace: saving under faults is not tried", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as outer:
        folder = os.path.join(outer, "saved")
        os.mkdir(folder)
        tool, saver, old, new = arguments[:4]
        number = int(arguments[4]) if arguments[4:] else 100
        torture = Torture(tool, old, new, folder)
        counts = torture.counts()
        print("figure: calls of the system while a file is saved:", sum(map(len, counts.values())))
        print("figure: failing calls survived:", torture.survived(torture.faults, counts))
        print("figure: kills at each call survived:", torture.survived(torture.kills, counts))
        large = Torture(tool, old, large_archive(outer), folder)
        survived = large.survived(large.random_kills, number)
        print(f"figure: kills at random survived: {survived}, of which {large.left} left a temporary file and"
              f" {large.replaced} the new one")
        broken = torture.broken + large.broken + torture_backups(saver, outer, max(number // 5, 1))
        print("figure: broken promises:", broken)
        return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
