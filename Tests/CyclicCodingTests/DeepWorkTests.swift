import CyclicCoding
import Foundation
import GraphCodable
import Testing

/// Everything in this library that goes as deep as a graph or as a value, on graphs that would overflow the stack if nothing
/// bounded it.
struct DeepWorkTests {
    /// A value that contains others, and is nested two levels deep for each.
    struct Nest: Codable, Hashable {
        var inner: [Nest] = []
        init(_ depth: Int) {
            for _ in 0..<depth { self = Nest(around: self) }
        }
        private init(around nest: Nest) { inner = [nest] }
    }

    /// An object that is stored in place of the only reference to it, with its value.
    final class Room: Codable {
        var next: Room?
        var nest: Nest
        init(_ next: Room?, _ nest: Nest) { (self.next, self.nest) = (next, nest) }
        var depth: Int { (next?.depth ?? 0) + 1 }
        static func make(_ count: Int, nesting depth: Int) -> Room {
            (1..<count).reduce(Room(nil, Nest(depth))) { room, _ in Room(room, Nest(0)) }
        }
    }

    /// Asks for a container within a container, again and again.
    struct Shaft: Encodable {
        let depth: Int
        var isKeyed = false
        private enum Key: String, CodingKey { case inner }

        func encode(to encoder: any Encoder) throws {
            var keyed = encoder.container(keyedBy: Key.self)
            guard isKeyed else {
                var container = keyed.nestedUnkeyedContainer(forKey: .inner)
                for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
                return try container.encode(1)
            }
            for _ in 0..<depth { keyed = keyed.nestedContainer(keyedBy: Key.self, forKey: .inner) }
            try keyed.encode(1, forKey: .inner)
        }
    }

    struct Work: Sendable, CustomTestStringConvertible {
        let function: String
        /// What bounds its recursion.
        let bound: String
        let run: @Sendable () throws -> Void
        var testDescription: String { "\(function): \(bound)" }
    }

    /// A long chain of objects in place, and an object with the deepest value.
    private static func deepest() throws -> FlattenedContainer {
        try CyclicEncoder().flatten(Room.make(60, nesting: 250))
    }

    static let all = [
        Work(function: "FlatteningSession, GraphFlattener", bound: "a queue; other memory, and 512 levels of a value") {
            let head = Link.makeList(10_000)
            _ = try CyclicEncoder().flatten(head)
            _ = Link.count(andRelease: head)
            _ = try deepest()
        },
        Work(function: "RestoringSession, ObjectReleaser", bound: "other memory; a list") {
            let head = Link.makeList(10_000)
            let flattened = try CyclicEncoder().flatten(head)
            _ = Link.count(andRelease: head)
            #expect(Link.count(andRelease: try CyclicDecoder().decode(Link.self, from: flattened)) == 10_000)
            #expect(try CyclicDecoder().decode(Room.self, from: deepest()).depth == 60)
        },
        Work(function: "TreeValue ==, description, deinit, FlatValues", bound: "512 levels") {
            let (first, second) = (try deepest(), try deepest())
            // Outside of the macro, which would describe the values, recursively.
            let isSame = first == second
            #expect(isSame && first.description.count > 1_000)
        },
        Work(function: "TreeValue coding, MarkerLayout", bound: "other memory, and 512 levels") {
            let flattened = try CyclicEncoder().flatten(Room.make(60, nesting: 90))
            let data = try JSONEncoder().encode(flattened)
            let isSame = try JSONDecoder().decode(FlattenedContainer.self, from: data) == flattened
            #expect(isSame)
        },
        Work(function: "CodableValue, FlatWriter, FlatReader", bound: "the policy's maximumDepth") {
            // Alone, the value is less deep than the policy allows; with the objects around it, it would be deeper.
            let bytes = try GraphEncoder().encode(codable: Room.make(60, nesting: 120)) as Bytes
            #expect(try GraphDecoder().decode(Room.self, codable: bytes).depth == 60)
            let error = #expect(throws: GraphCodableError.self) {
                try GraphEncoder().encode(codable: Room.make(60, nesting: 250)) as Bytes
            }
            #expect(error?.code == .depthExceeded)
        },
        Work(function: "FlatEncoder.nested", bound: "512 levels") {
            for isKeyed in [false, true] {
                _ = try CyclicEncoder().flatten(Shaft(depth: 500, isKeyed: isKeyed))
                let error = #expect(throws: CyclicCodingError.self) {
                    try CyclicEncoder().flatten(Shaft(depth: 100_000, isKeyed: isKeyed))
                }
                #expect(error?.code == .depthExceeded)
            }
        },
    ]

    @Test(arguments: all) func deepGraphsAndValuesNeedNoStack(work: Work) throws {
        try onSmallStack { try work.run() }
    }
}
