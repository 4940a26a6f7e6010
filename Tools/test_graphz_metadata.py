"""graphz_reader.py checks the order, the metadata and the index of a container."""

import unittest

import graphz_reader
from graph_writer import archive, integer
from graphz_writer import DATA, END, INDEX, META, end_payload, file_header, section

PLAIN = archive([integer(0)])
SIZE = 1 << 16


def text(value):
    return len(value).to_bytes(4, "little") + value


def with_sections(*sections, plain=PLAIN, head=None, index=0, count=1):
    """A container of `sections`, each a function of its ordinal, and END."""
    body = b"".join(make(ordinal) for ordinal, make in enumerate(sections))
    return (file_header() if head is None else head) + body + section(END, len(sections), end_payload(plain, count, index))


def data(plain=PLAIN):
    return lambda ordinal: section(DATA, ordinal, plain)


def meta(payload, **parts):
    return lambda ordinal: section(META, ordinal, payload, **parts)


def unknown(kind):
    return lambda ordinal: section(kind, ordinal, b"x")


class MetadataTests(unittest.TestCase):
    def accepts(self, container):
        graphz_reader.Container(container)

    def rejects(self, container, reason):
        with self.assertRaisesRegex(graphz_reader.FormatError, reason):
            graphz_reader.Container(container)

    def test_metadata(self):
        self.accepts(with_sections(meta(b""), data()))
        self.accepts(with_sections(meta(text(b"a") + text(b"") + text(b"b") + text(b"x")), data()))
        for payload in (text(b"b") + text(b"") + text(b"a") + text(b""), text(b"a") + text(b"") + text(b"a") + text(b""),
                        text(b"") + text(b"")):
            self.rejects(with_sections(meta(payload), data()), "names of metadata")
        self.rejects(with_sections(meta(text(b"a")), data()), "needs|missing")
        self.rejects(with_sections(meta(text(b"\xFF") + text(b"")), data()), "UTF-8")
        self.rejects(with_sections(data(), meta(b"")), "first section")
        self.rejects(with_sections(meta(b"", plain_size=5), data()), "raw")

    def test_index(self):
        self.accepts(with_sections(data(), lambda n: section(INDEX, n, (32).to_bytes(8, "little")), index=64 + len(PLAIN)))
        self.rejects(with_sections(data(), lambda n: section(INDEX, n, (33).to_bytes(8, "little")),
                                   index=64 + len(PLAIN)), "does not name")
        self.rejects(with_sections(lambda n: section(INDEX, n, b""), plain=b"", count=0, index=32), "no blocks")
        self.rejects(with_sections(data(), lambda n: section(INDEX, n, (32).to_bytes(8, "little")), unknown(0x90),
                                   index=64 + len(PLAIN)), "not followed")

    def test_other_sections(self):
        self.accepts(with_sections(data(), unknown(0x90)))
        self.rejects(with_sections(data(), unknown(0x10)), "unsupported")
        self.rejects(with_sections(data(), head=file_header(width=4)), "reserved byte")

    def test_blocks_but_the_last_are_full(self):
        whole = b"x" * SIZE
        self.accepts(with_sections(data(whole), data(), plain=whole + PLAIN, count=2))
        self.rejects(with_sections(data(), data(whole), plain=PLAIN + whole, count=2), "not full")


if __name__ == "__main__":
    unittest.main()
