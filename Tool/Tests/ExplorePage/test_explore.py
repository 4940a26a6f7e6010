#!/usr/bin/env python3
"""Tests the page of `graphz explore` in a headless Chromium.

    test_explore.py GRAPHZ    GRAPHZ is the tool; the status is 77 when there is no Chromium
"""

import pathlib
import random
import subprocess
import sys
import time
import unittest

import chromium
import page_case
import samples
from page_case import PageCase
from samples import ROOT
from test_views import AccessibilityTests, ViewTests  # unittest.main finds them here.

MANY = 500_000


class ExploreTests(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.zoo = cls.path("zoo.graphz", samples.container(samples.zoo()))
        cls.zoo_page = cls.explore(cls.zoo)
        cls.empty_page = cls.explore()

    # MARK: Views

    def test_the_overview_says_what_the_file_is(self):
        page = self.open(self.zoo_page)
        page.wait("document.querySelector('.tile')")
        self.assertEqual(page.text("h1"), "zoo.graphz")
        self.assertIn("compressed with zlib", page.text(".lead"))
        figures = dict(zip(page.texts(".figures dt"), page.texts(".figures dd:nth-of-type(1)")))
        self.assertEqual(figures["Objects"], "5")
        self.assertEqual(figures["Classes"], "3")
        self.assertEqual(figures["References"], "8")
        self.assertIn("1 conditional one to what is not there", page.text(".figures"))
        # The team leads to everything.
        self.assertIn("Keepers", page.texts("tbody tr")[0])
        areas = page.evaluate("""[...document.querySelectorAll('.tile')].map((tile) => tile.clientWidth * tile.clientHeight)""")
        self.assertEqual(areas, sorted(areas, reverse=True))
        self.tearDownPage(page)

    def test_classes_are_counted_sorted_and_lead_to_their_objects(self):
        page = self.open(self.zoo_page)
        page.click("[data-view=classes]")
        page.wait("document.querySelector('table.classes')")
        self.assertEqual([row.split("\t")[1] for row in page.texts("table.classes tbody tr")], ["1", "1", "3", "1", "0"])
        page.click("table.classes th:nth-child(2) button")
        page.wait("document.querySelector('table.classes tbody tr').innerText.startsWith('Person')")
        self.assertEqual(page.evaluate("document.querySelector('table.classes [aria-sort=descending]').innerText.trim()"), "Objects")
        page.click("table.classes th:nth-child(2) button")
        page.wait("document.querySelector('table.classes [aria-sort=ascending]')")
        self.assertTrue(page.texts("table.classes tbody tr")[-1].startswith("Person"))
        page.click("table.classes tbody tr:last-child a")
        page.wait("document.querySelector('h1').innerText === 'Person'")
        page.wait("!document.querySelector('[aria-busy]')")
        page.click("a[href^='#objects&in-class']")
        page.wait("document.querySelector('.space .row')")
        self.assertEqual(len(page.texts(".space .row")), 3)
        self.tearDownPage(page)

    def test_search_finds_classes_keys_texts_and_numbers(self):
        page = self.open(self.zoo_page)
        for query, scope, expected in (
                ("person", "class", ["Person 2", "Person 3", "Person 4"]), ("LONG", "key", ["Team 1"]), ("</SCRIPT>", "key", ["Zoo.<b>Evil</b>\\u{202E} 5"]),
                ("keepers", "text", ["Team 1"]), ("ΕΛΛΆΔΑ", "text", ["Team 1"]), ("日本", "text", ["Team 1"]),
                ("#4", "id", ["Person 4"]), ("notes", "key", ["Team 1", "Person 3"]), ("bo", "all", ["Person 3"]), ("nowhere", "all", [])):
            page.evaluate(f"location.hash = '#objects&' + new URLSearchParams({{ q: {query!r}, in: {scope!r} }})")
            page.wait(f"document.querySelector('.search [name=q]')?.value === {query!r}")
            found = "[...document.querySelectorAll('.rows .object')].map((node) => node.textContent.trim())"
            page.wait(f"JSON.stringify({found}) === JSON.stringify({expected!r})" if expected
                      else f"document.querySelector('[role=status]').innerText.startsWith('Nothing found. Type ')", (query, scope, expected))
        self.tearDownPage(page)

    def test_one_goes_from_object_to_object_and_back(self):
        page = self.open(self.zoo_page)
        self.go(page, "#object=1", "object")
        self.assertIn("Team 1", page.text("h1"))
        page.click(".values > li:nth-child(3) a.object")
        page.wait("document.querySelector('h1').innerText.includes('Person 2')")
        self.assertIn("Team 1", page.text(".trail"))
        self.assertEqual([line.split(" ")[0] for line in page.texts(".way li")], ["Root", "Team", ".members[0]"])
        self.assertIn("Referred to by 2 objects", page.text(".referrers"))
        page.click(".trail button")
        page.wait("document.querySelector('h1').innerText.includes('Team 1')")
        self.tearDownPage(page)

    def test_an_address_leads_to_its_object_after_a_reload(self):
        page = self.open(f"file://{self.zoo_page}#object=4", "document.querySelector('.inspector')")
        self.assertIn("Person 4", page.text("h1"))
        self.go(page, "#object=999", "object")
        self.assertEqual(page.text("h1"), "No such object")
        self.tearDownPage(page)

    def test_every_kind_of_value_is_shown(self):
        page = self.open(self.zoo_page)
        self.go(page, "#object=1", "object")
        for _ in range(4):
            page.evaluate("document.querySelectorAll('.values details').forEach((node) => { node.open = true; })")
            time.sleep(0.05)
        text = page.text(".values")
        for part in ("name: “Keepers”", "3 elements", "→ Person 2", samples.SCRIPTS, "-5", "nil", "true", "000010  10 11 12",
                     "300 × i64", "299: 299", "“pi”: 3.140625", "1267650600228229401496703205376: false",
                     "optional that is present", "a value of type Zoo.Suit", "“hearts”", "Show all 1,000 characters"):
            self.assertIn(part, text)
        page.click(".inspector > .values > li:last-child .more")
        self.assertIn("long text long text ”", page.text(".values"))
        self.go(page, "#object=3", "object")
        self.assertIn("conditional reference to 6, which is not in the archive", page.text(".values"))
        self.tearDownPage(page)

    def test_what_would_go_with_an_object(self):
        page = self.open(self.zoo_page)
        self.go(page, "#object=3", "object")
        self.assertIn("the object and 1 other that only it leads to", page.text(".consequences"))
        self.assertIn("Retained by Team 1", page.text(".consequences"))
        # The conditional reference from Ada does not hold the team, so the root alone does.
        self.go(page, "#object=1", "object")
        page.wait("document.querySelector('.consequences').innerText.includes('4 others')")
        self.tearDownPage(page)

    def test_the_neighborhood_grows_with_its_depth(self):
        page = self.open(self.zoo_page)
        self.go(page, "#object=4", "object")
        counts = []
        for depth in (1, 2, 3, 4):
            page.click(f"[name=depth][value='{depth}']")
            counts.append(page.evaluate("document.querySelectorAll('.picture .node').length"))
        self.assertEqual(counts, [3, 4, 5, 5])
        self.assertGreater(page.evaluate("document.querySelectorAll('.edge.conditional').length"), 0)
        page.click(".picture .node:not(.center)")
        page.wait("!document.querySelector('h1').innerText.includes('Person 4')")
        self.tearDownPage(page)

    # MARK: Files

    def test_files_can_be_dropped_in_every_form(self):
        page = self.open(self.empty_page, "document.querySelector('.invitation')")
        for name in ("sample-none.graphz", "sample-zlib.graphz", "sample-lz4-fields.graphz", "sample.graph"):
            self.drop(page, ROOT / "Tests" / "Goldens" / name, "Objects that hold most")
            page.wait(f"document.querySelector('h1').innerText === {name!r}")
            page.wait("document.querySelector('.tile')")
        self.tearDownPage(page)

    def test_what_is_no_sound_archive_is_refused_in_words(self):
        page = self.open(self.empty_page, "document.querySelector('.invitation')")
        good = self.zoo.read_bytes()
        plain = samples.zoo()
        damaged = bytearray(good)
        damaged[80] ^= 1
        newer = bytearray(plain)
        newer[8] = 9
        for name, data, *parts in (
                ("photo.jpg", b"\xff\xd8\xff\xe0 no archive", "This is no archive of an object graph", "byte 0 of the file"),
                ("nothing", b"", "The archive ends too early", "The file is empty"),
                ("damaged.graphz", bytes(damaged), "The archive is damaged", "does not match its checksum", "byte 32 of the file"),
                ("cut.graphz", good[:-10], "The archive ends too early", f"byte {len(good) - 10:,} of the file"),
                ("text.graphz", good.replace(b"\r\n", b"\n", 1), "The archive was changed in transfer"),
                ("later.graphz", samples.with_version(good, 3), "The archive has a newer format version", "version 3"),
                ("later.graph", bytes(newer), "The archive has a newer format version", "version 9", "byte 8 of the file"),
                ("private.graphz", samples.container(plain, 200), "codec of the archive is not supported", "codec 200", "recode --codec zlib"),
                ("zstd.graphz", samples.container(plain, 3), "codec of the archive is not supported", "Zstandard (zstd)"),
                ("more.graphz", good + b"x", "Something follows the end of the archive"),
                ("rule.graphz", samples.container(plain[:14] + b"\xff" + plain[15:]), "breaks a rule", "of the raw archive inside")):
            self.drop(page, self.path(name, data), name)
            page.wait("document.querySelector('.refusal')")
            for part in parts:
                self.assertIn(part, page.text("main"), name)
        # A sound one can be opened after that.
        self.drop(page, self.zoo, "Objects that hold most")
        self.tearDownPage(page)

    def test_the_tool_refuses_what_the_page_would(self):
        for name, data, status in (("none.html", b"<p>", 4), ("cut", self.zoo.read_bytes()[:-1], 9)):
            run = subprocess.run([page_case.tool, "explore", self.path(name, data), "--output", self.path("page.html")],
                                 capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr.count("\n")), (status, 1), run.stderr)
            self.assertFalse(self.path("page.html").exists())

    def test_the_page_reads_a_long_name_as_the_tool_does(self):
        graph = samples.graph
        archive = graph.archive([graph.closed(0)], [], [graph.type_entry("N" * 5_000)], [(0, [])], counts=[1])
        page = self.open(self.explore(self.path("name.graph", archive)))
        # The classes come after the figures.
        page.wait("document.querySelector('main').textContent.includes('NNNN')", "the name")
        self.tearDownPage(page)

    def test_hostile_text_is_shown_as_text(self):
        name = "\"><script>x&lt;\u202e.graph"
        page = self.open(self.explore(self.path(name, samples.zoo())))
        self.assertEqual(page.text("h1"), "\"><script>x&lt;\\u{202E}.graph")
        self.go(page, "#object=5", "object")
        self.assertIn(samples.HOSTILE, page.text(".values"))
        self.assertIn("start\\u{202E}gnp.exe\\u{2066}\\u{7}end", page.text(".values"))
        self.assertIn("<b>Evil</b>\\u{202E}", page.text("h1"))
        self.assertEqual(page.evaluate("document.querySelectorAll('main script, main img, main b').length"), 0)
        self.assertTrue(page.evaluate("document.title").startswith("Zoo.<b>Evil</b>\\u{202E} 5 – <script>"))
        for view in ("overview", "classes", "objects", "class=4", "duplicates", "cycles", "large", "compare"):
            self.go(page, f"#{view}", view.split("=")[0])
            page.wait("!document.querySelector('[aria-busy]')")
            self.assertEqual(page.evaluate("document.querySelectorAll('main script, main img, main b').length"), 0)
            self.assertNotIn("\u202e", page.evaluate("document.body.textContent"))
        # Nothing can be run or loaded that is not of the page, even if something did get in.
        page.evaluate("""(() => {
            const script = document.createElement('script');
            script.textContent = "document.title = 'owned'";
            document.body.append(script);
        })()""")
        self.assertNotEqual(page.evaluate("document.title"), "owned")
        self.assertTrue(any("Content Security Policy" in text for text in page.complaints()))

    def test_half_a_million_objects_open_and_scroll(self):
        page = self.open(self.empty_page, "document.querySelector('.invitation')")
        path = self.path("large.graph", samples.large(MANY))
        page.drop(path)
        page.wait("document.querySelector('.treemap')")
        self.assertEqual(page.evaluate("document.querySelector('main').dataset.reader"), "worker")
        self.assertIn(f"{MANY:,}", page.text(".figures"))
        self.go(page, "#objects", "objects")
        page.wait("document.querySelector('.space .row')")
        page.evaluate("document.querySelector('.rows').focus()")
        page.press("End")
        page.wait(f"document.querySelector('.space [aria-selected]')?.innerText.includes('Node {MANY}')")
        self.assertLess(page.evaluate("document.querySelectorAll('.space .row').length"), 100)
        page.press("Enter")
        page.wait(f"document.querySelector('h1').innerText.includes('{MANY}')")
        # The root, and a node of each level.
        self.assertEqual(len(page.texts(".way li")), 20)
        self.go(page, "#objects", "objects")
        self.assertEqual(page.printed_pages(), 1)
        self.tearDownPage(page)

    # MARK: Looks

    def test_light_dark_and_print(self):
        page = self.open(self.zoo_page)
        ground = "getComputedStyle(document.body).backgroundColor"
        page.media(prefers_color_scheme="light")
        light = page.evaluate(ground)
        page.media(prefers_color_scheme="dark")
        dark = page.evaluate(ground)
        self.assertNotEqual(light, dark)
        page.evaluate("""(() => {
            const choice = document.querySelector('.theme select');
            choice.value = 'light';
            choice.dispatchEvent(new Event('change'));
        })()""")
        self.assertEqual(page.evaluate(ground), light)
        page.media("print", prefers_color_scheme="dark")
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('header')).display"), "none")
        self.assertEqual(page.evaluate(ground), "rgb(255, 255, 255)")
        self.assertEqual(page.printed_pages(), 2)
        self.tearDownPage(page)

    def test_everything_can_be_reached_by_keyboard(self):
        page = self.open(self.zoo_page)
        page.press("/")
        page.type("cy")
        page.press("Enter")
        page.wait("document.querySelector('.space .row')")
        page.wait("document.activeElement.matches('.rows')")
        page.press("ArrowDown")
        page.press("ArrowUp")
        page.press("Enter")
        page.wait("document.querySelector('h1').innerText.includes('Person 4')")
        unreachable = page.evaluate("""[...document.querySelectorAll('main a, main button, main input, main summary')]
            .filter((node) => !node.closest('.rows')).filter((node) => node.tabIndex < 0 || !node.matches('a') && !node.textContent && !node.labels?.length).length""")
        self.assertEqual(unreachable, 0)
        self.tearDownPage(page)


class ModuleTests(unittest.TestCase):
    """Tests of single modules, which a page loads from their files."""

    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Chromium(chromium.find(), files=True)
        cls.page = cls.browser.page()
        cls.page.open(ROOT / "Tool" / "Tests" / "ExplorePage" / "modules.html")
        cls.page.wait("globalThis.checkConformance")

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def test_the_reader_agrees_with_the_goldens_and_the_corpus(self):
        folders = {"goldens": ROOT / "Tests" / "Goldens", "accepted": ROOT / "Tests" / "Corpus" / "accepted"}
        names = {key: sorted(path.name for path in folder.glob("*.graph*") if path.suffix != ".txt")
                 for key, folder in folders.items()}
        result = self.page.evaluate(f"checkConformance({names!r})")
        self.assertEqual(result["failures"], [])
        self.assertGreater(result["count"], 400)

    def test_dominators_and_tiles_are_right_for_any_graph(self):
        seed = random.randrange(1 << 31)
        self.assertEqual(self.page.evaluate(f"checkProperties({seed})"), [], f"seed {seed}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if chromium.find() is None:
        sys.exit(77)
    page_case.tool = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
