import GraphCodable
import GraphInspection
import Testing

/// Dictionaries have another order each time. Objects in them are recognized by the other half of their pair.
@Suite("Differences of dictionaries of objects") struct DictionaryDiffTests {
    /// Equals only itself, and has the contents of all others.
    final class Marker: GEncodable, Hashable {
        func encode(to encoder: any GEncoder) throws {}
        static func == (lhs: Marker, rhs: Marker) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Markers in a dictionary, and in an array whose order tells which they are.
    final class Marked<Marks: GEncodable>: GEncodable {
        let (marks, markers): (Marks, [Marker])
        /// Whether the array comes first.
        let isReversed: Bool
        private enum Key: String { case marks, markers }

        init(_ marks: Marks, _ markers: [Marker], isReversed: Bool = false) {
            (self.marks, self.markers, self.isReversed) = (marks, markers, isReversed)
        }

        func encode(to encoder: any GEncoder) throws {
            if isReversed { try encoder.encode(markers, for: Key.markers) }
            try encoder.encode(marks, for: Key.marks)
            if !isReversed { try encoder.encode(markers, for: Key.markers) }
        }
    }

    /// Expects that two graphs are equal whose objects were made in the same way, which gives their keys another order.
    private func expectEqual<Root: GEncodable>(_ make: (_ markers: [Marker], _ capacity: Int) -> Root) throws {
        let archives = try [8, 1_000].map { capacity in
            try GraphArchive(GraphEncoder().encode(make((0..<8).map { _ in Marker() }, capacity)) as Bytes)
        }
        let diff = try GraphDiff(from: archives[0], to: archives[1])
        #expect(diff.isEmpty, "\(Root.self): \(diff.changed.flatMap(\.changes))")
    }

    private func pairs<Key: Hashable, Value>(
        _ markers: [Marker], _ capacity: Int, _ pair: (Int, Marker) -> (Key, Value)
    ) -> [Key: Value] {
        var pairs = [Key: Value](minimumCapacity: capacity)
        for (number, marker) in markers.enumerated() {
            let (key, value) = pair(number, marker)
            pairs[key] = value
        }
        return pairs
    }

    @Test func keysAreRecognizedByTheirValues() throws {
        try expectEqual { pairs($0, $1) { ($1, $0) } }
        try expectEqual { pairs($0, $1) { ([$1], $0) } }
        try expectEqual { pairs($0, $1) { ($1, ["number": $0]) } }
        try expectEqual { pairs($0, $1) { ($1, Vertex("\($0)")) } }
        try expectEqual { [pairs($0, $1) { ($1, $0) }, pairs($0, $1) { ($1, -$0) }] }
    }

    @Test func valuesAreRecognizedByTheirKeys() throws {
        try expectEqual { pairs($0, $1) { ("\($0)", $1) } }
        try expectEqual { pairs($0, $1) { ("\($0)", [$1, $1]) } }
    }

    @Test func keysWithTheSameElementsAreRecognizedByTheirOrder() throws {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        try expectEqual { pairs($0, $1) { (orders[$0 % 6], $1) } }
        try expectEqual { pairs($0, $1) { ($1, orders[$0 % 6]) } }
        try expectEqual { markers, capacity in pairs(markers, capacity) { number, _ in (orders[number % 6], true) } }
        try expectEqual { markers, capacity in
            pairs(markers, capacity) { number, _ in (orders[number % 6].map { "\($0)" }, true) }
        }
    }

    @Test func keysAreRecognizedByValuesThatAreRecognizedByTheirs() throws {
        // The values of the first half of the keys are the others, which have numbers.
        try expectEqual { markers, capacity in
            let others = pairs(Array(markers[4...]), capacity) { ($1, [$1: $0]) }
            return [pairs(Array(markers[..<4]), capacity) { ($1, [markers[$0 + 4]: 0]) }, others]
        }
    }

    @Test(arguments: [false, true]) func whatElseRefersToKeysTellsThemApart(isReversed: Bool) throws {
        try expectEqual { Marked(pairs($0, $1) { ($1, true) }, $0, isReversed: isReversed) }
        try expectEqual { Marked(pairs($0, $1) { ($1, true) }, [$0[1]], isReversed: isReversed) }
    }

    @Test func aPairThatChangesIsChanged() throws {
        func diff(_ old: [Marker: Int], _ new: [Marker: Int]) throws -> GraphDiff {
            let archives = try [old, new].map { try GraphArchive(GraphEncoder().encode($0) as Bytes) }
            return try GraphDiff(from: archives[0], to: archives[1])
        }
        let changed = try diff([Marker(): 1, Marker(): 2], [Marker(): 3, Marker(): 1])
        #expect(changed.added.isEmpty && changed.removed.isEmpty)
        #expect(changed.changed.flatMap(\.changes).map { [$0.old, $0.new] } == [["2", "3"]])
        let fewer = try diff([Marker(): 1, Marker(): 2, Marker(): 3], [Marker(): 1, Marker(): 3])
        #expect(fewer.added.isEmpty && fewer.removed.count == 1)
        #expect(fewer.changed.flatMap(\.changes).map { [$0.old, $0.new] } == [["2", nil]])
    }
}
