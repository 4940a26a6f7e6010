#!/usr/bin/env python3
"""Takes the pictures of `graphz explore` for the documents.

    take_screenshots.py PAGE FOLDER    PAGE shows the packages of a Debian machine; FOLDER gets explore-*.png
"""

import pathlib
import sys

import chromium

WIDTH, HEIGHT = 1200, 800
# What most people have installed, so that the pictures show something that they know.
PACKAGE = "bash"


def main(page_path, folder):
    folder = pathlib.Path(folder)
    with chromium.Chromium(chromium.find()) as browser:
        page = browser.page(WIDTH, HEIGHT)
        page.media(prefers_color_scheme="light")
        page.open(page_path)
        page.wait("document.querySelector('.tile')")
        page.screenshot(folder / "explore-overview.png")
        show_object(page)
        page.screenshot(folder / "explore-object.png")
        page.media(prefers_color_scheme="dark")
        page.click("[name=depth][value='2']")
        page.screenshot(folder / "explore-neighbourhood.png", clip=".neighbourhood")


def show_object(page):
    """Searches for a package by its name, and opens it."""
    page.evaluate(f"location.hash = '#objects&in=text&q={PACKAGE}'")
    name = f"""[...document.querySelectorAll('.rows .row')].find((row) =>
        row.querySelector('.summary').textContent.startsWith('{PACKAGE} '))?.querySelector('a').hash"""
    page.wait(name, f"a package {PACKAGE}")
    page.evaluate(f"location.hash = {name}")
    page.wait("document.querySelector('.inspector')")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
