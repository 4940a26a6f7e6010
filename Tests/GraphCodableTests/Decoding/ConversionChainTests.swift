import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Objects in a chain, each of which has a property whose type has changed.
struct ConversionChainTests {
    enum Key: String { case next, note, name }

    final class Link: GCodable {
        var next: Link?
        let name: String
        /// Whether the object writes a value that it does not read.
        private let hasNote: Bool

        init(name: String = "", hasNote: Bool = false, next: Link? = nil) {
            (self.name, self.hasNote, self.next) = (name, hasNote, next)
        }

        init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: Key.name, default: "")
            hasNote = false
            next =
                try decoder.contains(Key.next)
                ? decoder.decode(for: Key.next, convertingFrom: String.self) { Link(name: $0) } : nil
        }

        func encode(to encoder: any GEncoder) throws {
            if let next { try encoder.encode(next, for: Key.next) } else { try encoder.encode("end", for: Key.next) }
            if hasNote { try encoder.encode(1, for: Key.note) }
        }

        deinit {
            // One by one, because a long chain would fill the stack.
            var rest = next.take()
            while isKnownUniquelyReferenced(&rest) {
                let following = rest?.next.take()
                rest = following
            }
        }
    }

    /// An object that is of the former type of the property before it.
    final class Former: GCodable {
        private enum Key: String { case next, name, note }

        fileprivate(set) var next: Present?
        fileprivate var written: Former?
        /// Whether the object writes a value that it does not read.
        fileprivate var hasNote = false

        init() {}

        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: Key.name) as String
            guard try decoder.contains(Key.next) else { return }
            next = try decoder.decode(for: Key.next, convertingFrom: Former.self) { Present($0) }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode("object", for: Key.name)
            if let written { try encoder.encode(written, for: Key.next) }
            if hasNote { try encoder.encode(1, for: Key.note) }
        }
    }

    final class Present: GCodable {
        let former: Former?

        init(_ former: Former) { self.former = former }
        init(from decoder: any GDecoder) throws { former = nil }
        func encode(to encoder: any GEncoder) throws {}
    }

    @Test(arguments: [false, true])
    func comparingValuesWithAllPropertiesAroundThemIsCharged(haveNotes: Bool) throws {
        let objects = (0..<5_000).map { _ in Former() }
        for (object, next) in zip(objects, objects.dropFirst()) { object.written = next }
        for object in objects { object.hasNote = haveNotes }
        let bytes = try GraphEncoder().encode(objects[0]) as Bytes
        for object in objects { object.written = nil }
        var policy = GraphDecodingPolicy()
        policy.maximumCostPerByte = 2
        let decoder = GraphDecoder(policy: policy)
        if haveNotes {
            #expect { try decoder.decode(Former.self, from: bytes) } throws: {
                ($0 as? GraphCodableError)?.code == .limitExceeded
            }
        }
        var rest: Former? = try (haveNotes ? GraphDecoder() : decoder).decode(Former.self, from: bytes)
        var count = 0
        while let object = rest {
            count += 1
            rest = object.next.take()?.former
        }
        #expect(count == objects.count)
    }

    // MARK: Values that lead to each other

    struct Edge<Weight: GCodable>: GCodable {
        let target: City
        let weight: Weight
        private enum Key: String { case target, weight }

        init(_ target: City, _ weight: Weight) { (self.target, self.weight) = (target, weight) }

        init(from decoder: any GDecoder) throws {
            // All cities after it are decoded before the weight turns out to be of another type.
            target = try decoder.decode(for: Key.target)
            weight = try decoder.decode(for: Key.weight)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(target, for: Key.target)
            try encoder.encode(weight, for: Key.weight)
        }
    }

    final class City: GCodable {
        var edges: [Edge<String>] = []
        var old: [Edge<Int>] = []
        private enum Key: String { case edges }

        init() {}
        init(from decoder: any GDecoder) throws {
            let edges: [Edge<String>]? = try decoder.decodeNow(
                for: Key.edges, convertingFrom: [Edge<Int>].self,
                with: { $0.map { Edge($0.target, "\($0.weight)") } }, orLater: self
            ) { $0.edges = $1 }
            self.edges = edges ?? []
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(old, for: Key.edges) }
    }

    @Test func aValueThatIsKnownToBeOfTheFormerTypeIsNotTriedAgain() throws {
        // If each city were tried as both types, this would take 2 to the power of 150 attempts.
        let cities = (0..<150).map { _ in City() }
        for (city, next) in zip(cities, cities.dropFirst()) { city.old = [Edge(next, 1)] }
        var city = try GraphDecoder().decode(City.self, from: GraphEncoder().encode(cities[0]) as Bytes)
        var count = 1
        while let next = city.edges.first?.target {
            city = next
            count += 1
        }
        #expect(count == cities.count)
    }

    #if compiler(>=6.2) && os(Linux)
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SANITIZER"] == nil))
    func aLongChainTakesLinearMemory() async {
        await #expect(processExitsWith: .success) {
            for hasNote in [false, true] {
                let count = 20_000
                var chain = Link(hasNote: hasNote)
                for _ in 1..<count { chain = Link(hasNote: hasNote, next: chain) }
                let bytes = try GraphEncoder().encode(chain) as Bytes
                Usage.forgetLargestMemory()
                var names: [String] = []
                let usage = try Usage.measure {
                    var link = try GraphDecoder().decode(Link?.self, from: bytes)
                    while let current = link {
                        names.append(current.name)
                        link = current.next
                    }
                }
                #expect(names == Array(repeating: "", count: count) + ["end"])
                // A copy for each object of what is checked for all would be 6 GB.
                #expect(usage.byteCount < 1 << 30, "\(usage)")
            }
        }
    }
    #endif
}
