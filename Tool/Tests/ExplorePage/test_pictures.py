#!/usr/bin/env python3
"""Looks at the pictures of `graphz graph` and `graphz classes` of all goldens in a headless Chromium.

    test_pictures.py GRAPHZ    GRAPHZ is the tool; the status is 77 when there is no Chromium
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import chromium
import samples

# What is wrong with the picture in the page: boxes or texts that overlap, texts wider than their boxes, arrowheads that do not
# point into a box.
FAULTS = """(() => {
    const svg = document.querySelector('svg'), faults = [];
    const frame = (node) => { const { x, y, width, height } = node.getBBox(); return { node, x, y, right: x + width, bottom: y + height }; };
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1;
    const contains = (a, b) => b.x >= a.x - 1 && b.y >= a.y - 1 && b.right <= a.right + 1 && b.bottom <= a.bottom + 1;
    const boxes = [...svg.querySelectorAll('.box')].map(frame), labels = [...svg.querySelectorAll('.label')].map(frame);
    const page = { x: 0, y: 0, right: svg.viewBox.baseVal.width, bottom: svg.viewBox.baseVal.height };
    const pairs = (list) => list.flatMap((a, index) => list.slice(index + 1).map((b) => [a, b]));
    for (const [a, b] of pairs(boxes)) if (overlap(a, b)) faults.push(`boxes overlap at ${a.x} ${a.y}`);
    for (const [a, b] of pairs(labels)) if (overlap(a, b)) faults.push(`${a.node.textContent} overlaps ${b.node.textContent}`);
    for (const label of labels) if (boxes.some((box) => overlap(box, label))) faults.push(`${label.node.textContent} overlaps a box`);
    for (const text of [...svg.querySelectorAll('.name, .row')].map(frame)) {
        if (!boxes.some((box) => contains(box, text))) faults.push(`${text.node.textContent} leaves its box`);
    }
    for (const part of [...boxes, ...labels]) if (!contains(page, part)) faults.push(`${part.node.outerHTML} leaves the page`);
    for (const arrow of svg.querySelectorAll('.edge')) {
        const path = arrow.getAttribute('d'), numbers = path.match(/-?[0-9.]+/g).map(Number);
        const [x, y] = numbers.slice(-2), end = { x, y };
        // A curve ends in the direction from its second handle, a line in that from its other end.
        const dx = x - numbers.at(-4), dy = y - numbers.at(-3), length = Math.hypot(dx, dy);
        if (length < 0.5) { faults.push(`the last segment of ${path} has no direction`); continue; }
        const sides = boxes.flatMap((box) => [
            [Math.abs(y - box.y), 0, 1, x >= box.x - 1 && x <= box.right + 1],
            [Math.abs(y - box.bottom), 0, -1, x >= box.x - 1 && x <= box.right + 1],
            [Math.abs(x - box.right), -1, 0, y >= box.y - 1 && y <= box.bottom + 1]]);
        if (!sides.some(([distance, right, down, isBeside]) =>
            isBeside && distance < 1.5 && (dx * right + dy * down) / length > 0.9)) faults.push(`${path} does not point into a box`);
    }
    return { faults, boxes: boxes.length, arrows: svg.querySelectorAll('.edge').length };
})()"""


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(chromium.Chromium(chromium.find()))
        cls.page = cls.browser.page()
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def look(self, svg):
        file = self.folder / "picture.svg"
        file.write_bytes(svg)
        self.page.open(file)
        return self.page.evaluate(FAULTS)

    def draw(self, archive, command, *options):
        run = subprocess.run([tool, command, archive, *options], capture_output=True, check=True)
        return self.look(run.stdout)

    def test_all_goldens(self):
        arrows = 0
        for archive in sorted((samples.ROOT / "Tests/Goldens").glob("*.graph")):
            for command, *options in (["graph"], ["classes"], ["graph", "--list", "5", "--fields", "2"]):
                with self.subTest(archive=archive.name, command=command, options=options):
                    found = self.draw(archive, command, *options)
                    self.assertEqual(found["faults"], [])
                    arrows += found["arrows"]
        self.assertGreater(arrows, 50)

    def test_graphs_with_arrows_in_all_directions(self):
        for name, data in (("zoo", samples.zoo()), ("tree", samples.large(300)), ("rings", rings())):
            archive = self.folder / f"{name}.graph"
            archive.write_bytes(data)
            for options in ([], ["--root", "2", "--referrers"], ["--list", "200"]):
                with self.subTest(name=name, options=options):
                    found = self.draw(archive, "graph", *options)
                    self.assertEqual(found["faults"], [])
                    self.assertGreater(found["arrows"], 0)

    def test_the_pictures_of_the_documents(self):
        self.assertEqual(self.look((samples.ROOT / "Docs/team.svg").read_bytes())["faults"], [])

    def test_faults_are_found(self):
        found = self.look(b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">
            <rect class="box" x="10" y="10" width="50" height="30"/><rect class="box" x="40" y="20" width="50" height="30"/>
            <text class="name" x="20" y="30">a name that is much too long</text>
            <path class="edge" d="M20 100L20 40L20 40"/><path class="edge" d="M80 25L100 200L60 200"/></svg>""")
        self.assertEqual(len(found["faults"]), 4, json.dumps(found))


def rings():
    """Objects that refer forward, backward and to themselves."""
    graph = samples.graph
    def link(number):
        return graph.reference((number - 1) % 12 + 1)
    records = [graph.reference(1)] + [
        graph.closed(0, graph.text(f"Node {number}"), link(number + 1), link(number + 5), link(number - 1 if number % 3 else number))
        for number in range(1, 13)]
    return graph.archive(records, ["name", "next", "far", "back"], [graph.type_entry("Zoo.Node", "3Zoo4NodeC", True)],
                         [(0, [1, 2, 3, 4])], counts=[12])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if chromium.find() is None:
        sys.exit(77)
    tool = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
