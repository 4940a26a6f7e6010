"""Checks the documents: every public type is in the topics of its library, and every relative link leads somewhere.

check-docs.py SYMBOLS LIBRARY...   with the folder into which Scripts/docs has extracted the symbols
check-docs.py                      checks the links alone
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def uncurated(symbols, library):
    """The public types of a library that its landing page does not list."""
    page = (ROOT / f"Sources/{library}/{library}.docc/{library}.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^- ``(.*)``$", page, re.MULTILINE))
    graph = json.loads((symbols / f"{library}.symbols/{library}.symbols.json").read_text(encoding="utf-8"))
    for symbol in graph["symbols"]:
        path = symbol["pathComponents"]
        if len(path) == 1 and not path[0].startswith("_") and not {path[0], f"{library}/{path[0]}"} & listed:
            yield f"{library}: {path[0]} is not in the topics of {library}.md"


def anchors(text):
    """The anchors that the headings of a Markdown file get."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links():
    """The relative links of all documents to files or headings that do not exist."""
    files = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for name in files:
        file = ROOT / name
        if not file.exists():
            continue
        text = file.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
            if re.match(r"\w+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (file.parent / path).resolve() if path else file
            if not target.exists():
                yield f"{name}: {link} does not exist"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
                yield f"{name}: {link} has no such heading"


def main():
    problems = list(broken_links())
    if len(sys.argv) > 1:
        for library in sys.argv[2:]:
            problems += uncurated(pathlib.Path(sys.argv[1]), library)
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
