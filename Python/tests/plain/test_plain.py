"""The installed package reads the archives of the repository, with nothing but Python."""

import pathlib
import unittest

import graphz

TESTS = pathlib.Path(__file__).resolve().parents[3] / "Tests"


class PlainTests(unittest.TestCase):
    def test_the_golden_archives_are_sound_and_can_be_loaded(self) -> None:
        for path in sorted(TESTS.joinpath("Goldens").glob("*.graph*")):
            if path.suffix == ".txt" or "zstd" in path.name:
                continue
            self.assertTrue(graphz.verify(path).is_sound, path)
            graphz.load(path)

    def test_the_refused_archives_are_refused(self) -> None:
        for line in TESTS.joinpath("Corpus", "refused", "list.txt").read_text().splitlines():
            # One is a raw archive where a compressed one is asked for.
            if "Z3-raw-archive" not in line:
                self.assertFalse(graphz.verify(TESTS / "Corpus" / "refused" / line.split()[2]).is_sound, line)


if __name__ == "__main__":
    unittest.main()
