"""Lets the tools import the package in Python/src, which need not be installed."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Python" / "src"))
