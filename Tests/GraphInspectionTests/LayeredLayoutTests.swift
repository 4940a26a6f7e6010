import TestSupport
import Testing

@testable import GraphInspection

@Suite("Layout in layers")
struct LayeredLayoutTests {
    private typealias Size = LayeredLayout.Size
    private typealias Link = LayeredLayout.Link

    private func randomBoxes(_ count: Int, using generator: inout SplitMix64) -> [Size] {
        (0..<count).map { _ in
            Size(width: .random(in: 20...200, using: &generator), height: .random(in: 20...90, using: &generator))
        }
    }

    private func randomLinks(_ count: Int, _ boxes: Int, isAcyclic: Bool, using generator: inout SplitMix64) -> [Link] {
        (0..<count).map { _ in
            var ends = (0..<2).map { _ in Int.random(in: 0..<boxes, using: &generator) }
            if isAcyclic { ends.sort() }
            let label = Bool.random(using: &generator) ? Size(width: 50, height: 15) : nil
            return Link(source: ends[0], target: ends[1], label: label)
        }
    }

    private func overlap(_ first: LayeredLayout.Frame, _ second: LayeredLayout.Frame) -> Bool {
        first.x + first.width > second.x + 0.01 && second.x + second.width > first.x + 0.01
            && first.y + first.height > second.y + 0.01 && second.y + second.height > first.y + 0.01
    }

    private func isInside(_ frame: LayeredLayout.Frame, _ size: Size) -> Bool {
        frame.x > -0.01 && frame.y > -0.01 && frame.x + frame.width < size.width + 0.01
            && frame.y + frame.height < size.height + 0.01
    }

    @Test(arguments: 0..<60) func nothingOverlaps(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 1...40, using: &generator)
        let boxes = randomBoxes(count, using: &generator)
        let links = randomLinks(
            Int.random(in: 0...2 * count, using: &generator), count, isAcyclic: seed.isMultiple(of: 2),
            using: &generator)
        let layout = LayeredLayout(boxes: boxes, links: links)
        let frames = layout.frames + layout.labels.compactMap(\.self)
        for (index, frame) in frames.enumerated() {
            #expect(isInside(frame, layout.size), "seed \(seed)")
            for other in frames[(index + 1)...] {
                #expect(!overlap(frame, other), "seed \(seed)")
            }
        }
        for (frame, box) in zip(layout.frames, boxes) {
            #expect(frame.width == box.width && frame.height == box.height)
        }
        // Every label but those of links from a box to itself has a place.
        for (label, link) in zip(layout.labels, links) {
            #expect((label != nil) == (link.label != nil && link.source != link.target))
        }
    }

    @Test(arguments: 0..<40) func linksPointDownWhereThereIsNoCircle(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 2...40, using: &generator)
        let boxes = randomBoxes(count, using: &generator)
        let links = randomLinks(2 * count, count, isAcyclic: true, using: &generator)
        let layout = LayeredLayout(boxes: boxes, links: links)
        for link in links where link.source != link.target {
            let (source, target) = (layout.frames[link.source], layout.frames[link.target])
            #expect(source.y + source.height < target.y, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<40) func linksLeadFromTheirSourceToTheirTarget(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let boxes = randomBoxes(20, using: &generator)
        let links = randomLinks(40, 20, isAcyclic: false, using: &generator)
        let layout = LayeredLayout(boxes: boxes, links: links)
        func touches(_ point: LayeredLayout.Point, _ frame: LayeredLayout.Frame) -> Bool {
            point.x > frame.x - 0.01 && point.x < frame.x + frame.width + 0.01
                && (abs(point.y - frame.y) < 0.01 || abs(point.y - frame.y - frame.height) < 0.01)
        }
        for (link, points) in zip(links, layout.routes) {
            guard link.source != link.target else {
                #expect(points.isEmpty)
                continue
            }
            #expect(touches(try #require(points.first), layout.frames[link.source]), "seed \(seed)")
            #expect(touches(try #require(points.last), layout.frames[link.target]), "seed \(seed)")
            // Otherwise an arrowhead has no direction.
            #expect(zip(points, points.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
        }
    }

    @Test func aRootStaysAboveWhatRefersBackToIt() {
        let boxes = Array(repeating: Size(width: 50, height: 20), count: 4)
        let links = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 1)].map { Link(source: $0.0, target: $0.1) }
        let frames = LayeredLayout(boxes: boxes, links: links).frames
        #expect(frames.map(\.y) == frames.map(\.y).sorted())
    }

    @Test func aTreeHasNoCrossings() {
        let boxes = Array(repeating: Size(width: 30, height: 20), count: 31)
        // Numbered in another order than by layers, so that the first order is not the best one.
        let links = (1..<31).shuffled().map { Link(source: ($0 - 1) / 2, target: $0) }
        let layout = LayeredLayout(boxes: boxes, links: links)
        for (index, first) in links.enumerated() {
            for second in links[(index + 1)...] where layout.frames[first.source].y == layout.frames[second.source].y {
                let sources = layout.frames[first.source].x - layout.frames[second.source].x
                let targets = layout.frames[first.target].x - layout.frames[second.target].x
                #expect(sources * targets >= 0)
            }
        }
    }

    @Test func manyChildrenOfOneBoxStandInSeveralRows() {
        let boxes = Array(repeating: Size(width: 200, height: 80), count: 61)
        let links = (1...60).map { Link(source: 0, target: $0, label: Size(width: 60, height: 15)) }
        let layout = LayeredLayout(boxes: boxes, links: links)
        #expect(Set(layout.frames.map(\.y)).count == 8)
        #expect(layout.size.width < 4_000)
    }

    @Test func nothingAndOneBoxAreLaidOut() {
        #expect(LayeredLayout(boxes: [], links: []).frames.isEmpty)
        let one = LayeredLayout(boxes: [Size(width: 10, height: 5)], links: [Link(source: 0, target: 0)])
        #expect(one.frames == [LayeredLayout.Frame(x: 0, y: 0, width: 10, height: 5)])
    }

    @Test func manyLinksAcrossManyLayersAreDrawnAllTheSame() {
        let boxes = Array(repeating: Size(width: 20, height: 10), count: 300)
        var links = (0..<299).map { Link(source: $0, target: $0 + 1) }
        links += (0..<299).map { Link(source: 0, target: $0 + 1) }
        links += (0..<299).map { Link(source: $0, target: 299) }
        let layout = LayeredLayout(boxes: boxes, links: links)
        #expect(layout.routes.allSatisfy { $0.count >= 2 })
    }
}
