#!/usr/bin/env python3
"""Takes the pictures of `graphz explore` for the documents, and of every view to look at.

    take_screenshots.py GRAPHZ ARCHIVE FOLDER VIEWS    ARCHIVE has the packages of a Debian machine; FOLDER gets explore-*.png, and
                                                       VIEWS every view on a wide and on a narrow screen, light and dark
"""

import pathlib
import subprocess
import sys
import tempfile

import chromium
import samples

WIDTH, HEIGHT = 1200, 800
# What most people have installed, so that the pictures show something that they know.
PACKAGE = "bash"
SCREENS = {"wide": (1280, 900), "narrow": (390, 844)}
VIEWS = {
    "overview": "#overview", "classes": "#classes", "objects": "#objects&q=lib&in=text&sort=5", "nothing": "#objects&q=nothing-like-that",
    "duplicates": "#duplicates", "cycles": "#cycles", "large": "#large", "compare": "#compare",
}
IS_COMPLETE = "document.querySelector('main').dataset.view && !document.querySelector('[aria-busy]')"


def main(tool, archive, folder, views):
    folder, views = pathlib.Path(folder), pathlib.Path(views)
    views.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, chromium.Chromium(chromium.find()) as browser:
        def explored(source):
            path = pathlib.Path(scratch) / "page.html"
            subprocess.run([tool, "explore", "--force", "--output", path, source], check=True)
            return path

        page = browser.page(WIDTH, HEIGHT)
        page.media(prefers_color_scheme="light")
        page.open(explored(archive))
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
        take_samples(browser, explored, pathlib.Path(scratch), views)


def take_samples(browser, explored, scratch, views):
    """Takes what the packages do not show: blobs, a comparison, a page without an archive, and one that refuses a file."""
    files = {"album.graph": samples.album(), "other.graph": samples.album(changed=True), "cut.graphz": samples.container(samples.zoo())[:-10]}
    for name, data in files.items():
        (scratch / name).write_bytes(data)
    page = browser.page()
    page.open(explored(scratch / "album.graph"))
    page.wait(IS_COMPLETE)
    take_view(page, "blobs", "#object=1", views, "document.querySelectorAll('.values > li > details').forEach((node) => { node.open = true; })")
    page.evaluate("location.hash = '#compare'")
    page.wait("document.querySelector('[data-drop]')")
    page.drop(scratch / "other.graph", place=(300, 100))
    page.wait("document.querySelector('.figures')")
    take_view(page, "compared", "#compare", views)
    page = browser.page()
    page.open(explored("--empty"))
    page.wait("document.querySelector('.invitation')")
    take_screens(page, "empty", views)
    page.drop(scratch / "cut.graphz")
    page.wait("document.querySelector('.refusal')")
    take_screens(page, "refused", views)


def take_screens(page, name, folder):
    """Takes what is shown in each way."""
    for screen, (width, height) in SCREENS.items():
        for theme in ("light", "dark"):
            page.resize(width, height)
            page.media(prefers_color_scheme=theme)
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            page.screenshot(folder / f"{name}-{screen}-{theme}.png")


def take_view(page, name, address, folder, action="0"):
    """Takes a view in each way, after an action; all of it, unless it is very long."""
    for screen, (width, height) in SCREENS.items():
        page.resize(width, height)
        # From another view, because a view finds its place when it is opened.
        for view in ("#nothing", address):
            page.evaluate(f"location.hash = {view!r}")
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            page.wait(IS_COMPLETE)
        page.evaluate(action)
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
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
