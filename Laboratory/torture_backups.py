"""Kills a program, and lets its calls of the system fail, while it saves a file with three backups.

Each save begins with what the one before has left, so that faults meet the states that faults make. Afterwards the file and
every version that should be kept with it must be there: the three before it. One of them may be twice there, or one place
further. A save that nothing disturbs must leave the file, its three backups and nothing else.
"""

import os
import random
import subprocess
import sys
import time

KEPT = 3
# So many saves are disturbed one after another; then one is left alone.
COURSE = 8
# The calls that name a file or let its bytes be on the disk, and those around them.
CALLS = ["openat", "write", "fsync", "fstat", "newfstatat", "statx", "lstat", "rename", "renameat", "renameat2", "unlink",
         "unlinkat", "link", "linkat", "flock", "getdents64", "close", "mmap"]
REASONS = ["EIO", "ENOSPC", "EINTR"]


class Backups:
    def __init__(self, saver, folder, byte_count):
        self.saver, self.folder, self.byte_count = saver, folder, byte_count
        self.path = os.path.join(folder, "file.graphz")
        self.bytes_of_version = {}
        self.next_version = 1
        # The versions that must be there, newest first.
        self.expected = []
        self.broken = 0
        self.published = 0

    def command(self, version):
        return [self.saver, "save", self.path, str(version), str(KEPT), str(self.byte_count)]

    def begin(self):
        """Fills all places."""
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))
        self.expected = []
        for _ in range(KEPT + 2):
            self.save_undisturbed("at the beginning")

    def new_version(self):
        version = self.next_version
        self.next_version += 1
        return version

    def found(self):
        """The names in the folder, each with the version that it holds."""
        versions = {}
        for name in os.listdir(self.folder):
            with open(os.path.join(self.folder, name), "rb") as file:
                versions[name] = self.version(file.read())
        return versions

    def version(self, content):
        """The number of a version, which is the first value of its archive; None if it is not whole."""
        if content in self.bytes_of_version:
            return self.bytes_of_version[content]
        return None

    def save_undisturbed(self, what):
        version = self.new_version()
        subprocess.run(self.command(version), check=True)
        with open(self.path, "rb") as file:
            self.bytes_of_version[file.read()] = version
        self.expected = [version] + self.expected[:KEPT]
        found = self.found()
        names = ["file.graphz"] + [f"file.graphz.{number}" for number in range(1, len(self.expected))]
        if [found.get(name) for name in names] != self.expected or len(found) != len(names):
            self.fail(f"{what}: after a save that nothing disturbed there are {found} instead of {self.expected}")
        # Only these can come back.
        self.bytes_of_version = {content: version for content, version in self.bytes_of_version.items()
                                 if version in self.expected}

    def fail(self, text):
        self.broken += 1
        print(text + ", which breaks a promise: neither lost nor torn", file=sys.stderr)

    def save(self, run, what):
        """Saves the next version by `run`, which gets the command, and looks at what is left."""
        version = self.new_version()
        self.learn(version)
        status = run(self.command(version))
        found = self.found()
        current = found.get("file.graphz")
        if current == version:
            self.published += 1
            self.expected = [version] + self.expected[:KEPT]
        elif current != self.expected[0]:
            return self.fail(f"{what}: the file is neither the old nor the new one, but {current}")
        elif status == 0:
            self.fail(f"{what}: saving reported success, but the file is the old one")
        lost = set(self.expected) - {number for name, number in found.items() if not name.endswith(".tmp")}
        if lost:
            self.fail(f"{what}: of {self.expected} these are missing: {sorted(lost)}; there are {found}")
        torn = [name for name, number in found.items() if number is None and not name.endswith(".tmp")]
        if torn:
            self.fail(f"{what}: {torn} are neither the old nor a new version")
        return None

    def learn(self, version):
        """Notes the bytes of a version that is going to be saved."""
        other = os.path.join(os.path.dirname(self.folder), "version.graphz")
        subprocess.run([self.saver, "save", other, str(version), "0", str(self.byte_count)], check=True)
        with open(other, "rb") as file:
            self.bytes_of_version[file.read()] = version

    def faults(self):
        """Each of the first calls of each kind fails, or the process is killed there. Returns how many were tried."""
        tried = 0
        for call in CALLS:
            for number in range(1, 61):
                injections = [f"signal=KILL:when={number}"]
                injections += [f"error={reason}:when={number}" for reason in REASONS if call not in ("close", "mmap")]
                reached = False
                for injection in injections:
                    if tried % COURSE == 0:
                        self.begin()
                    reached = self.traced(f"inject={call}:{injection}") or reached
                    tried += 1
                if not reached:
                    break
        return tried

    def traced(self, injection):
        """Whether the call to be disturbed was reached."""
        log = os.path.join(os.path.dirname(self.folder), "trace")

        def run(command):
            return subprocess.run(["strace", "-f", "-o", log, "-e", injection, *command], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=60).returncode
        self.save(run, injection)
        with open(log) as file:
            text = file.read()
        return "(INJECTED)" in text or "killed by SIGKILL" in text

    def random_kills(self, number):
        start = time.monotonic()
        self.begin()
        duration = (time.monotonic() - start) / (KEPT + 2)
        for count in range(number):
            if count % COURSE == COURSE - 1:
                self.save_undisturbed(f"after {COURSE - 1} kills")
            self.save(lambda command: self.killed(command, duration), "killed at random")
        return number

    @staticmethod
    def killed(command, duration):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.random() * duration * 1.2)
        process.kill()
        return process.wait()


def torture_backups(saver, outer, number):
    """Prints the figures, and returns how many promises were broken."""
    folder = os.path.join(outer, "backups")
    os.mkdir(folder)
    backups = Backups(saver, folder, 1_000)
    tried = backups.faults()
    print(f"figure: calls failing or killed while saving with backups: {tried}, {backups.published} of the saves were done")
    large = Backups(saver, folder, 1 << 20)
    tried = large.random_kills(number)
    print(f"figure: kills at random while saving with backups: {tried}, {large.published} of the saves were done")
    return backups.broken + large.broken
