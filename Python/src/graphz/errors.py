"""The one error of archives, and how a mistake of the program is told."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

# The errors of section 7 of both specifications; every other rule is `malformed`.
CODES = {
    "R5": "notAnArchive", "R6": "unsupportedVersion", "R7": "truncated", "R10": "truncated",
    "R22": "unsupportedFeature", "R35": "depthExceeded",
    "Z1": "truncated", "Z2": "trailingBytes", "Z3": "notAnArchive", "Z4": "unsupportedVersion", "Z5": "damaged",
    "Z6": "unsupportedCodec", "Z7": "unsupportedFeature", "Z11": "unsupportedFeature", "Z12": "damaged",
    "Z13": "unsupportedFeature", "Z17": "damaged", "Z18": "unsupportedFeature", "Z28": "limitExceeded",
    "Z40": "damaged", "limit": "limitExceeded",
}

KNOWN_NAMES = 3


def unknown_type(name: str, known: Iterable[str]) -> ValueError:
    """The mistake of a program that names a type which the archive does not have."""
    names = [repr(each) for each in itertools.islice(dict.fromkeys(known), KNOWN_NAMES + 1)]
    listed = ", ".join(names[:KNOWN_NAMES]) + (", …" if len(names) > KNOWN_NAMES else "")
    return ValueError(f"the archive has no type {name!r}; it has {listed or 'none'}")


class GraphError(Exception):
    """An archive cannot be read.

    `code` is the error of section 7 of the specifications, such as `damaged`, `rule` the number of the rule that is broken,
    or `limit`, `byte_offset` the byte at which that was noticed, and `path` the file, if there is one. The offset counts in
    the raw archive for rules that begin with R, else in the file.
    """

    def __init__(self, byte_offset: int, rule: str, message: str, code: str | None = None, path: str | None = None) -> None:
        super().__init__(byte_offset, rule, message, code, path)
        self.byte_offset = byte_offset
        self.rule = rule
        self.message = message
        self.code = code or CODES.get(rule, "malformed")
        self.path = path

    def __str__(self) -> str:
        place = f"byte {self.byte_offset}: {self.rule}: {self.message}"
        return place if self.path is None else f"{self.path}: {place}"

    def shifted(self, offset: int) -> GraphError:
        """The same error in bytes that begin `offset` bytes further."""
        return GraphError(self.byte_offset + offset, self.rule, self.message, self.code, self.path)
