#!/usr/bin/env python3
"""Takes the pictures of `graphz explore` for the documents, and of every view to look at.

    take_screenshots.py PAGE FOLDER VIEWS    PAGE shows the packages of a Debian machine; FOLDER gets explore-*.png, and VIEWS
                                             every view on a wide and on a narrow screen, light and dark
"""

import pathlib
import sys

import chromium

WIDTH, HEIGHT = 1200, 800
# What most people have installed, so that the pictures show something that they know.
PACKAGE = "bash"
SCREENS = {"wide": (1280, 900), "narrow": (390, 844)}
VIEWS = {
    "overview": "#overview", "classes": "#classes", "objects": "#objects&q=lib&in=text&sort=5", "nothing": "#objects&q=nothing-like-that",
    "duplicates": "#duplicates", "cycles": "#cycles", "large": "#large", "compare": "#compare",
}
IS_COMPLETE = "document.querySelector('main').dataset.view && !document.querySelector('[aria-busy]')"


def main(page_path, folder, views):
    folder, views = pathlib.Path(folder), pathlib.Path(views)
    views.mkdir(parents=True, exist_ok=True)
    with chromium.Chromium(chromium.find()) as browser:
        page = browser.page(WIDTH, HEIGHT)
        page.media(prefers_color_scheme="light")
        page.open(page_path)
        page.wait("document.querySelector('.tile')")
        page.wait(IS_COMPLETE)
        page.screenshot(folder / "explore-overview.png")
        show_object(page)
        page.screenshot(folder / "explore-object.png")
        address = page.evaluate("location.hash")
        page.media(prefers_color_scheme="dark")
        page.click("[name=depth][value='2']")
        page.evaluate("new Promise(requestAnimationFrame)")
        page.screenshot(folder / "explore-neighborhood.png", clip=".neighborhood")
        group = page.evaluate("document.querySelector('h1 a').hash")
        for name, view in {**VIEWS, "object": f"{address}&steps=2", "class": group}.items():
            take_view(page, name, view, views)


def take_view(page, name, address, folder):
    """Takes a view in each way; all of it, unless it is very long."""
    for screen, (width, height) in SCREENS.items():
        page.resize(width, height)
        # From another view, because a view finds its place when it is opened.
        for view in ("#nothing", address):
            page.evaluate(f"location.hash = {view!r}")
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            page.wait(IS_COMPLETE)
        for theme in ("light", "dark"):
            page.resize(width, height)
            page.media(prefers_color_scheme=theme)
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            whole = page.evaluate("document.documentElement.scrollHeight")
            page.resize(width, min(3000, max(height, whole)))
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            page.screenshot(folder / f"{name}-{screen}-{theme}.png")


def show_object(page):
    """Searches for a package by its name, and opens it."""
    page.evaluate(f"location.hash = '#objects&in=text&q={PACKAGE}'")
    name = f"""[...document.querySelectorAll('.rows .row')].find((row) =>
        row.querySelector('.summary')?.textContent.startsWith('{PACKAGE} '))?.querySelector('a').hash"""
    page.wait(name, f"a package {PACKAGE}")
    page.evaluate(f"location.hash = {name}")
    page.wait("document.querySelector('.inspector')")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
