"""Tests of the views that look at a whole archive, of the keyboard, of phones and of what screen readers get."""

import os
import pathlib
import unittest

import samples
from page_case import PageCase

WIDE, NARROW = (1280, 900), (390, 844)
# Each way in which the page can be shown.
ADDRESSES = ["#overview", "#classes", "#class=0", "#objects", "#objects&q=", "#objects&q=nothing-like-that", "#object=1&steps=2",
             "#object=5", "#duplicates", "#cycles", "#large", "#compare"]
AXE = pathlib.Path(samples.ROOT / ".build/axe/axe_playwright_python/axe.min.js")


class ViewCase(PageCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.album_page = cls.explore(cls.path("album.graphz", samples.container(samples.album())))

    def show(self, page, address):
        """Shows a view, and waits until all of it is there."""
        page.evaluate(f"location.hash = {address!r}")
        page.wait("document.querySelector('main').dataset.view && !document.querySelector('[aria-busy]')", address)
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")

    def open_album(self):
        page = self.open(self.album_page)
        self.show(page, "#overview")
        return page


class ViewTests(ViewCase):
    def test_the_keys_of_long_lists_are_always_told(self):
        page = self.open_album()
        last = 4 + samples.LIST_LENGTH
        self.show(page, f"#object={last}")
        self.assertIn(f".photos[{samples.LIST_LENGTH - 1}]", page.text(".way"))
        self.assertIn(f".photos[{samples.LIST_LENGTH - 1}]", page.text(".referrers"))
        self.tearDownPage(page)

    def test_a_class_tells_its_fields_its_referrers_and_its_sizes(self):
        page = self.open_album()
        self.show(page, "#class=2")
        self.assertEqual(page.text("h1"), "Photo")
        fields = page.text("main section:nth-of-type(2)")
        self.assertIn("30,000", fields)
        # Every third one.
        self.assertIn("“same” 33 %", fields)
        self.assertIn("Album\t30,000", page.text(".columns"))
        self.assertIn("8 to 15", page.text(".columns"))
        self.tearDownPage(page)

    def test_titles_dates_identifiers_and_colors_are_readable(self):
        page = self.open(self.explore(self.path("diary.graph", samples.diary())))
        self.show(page, "#object=1")
        self.assertEqual(page.text(".title .lead"), "Monday · note: a note · createdAt: 2025-05-15 11:06:40 UTC")
        values = page.text(".values")
        for part in ("createdAt: 769000000.5 in 64 bits 2025-05-15 11:06:40 UTC", "id: E621E1F8-C36C-495A-93FC-0C247A3E6E5F UUID",
                     "“https://example.org/a?b=c”", "tint: Color  #FF8000", "Words 2 first words · count: 7",
                     "Mark 3 E621E1F8-C36C-495A-93FC-0C247A3E6E5F"):
            self.assertIn(part, values)
        self.show(page, "#object=3")
        for part in ("narrow: 0.099975586 in 16 bits", "scale: 0.10000000149011612 in 32 bits", "scales: [0.1] 1 × float32"):
            self.assertIn(part, page.text(".values"))
        self.show(page, "#object=1")
        swatch = page.evaluate("getComputedStyle(document.querySelector('.swatch')).backgroundColor")
        self.assertEqual(swatch, "rgb(255, 128, 0)")
        self.show(page, "#class=0")
        self.assertIn("2025-05-15 11:06:40 UTC", page.text("main"))
        self.assertIn("#FF8000", page.text("main"))
        self.tearDownPage(page)

    def test_duplicates_are_counted(self):
        page = self.open_album()
        self.show(page, "#duplicates")
        objects, strings = page.texts("main section[aria-busy], main section")[1:3]
        self.assertIn("9,999 objects equal to an earlier one", objects)
        self.assertIn("10,000\t7 bytes\t68.3 KiB", objects)
        self.assertIn("“same”", strings)
        self.tearDownPage(page)

    def test_equal_objects_may_differ_in_form_and_in_the_order_of_pairs(self):
        page = self.open(self.explore(self.path("copies.graph", samples.copies())))
        self.show(page, "#duplicates")
        self.assertIn("2 objects equal to an earlier one", page.text("main"))
        self.tearDownPage(page)

    def test_cycles_are_shown_with_their_keys(self):
        page = self.open_album()
        self.show(page, "#cycles")
        self.assertIn("1 group with 2 objects", page.text("main"))
        self.assertEqual([line.split()[0] for line in page.texts(".cycle .way li")], ["Friend", ".friend", ".friend"])
        self.tearDownPage(page)

    def test_the_largest_values_are_listed_with_their_places(self):
        page = self.open_album()
        self.show(page, "#large")
        self.assertIn(".story", page.text("main tbody tr"))
        self.assertIn("976.5 KiB", page.text("main tbody tr"))
        self.assertIn("60,000 × 60,000 pixels: too large to show", page.text("main"))
        page.wait("document.querySelector('canvas[data-is-drawn]')")
        self.tearDownPage(page)

    def test_two_archives_are_compared(self):
        page = self.open_album()
        self.show(page, "#compare")
        path = self.path("other.graph", samples.album(changed=True))
        page.evaluate("document.querySelector('[data-drop]').scrollIntoView()")
        page.drop(path, place=(300, 100))
        page.wait("document.querySelector('.figures')", "the comparison")
        figures = dict(zip(page.texts(".figures dt"), page.texts(".figures dd")))
        self.assertEqual(figures, {"Equal": "29,999", "Different": "4", "Only in this one": "1", "Only in the other": "1"})
        self.assertIn("friend: → Friend Ida → nil", page.text("main"))
        self.tearDownPage(page)

    def test_a_difference_in_the_root_is_noticed(self):
        graph = samples.graph
        types = [graph.type_entry("Zoo.Roots"), graph.type_entry("Zoo.Game", "3Zoo4GameC", True)]

        def roots(*ids):
            return graph.archive([graph.closed(0, *map(graph.reference, ids)), graph.closed(1, graph.text("x")),
                                  graph.closed(1, graph.text("y"))], ["a", "b", "name"], types, [(0, [1, 2]), (1, [3])], counts=[1, 2])

        def game(score):
            return graph.archive([graph.reference(1), graph.closed(0, graph.integer(score))], ["score"], types[1:], [(0, [1])], counts=[1])

        # What is compared, how many objects are equal, and what is different.
        for number, (left, right, equal, shown) in enumerate((
                (graph.archive([graph.packed(7, 1, 2)]), graph.archive([graph.packed(7, 1, 3)]), 0, "Root"),
                (roots(1, 2), roots(2, 1), 2, "a: → Game x → → Game y"),
                (roots(1, 2), roots(1, 2), 2, None), (game(1), game(2), 0, "score: 1 → 2"), (game(1), game(1), 1, None))):
            page = self.open(self.explore(self.path(f"left-{number}.graph", left)))
            self.show(page, "#compare")
            page.drop(self.path("right.graph", right), place=(300, 100))
            page.wait("document.querySelector('.figures')", "the comparison")
            figures = dict(zip(page.texts(".figures dt"), page.texts(".figures dd")))
            self.assertEqual(figures, {"Equal": str(equal), "Different": "1" if shown else "0", "Only in this one": "0",
                                       "Only in the other": "0"})
            self.assertEqual("The objects are the same" in page.text("main"), shown is None)
            self.assertIn(shown or "Equal", page.text("main"))
            self.tearDownPage(page)

    def test_each_different_field_is_told_and_no_other_form(self):
        page = self.open(self.explore(self.path("game.graph", samples.game())))
        self.show(page, "#compare")
        for number, (change, shown) in enumerate((
                ({"pairs": (("b", 2), ("a", 1))}, None), ({"reopened": True}, None),
                ({"pairs": (("b", 1), ("a", 2))}, "table: another value than 2 pairs"),
                ({"story": "b"}, "story: another value than xxxx"), ({"long": 2}, "kkkk…: 1 → 2"), ({"plain": 7}, "[0]: 1 → 7"),
                ({"seconds": 0.25}, "createdAt: another value than 2025-05-15 11:06:40 UTC"),
                ({"items": ("b",)}, "items: another value than 1 element"))):
            path = self.path(f"other-{number}.graph", samples.game(**change))
            page.evaluate("document.querySelector('[data-drop]').scrollIntoView()")
            page.drop(path, place=(300, 100))
            page.wait(f"document.querySelector('.lead').innerText.includes({path.name!r}) && document.querySelector('.figures')")
            figures = dict(zip(page.texts(".figures dt"), page.texts(".figures dd")))
            self.assertEqual((figures["Equal"], figures["Different"]), ("0", "1") if shown else ("1", "0"), change)
            self.assertIn(shown or "Equal", page.text("main"))
        self.tearDownPage(page)

    def test_small_archives_do_not_keep_the_page_busy(self):
        page = self.open(self.explore(self.path("bomb.graphz", samples.container(samples.bomb()))))
        for address in ("#overview", "#object=0", "#object=1", "#large"):
            self.show(page, address)
            self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 2_000, address)
        self.show(page, "#large")
        self.assertIn("[0][0][0][0][0]", page.text("main"))
        self.show(page, "#compare")
        page.drop(self.path("none.graph", samples.graph.archive([b"\0"])), place=(300, 100))
        page.wait("document.querySelector('.figures')", "the comparison")
        self.assertIn("200,001", page.texts(".figures dd"))
        self.tearDownPage(page)

    def test_pictures_texts_and_bytes_of_blobs_are_shown(self):
        page = self.open_album()
        self.show(page, "#object=1")
        page.evaluate("document.querySelectorAll('.values > li > details').forEach((node) => { node.open = true; })")
        page.wait("document.querySelector('canvas[data-is-drawn]')")
        color = page.evaluate("""[...document.querySelector('canvas[data-is-drawn]').getContext('2d').getImageData(5, 5, 1, 1).data]""")
        self.assertEqual(color, [0xD0, 0x40, 0x40, 255])
        page.evaluate("document.querySelectorAll('.blob details').forEach((node) => { node.open = true; })")
        text = page.text(".values")
        for part in ("PNG, 60 × 40 pixels", "60,000 × 60,000 pixels: too large to show", "Grüße\\nGrüße", "89 50 4e 47"):
            self.assertIn(part, text)
        self.tearDownPage(page)

    def test_a_long_text_is_shown_in_parts(self):
        page = self.open_album()
        self.show(page, "#object=1")
        page.click(".inspector > .values > li:last-child .more")
        self.assertEqual(page.evaluate("document.querySelectorAll('.piece').length"), 40)
        self.assertIn("960,000 of 1,000,000 characters are left", page.text(".inspector > .values > li:last-child .more"))
        self.tearDownPage(page)

    def test_the_steps_of_the_neighborhood_are_in_the_address(self):
        page = self.open_album()
        self.show(page, "#object=2")
        page.click("[name=depth][value='3']")
        self.assertEqual(page.evaluate("location.hash"), "#object=2&steps=3")
        self.assertTrue(page.evaluate("document.querySelector('.picture .node:not(.center)').href.baseVal.endsWith('&steps=3')"))
        # The friend that refers to it by a strong reference stands on both sides; one place suffices: to the right, where it leads.
        self.show(page, "#object=3&steps=1")
        self.assertTrue(page.evaluate("document.querySelector('[name=depth][value=\"1\"]').checked"))
        self.tearDownPage(page)

    def test_titles_name_what_is_shown(self):
        page = self.open_album()
        for address, title in (("#overview", "album.graphz – graphz explore"), ("#classes", "Classes – album.graphz – graphz explore"),
                               ("#object=2", "Friend 2 – Ida – album.graphz – graphz explore")):
            self.show(page, address)
            self.assertEqual(page.evaluate("document.title"), title)
        self.tearDownPage(page)


class AccessibilityTests(ViewCase):
    def test_back_restores_the_selection_and_the_focus(self):
        page = self.open_album()
        page.click("[data-view=objects]")
        page.wait("document.activeElement.matches('.rows')")
        for _ in range(3):
            page.press("ArrowDown")
        self.assertEqual(page.evaluate("document.querySelector('.rows').getAttribute('aria-activedescendant')"), "row-3")
        page.press("Enter")
        page.wait("document.querySelector('h1').innerText === 'Friend 3'")
        page.press("Escape")
        page.wait("document.querySelector('.space [aria-selected]')?.innerText.includes('Jo')")
        page.wait("document.activeElement.matches('.rows')")
        # A link of an object, and back to it.
        self.show(page, "#object=2")
        page.click(".values a.object")
        page.wait("document.querySelector('h1').innerText === 'Friend 3'")
        page.evaluate("history.back()")
        page.wait("document.querySelector('h1').innerText === 'Friend 2' && document.activeElement.matches('a.object')")
        self.tearDownPage(page)

    def test_search_says_what_to_type_and_leads_into_the_list(self):
        page = self.open_album()
        page.press("/")
        page.press("Enter")
        page.wait("document.querySelector('.result')?.innerText.startsWith('Type a part of a class name')")
        self.assertTrue(page.evaluate("document.activeElement.matches('.search [name=q]')"))
        page.press("Escape")
        self.assertTrue(page.evaluate("document.activeElement.matches('.rows')"))
        page.press("/")
        page.type("ida")
        page.press("Enter")
        page.wait("document.activeElement.matches('.rows') && document.querySelectorAll('.space .row').length === 1")
        self.assertEqual(page.text("[role=status]"), "1 object.")
        self.tearDownPage(page)

    def test_nothing_is_wider_than_a_phone(self):
        page = self.open_album()
        page.resize(*NARROW)
        for address in ADDRESSES:
            self.show(page, address)
            wide = page.evaluate("""[...document.querySelectorAll('body *')].filter((node) => !node.closest('.picture, .tabs, pre, .hidden, .skip, .space')
                && node.getBoundingClientRect().right > innerWidth + 0.5).map((node) => node.outerHTML.slice(0, 90))""")
            self.assertEqual(wide, [], address)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), NARROW[0], address)
            self.assertLess(page.evaluate("document.querySelector('header').offsetHeight"), 60, address)
        # Each column is in a row of the list.
        self.show(page, "#objects")
        row = page.text(".space .row:nth-child(2)")
        for part in ("Album 1", "Summer", "Refers to 30,001", "Referred to by 1", "Size 1.0 MiB", "Retained size 1.3 MiB"):
            self.assertIn(part, row)
        self.tearDownPage(page)

    def test_long_names_widen_no_view(self):
        page = self.open(self.explore(self.path("long.graph", samples.long_names())))
        for screen in (WIDE, NARROW):
            page.resize(*screen)
            for address in ("#overview", "#classes", "#class=0", "#objects", "#object=1&steps=2", "#cycles", "#large"):
                self.show(page, address)
                self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), screen[0], address)
        self.tearDownPage(page)

    def test_axe_finds_nothing(self):
        if not AXE.exists():
            if os.environ.get("REQUIRE_BROWSER"):
                self.fail(f"{AXE} is missing")
            self.skipTest("axe-core is not here")
        failures = {}

        def check(page, addresses):
            for size, theme in ((WIDE, "light"), (NARROW, "dark")):
                page.resize(*size)
                page.media(prefers_color_scheme=theme)
                for address in addresses:
                    if address.startswith("#"):
                        self.show(page, address)
                    found = page.evaluate("""axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(
                            ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`)}`))""")
                    for failure in found:
                        failures.setdefault(failure, f"{address} {size} {theme}")

        page = self.open_album()
        page.evaluate(AXE.read_text())
        check(page, ADDRESSES)
        page.drop(self.path("other.graph", samples.album(changed=True)), place=(300, 100))
        page.wait("document.querySelector('.figures')", "the comparison")
        check(page, ["#compare"])
        self.tearDownPage(page)
        page = self.open(self.explore(), "document.querySelector('.invitation')")
        page.evaluate(AXE.read_text())
        check(page, ["no archive"])
        page.drop(self.path("cut.graphz", samples.container(samples.zoo())[:-10]))
        page.wait("document.querySelector('.refusal')")
        check(page, ["a refused archive"])
        self.assertEqual(failures, {})
        self.tearDownPage(page)


if __name__ == "__main__":
    unittest.main()
