import GraphCodable

/// Classes that defer what they decode, and archives that let them defer as much as possible.
enum DeferringTypes {
    class Base: GCodable {
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// An object that defers each of its values.
    final class Child: Base {
        weak var parent: Base?

        required init(from decoder: GDecoder) throws {
            super.init()
            while decoder.unkeyedCount > 0 { try decoder.deferDecode { self.parent = $0 } }
        }
    }

    /// An object that waits for the graph to be complete.
    final class Waiting: Base, GDecodeCompletion {
        func didDecode() {}
    }

    /// The same, with a closure.
    final class Calling: Base {
        required init(from decoder: GDecoder) throws {
            super.init()
            try decoder.whenDecoded { _ = self }
        }
    }

    /// An object with sets that are built at once, and checked in the end because something waits.
    final class Owner: Base, Hashable {
        var sets: [Set<Owner>] = []
        weak var parent: Base?

        required init(from decoder: GDecoder) throws {
            super.init()
            try decoder.deferDecode { self.parent = $0 }
            while decoder.unkeyedCount > 0 { sets.append(try decoder.decode()) }
        }

        static func == (left: Owner, right: Owner) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// An object that leads to its neighbours in each of the ways in which it can.
    final class Neighbor: Base, Hashable {
        var number = 0
        var set: Set<Neighbor> = []
        var pairs: [Neighbor: Neighbor] = [:]
        weak var friend: Neighbor?

        required init(from decoder: GDecoder) throws {
            super.init()
            number = try decoder.decode()
            try decoder.decodeOrDefer(into: self) { $0.set = $1 }
            try decoder.decodeOrDefer(into: self) { $0.pairs = $1 }
            try decoder.deferDecode { self.friend = $0 }
        }

        static func == (left: Neighbor, right: Neighbor) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    static func register() throws {
        try Child.register(as: "Child")
        try Waiting.register(as: "Waiting")
        try Calling.register(as: "Calling")
        try Owner.register(as: "Owner")
        try Neighbor.register(as: "Neighbor")
    }

    // MARK: Archives

    private static func reference(_ id: Int) -> [UInt8] {
        [0xE0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
    }

    /// An archive of objects of one class, each with as many values without keys.
    private static func archive(_ name: String, valueCount: Int, _ records: [[UInt8]]) -> [UInt8] {
        let text = FilterForm.varint(name.utf8.count) + Array(name.utf8)
        let shape = [0] + FilterForm.varint(valueCount << 2 | 3) + [0] + [UInt8](repeating: 0, count: valueCount)
        let sizes = records.flatMap { FilterForm.varint($0.count * 2) }
        let count = FilterForm.varint(records.count)
        return HostileMemoryTests.archive(
            records.flatMap { $0 }, table: count + count + sizes,
            directory: [0, 1, 7] + text + text + [1] + shape.dropFirst() + [0])
    }

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array(repeatElement(bytes, count: count).joined())
    }

    /// Objects in place, which have no record.
    private static func inPlace(_ name: String, _ values: [UInt8], size: Int) -> [UInt8] {
        let count = size / (values.count + 1)
        let objects = [0xCE] + FilterForm.varint(count) + repeated([0x60] + values, count)
        return archive(name, valueCount: values.count, [objects])
    }

    /// Objects with records, to all of which the root refers.
    private static func objects(_ name: String, valueCount: Int, _ values: [[UInt8]]) -> [UInt8] {
        let root = [0xCE] + FilterForm.varint(values.count) + values.indices.map { reference($0 + 1) }.joined()
        return archive(name, valueCount: valueCount, [root] + values.map { [0x60] + $0 })
    }

    /// An archive, and how many pieces of work it defers at least.
    typealias DeferringBomb = (bomb: HostileMemoryTests.Bomb, count: Int)

    static func bombs(size: Int) -> [DeferringBomb] {
        func bomb(_ name: String, _ count: Int, _ plain: [UInt8]) -> DeferringBomb {
            (HostileMemoryTests.Bomb(name, [Base].self, plain), count)
        }
        let noneOf400 = [UInt8](repeating: 0xC0, count: 400)
        // The first object would wait for itself.
        let (none, sets) = (repeated([0xCE, 0], 8), repeated([0xCE, 1] + reference(1), 8))
        let count = size / 40
        func next(_ id: Int) -> [UInt8] { reference((id + count) % count + 1) }
        let neighbors: [[UInt8]] = (0..<count).map { id in
            var bytes: [UInt8] = [0xC5] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
            bytes += [0xCE, 2] + next(id + 1) + next(id - 1)
            bytes += [0xCF, 1] + next(id + 2) + next(id)
            bytes += [0xE1] + FilterForm.varint(id * 17 % count + 1)
            return bytes
        }
        return [
            bomb("waiting objects", size, inPlace("Waiting", [], size: size)),
            bomb("calls", size, inPlace("Calling", [], size: size)),
            bomb("deferred nils", size / 9 * 8, inPlace("Child", Array(noneOf400.prefix(8)), size: size)),
            bomb(
                "deferred nils of objects", size / 406 * 400,
                objects("Child", valueCount: 400, Array(repeating: noneOf400, count: size / 406))),
            bomb(
                "checked sets", size / 65 * 9,
                objects(
                    "Owner", valueCount: 9, [[0xE1, 1] + none] + Array(repeating: [0xE1, 1] + sets, count: size / 65))),
            bomb("neighbors", count, objects("Neighbor", valueCount: 4, neighbors)),
        ]
    }
}
