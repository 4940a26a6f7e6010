"""What the tests of the page have in common: a browser, pages, and what to do in them."""

import pathlib
import subprocess
import tempfile
import unittest

import chromium

tool = None


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = chromium.Chromium(chromium.find())

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    @classmethod
    def path(cls, name, data=None):
        path = pathlib.Path(cls.folder.name) / name
        if data is not None:
            path.write_bytes(data)
        return path

    @classmethod
    def explore(cls, archive=None):
        """The page of an archive, or the empty one."""
        output = cls.path((archive.name if archive else "empty") + ".html")
        subprocess.run([tool, "explore", "--output", output, archive or "--empty"], check=True)
        return output

    def open(self, path, ready="document.querySelector('.figures') && !document.querySelector('[aria-busy]')"):
        page = self.browser.page()
        self.addCleanup(lambda: self.browser.send("Target.closeTarget", {"targetId": page.target}))
        page.open(path)
        page.wait(ready)
        return page

    def go(self, page, address, view):
        page.evaluate(f"location.hash = {address!r}")
        page.wait(f"document.querySelector('main').dataset.view === {view!r}")

    def tearDownPage(self, page):
        self.assertEqual(page.complaints(), [], "the page or its policy complained")

    def drop(self, page, path, shown):
        page.drop(path)
        page.wait(f"document.querySelector('main').innerText.includes({shown!r})", shown)
