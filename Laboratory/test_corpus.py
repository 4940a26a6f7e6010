"""Every rule of the specifications that an archive can break has an archive in the corpus that breaks it."""

import pathlib
import re
import unittest

import reader_path  # noqa: F401 - finds the package
import decoding_corpus
import graph_corpus
import graphz_corpus
import make_corpus
from graphz.errors import CODES

DOCS = pathlib.Path(__file__).resolve().parent.parent / "Docs"

# What readers must accept, and so cannot be broken by an archive.
LENIENT = {"Z10", "Z19", "Z48", "Z53", "T7"}
# What concerns a codec that a reader need not know.
OPTIONAL = {"Z57", "Z58", "Z59", "Z60"}
# What concerns readers at random; a reader from the beginning sees other rules broken.
AT_RANDOM = {"Z43", "Z44"}


def rules(document, letters="RZ"):
    """The numbers of the rules of a specification, each at the head of its item, in order."""
    return re.findall(rf"^- \*\*([{letters}]\d+)\*\*", (DOCS / document).read_text(), re.MULTILINE)


class CorpusTests(unittest.TestCase):
    def test_rules_are_numbered_without_gaps(self):
        # One rule of the raw format is about a binary layout.
        for numbers, letter in ((rules("format-graph.md") + rules("format-types.md"), "R"), (rules("format-graphz.md"), "Z")):
            self.assertGreater(len(numbers), 40)
            self.assertEqual(sorted(numbers, key=lambda rule: int(rule[1:])),
                             [f"{letter}{number}" for number in range(1, len(numbers) + 1)])

    def test_the_corpus_is_what_its_generator_makes(self):
        """An archive that nobody can make again from its source might hold anything."""
        self.assertEqual(list(make_corpus.differences(make_corpus.files())), [])

    def test_every_rule_has_an_archive(self):
        tested = {rule for table in (graph_corpus.REFUSED, graphz_corpus.REFUSED) for _, rule in table.values()}
        tested |= {row[0] for rows in decoding_corpus.DECODED.values() for row in rows}
        for rule in rules("format-graph.md") + rules("format-types.md") + rules("format-graphz.md"):
            self.assertTrue(rule in tested or rule in LENIENT | AT_RANDOM | OPTIONAL, rule)

    def test_every_rule_of_the_filter_and_of_trees_has_a_line(self):
        for name, letter in (("filter", "F"), ("trees", "T")):
            lines = (make_corpus.CORPUS / name / "list.txt").read_text().splitlines()
            tested = {line.split("\t")[0] for line in lines if line.endswith("\trefused")}
            self.assertEqual(set(rules(f"format-{name}.md", letter)), tested | {rule for rule in LENIENT if rule[0] == letter})

    def test_errors_are_those_of_the_documents(self):
        for document in ("format-graph.md", "format-graphz.md"):
            text = (DOCS / document).read_text()
            errors = text[text.index("\n## 7. Errors"):text.index("\n## 8. ")]
            for rule in set(rules(document)) & CODES.keys():
                rows = [line for line in errors.split("\n") if re.search(rf"\b{rule}\b", line)]
                self.assertTrue(any(f"`{CODES[rule]}`" in row for row in rows), rule)


if __name__ == "__main__":
    unittest.main()
