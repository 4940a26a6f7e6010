"""Mutants are sound here if and only if the Swift tool finds them sound."""

from __future__ import annotations

import json
import os
import pathlib
import random
import subprocess

import pytest
from support import GOLDENS, MUTANTS, TOOL, archives
from test_engines import SEED, mutant

import graphz


@pytest.mark.skipif(TOOL is None, reason="the tool is not built")
def test_both_readers_agree_on_mutants(tmp_path: pathlib.Path) -> None:
    chance = random.Random(SEED)
    originals = [path for path in archives(GOLDENS) if "zstd" not in path.name]
    # Containers have checksums, so most of their mutants break the same rule.
    originals = [path for path in originals if path.suffix == ".graph" or chance.randrange(4) == 0]
    paths = []
    for number in range(MUTANTS):
        original = chance.choice(originals)
        paths.append(tmp_path / f"{number}-{original.name}")
        paths[-1].write_bytes(mutant(original.read_bytes(), chance))
    told = subprocess.run([str(TOOL), "verify", "--json", *map(str, paths)], capture_output=True, text=True,
                          env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}).stdout.splitlines()
    assert len(told) == MUTANTS
    sound = 0
    for path, line in zip(paths, told):
        expected, verdict = json.loads(line), graphz.verify(path)
        assert verdict.is_sound == expected["isSound"], f"{path}, SEED={SEED}: {verdict.error}, {line}"
        if verdict.is_sound:
            sound += 1
            assert (verdict.plain_bytes, verdict.object_count) == (expected["plainBytes"], expected["objectCount"])
    print(f"figure: mutants read by Python and Swift: {MUTANTS}, of which sound: {sound}, SEED={SEED}")
