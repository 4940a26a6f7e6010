#!/usr/bin/env python3
"""Checks the sources of the page of `graphz explore`, of the package in `JavaScript`, and of the tests of both.

There is no formatter for JavaScript that needs nothing else installed. So this checks the rules that can be seen in lines: width,
indentation, quotes, semicolons, one way of importing and exporting, and nothing that would let data become HTML or code.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "Tool" / "Sources" / "ExplorePage" / "Page", ROOT / "Tool" / "Tests" / "ExplorePage", ROOT / "JavaScript")
LONGEST_LINE = 130
LONGEST_FILE = 400

INDENTATION = r"^(?: {4})* {1,3}[^ *]"
EVERYWHERE = (
    (r"\t", "a tab"), (r"[ \t]+$", "spaces at the end"), (INDENTATION, "an indentation that is no multiple of four"),
)
SCRIPT = (
    (r"\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function", "a way for data to become HTML or code"),
    (r"\b(?:fetch|WebSocket|importScripts)\(|sendBeacon", "a use of the network"),
    (r"\bvar\b|[^=!]==[^=]|!=[^=]", "var, == or !="), (r"^\s*console\.", "a message to the console"),
    (r"^import (?!\{ [^}]+ \} from '(?:\.\.?/|node:)|\w+ from 'node:)", "an import in another form"),
    (r"^export (?!(?:async )?function |class |const |\{ )", "an export in another form"),
)


def without_texts(line):
    """A line of JavaScript without strings, regular expressions and comments."""
    line = re.sub(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`(?:\\.|[^`\\])*`", "''", line)
    line = re.sub(r"(?<=[(,=:!&|?] )/(?:\\.|[^/\\])+/[a-z]*|(?<=\()/(?:\\.|[^/\\])+/[a-z]*", "''", line)
    return re.sub(r"//.*|/\*.*?\*/", "", line)


def findings(path):
    """What is wrong in a file: pairs of a line number and a text."""
    lines = path.read_text().split("\n")
    if lines[-1] != "" or len(lines) > 1 and lines[-2] == "":
        yield len(lines), "the file must end with one newline"
    if len(lines) > LONGEST_FILE:
        yield len(lines), f"the file has more than {LONGEST_FILE} lines"
    is_comment = False
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE and path.suffix == ".js":
            yield number, f"more than {LONGEST_LINE} characters"
        is_comment = is_comment or line.lstrip().startswith("/*")
        is_code = path.suffix == ".js" and not is_comment
        code = line if line.startswith("import") else without_texts(line)
        for pattern, text in EVERYWHERE:
            if re.search(pattern, line) and (is_code or pattern != INDENTATION):
                yield number, text
        for pattern, text in SCRIPT if is_code else ():
            if re.search(pattern, code):
                yield number, text
        is_comment = is_comment and "*/" not in line


def main():
    count = 0
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html")):
        for number, text in findings(path):
            print(f"{path.relative_to(ROOT)}:{number}: {text}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
