#!/usr/bin/env python3
"""Measures how long a page of `graphz explore` takes to open, and the memory of its tab. On Linux only.

    measure.py PAGE [ROUNDS]    prints for each round the time to the first view and to the complete one, the processor time of
                                the tab's threads until the first view, and the tab's memory at its peak and afterwards
"""

import os
import pathlib
import sys

import chromium

FIRST = "document.querySelector('.treemap')"
COMPLETE = "document.querySelector('main').dataset.view && !document.querySelector('[aria-busy]')"
TICK = 1000 // os.sysconf("SC_CLK_TCK")
# Told by the page's own clock, which starts with the navigation.
TIMES = f"""new Promise((resolve) => {{
    let first = 0;
    const look = () => {{
        if (first === 0 && {FIRST}) first = performance.now();
        if ({COMPLETE}) resolve([first, performance.now()]);
        else setTimeout(look, 10);
    }};
    look();
}})"""


def renderers():
    """The processes that show pages."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                found.append(process)
        except OSError:
            pass
    return found


def processor_time(process):
    """Milliseconds by the name of the thread."""
    times = {}
    for task in (process / "task").iterdir():
        name, _, fields = (task / "stat").read_text().partition("(")[2].rpartition(")")
        user, system = fields.split()[11:13]
        times[name] = times.get(name, 0) + (int(user) + int(system)) * TICK
    return times


def megabytes(process, file, field):
    return next(int(line.split()[1]) for line in (process / file).read_text().splitlines() if line.startswith(field)) / 1000


def measure(browser, path):
    page = browser.page()
    page.open(path)
    page.wait(FIRST)
    tab = max((process for process in renderers()), key=lambda process: megabytes(process, "status", "VmHWM"))
    processor = {name: time for name, time in processor_time(tab).items() if time >= 100}
    first, complete = page.evaluate(TIMES)
    peak = megabytes(tab, "status", "VmHWM")
    page.send("HeapProfiler.collectGarbage")
    kept = megabytes(tab, "smaps_rollup", "Pss:")
    print(f"first view {first / 1000:.1f} s, complete {complete / 1000:.1f} s; processor time in ms {processor}; "
          f"peak {peak:.0f} MB, kept {kept:.0f} MB")
    browser.send("Target.closeTarget", {"targetId": page.target})


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    for _ in range(int(sys.argv[2]) if len(sys.argv) == 3 else 3):
        with chromium.Chromium(chromium.find()) as chrome:
            measure(chrome, sys.argv[1])
