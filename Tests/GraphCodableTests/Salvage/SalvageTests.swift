@testable import GraphCodable
import TestSupport
import Testing

/// What can be had of an archive of which parts are lost.
struct GraphSalvageTests {
    /// Refers to others in every way.
    final class Node: GCodable, Hashable {
        let number: Int
        var next: Node?
        var children: [Node] = []
        var named: [String: Node] = [:]
        var friends: Set<Node> = []
        var optional: [Node?] = []
        var deep: Node?? = .some(nil)
        var any: [any GCodable] = []
        weak var parent: Node?

        private enum Key: String { case number, next, children, named, friends, optional, deep, any, parent }
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            next = try decoder.decode(for: Key.next)
            children = try decoder.decode(for: Key.children)
            named = try decoder.decode(for: Key.named)
            friends = try decoder.decode(for: Key.friends)
            optional = try decoder.decode(for: Key.optional)
            deep = try decoder.decode(for: Key.deep)
            any = try decoder.decode(any: [any GCodable].self, for: Key.any)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(children, for: Key.children)
            try encoder.encode(named, for: Key.named)
            try encoder.encode(friends, for: Key.friends)
            try encoder.encode(optional, for: Key.optional)
            try encoder.encode(deep, for: Key.deep)
            try encoder.encode(any: any, for: Key.any)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
        static func == (lhs: Node, rhs: Node) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// Cannot do without its owner.
    final class Pet: GCodable {
        let owner: Node
        private enum Key: String { case owner }
        init(_ owner: Node) { self.owner = owner }
        init(from decoder: GDecoder) throws { owner = try decoder.decode(for: Key.owner) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(owner, for: Key.owner) }
    }

    /// A graph without cycles but those of parents: each node refers to nodes with higher numbers.
    static func graph(_ count: Int, seed: UInt64) -> [Node] {
        var generator = SplitMix64(seed: seed)
        let nodes = (0..<count).map { Node($0) }
        for (place, node) in nodes.enumerated().dropLast() {
            func other() -> Node { nodes[Int.random(in: place + 1..<count, using: &generator)] }
            node.next = other()
            node.children = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in other() }
            for number in 0..<Int.random(in: 0..<3, using: &generator) { node.named["name \(number)"] = other() }
            node.friends = Set((0..<Int.random(in: 0..<3, using: &generator)).map { _ in other() })
            node.optional = [nil, other(), other()]
            node.deep = .some(other())
            node.any = [other(), "text", other()]
            other().parent = node
        }
        return nodes
    }

    private static func records(_ archive: Bytes) throws -> [Range<Int>] {
        let storage = try ArchiveRecords(archive, policy: .inspection)
        return (0..<storage.idCount).compactMap { storage.byteRange(of: $0) }
    }

    /// The numbers of all nodes that can be reached.
    private static func reached(_ roots: [Node]) -> Set<Int> {
        var found: Set<Node> = []
        var waiting = roots
        while let node = waiting.popLast() {
            guard found.insert(node).inserted else { continue }
            waiting += [node.next, node.deep ?? nil, node.parent].compactMap { $0 } + node.children
            waiting += Array(node.named.values) + Array(node.friends) + node.optional.compactMap { $0 }
            waiting += node.any.compactMap { $0 as? Node }
        }
        return Set(found.map(\.number))
    }

    @Test func valuesThatTheDirectoryCountsButNoRecordHasAreLost() throws {
        let archive: [UInt8] = try GraphEncoder().encode(Self.graph(3, seed: 1))
        var count = 0
        for place in archive.indices.suffix(16) {
            var changed = archive
            changed[place] &+= 3
            guard let salvage = try? GraphSalvage(changed), salvage.lostObjectCount == 0, !salvage.lostTypes.isEmpty
            else { continue }
            #expect(!salvage.isComplete)
            count += 1
        }
        #expect(count > 0)
    }

    @Test func withoutLossTheArchiveIsTheSame() throws {
        let archive: Bytes = try GraphEncoder().encode(Self.graph(30, seed: 1))
        let salvage = try GraphSalvage(archive)
        #expect(salvage.isComplete && salvage.lostObjects.isEmpty && salvage.lostTypes.isEmpty)
        #expect(try salvage.archive().bytes == archive)
        #expect(try salvage.archive(lostReferences: .removed) == (archive, 0))
    }

    @Test func oneLostObjectCostsNoOther() throws {
        let nodes = Self.graph(40, seed: 2)
        let archive: Bytes = try GraphEncoder().encode(nodes)
        for (id, record) in try Self.records(archive).enumerated().dropFirst() {
            let all = [record.lowerBound..<record.lowerBound + 1, record.upperBound - 1..<record.upperBound, record]
            for lost in Torture.isOn ? all : [all[id % all.count]] {
                var damaged = archive
                damaged.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
                let salvage = try GraphSalvage(damaged, lostRanges: [lost])
                #expect(salvage.lostObjects.map(\.id) == [UInt32(id)])
                #expect(salvage.lostTypes.map(\.count) == [1])
                #expect(salvage.lostTypes.first?.isClass == true)
                for treatment in [GraphSalvage.LostReferences.readAsNil, .removed] {
                    let (bytes, _) = try salvage.archive(lostReferences: treatment)
                    let recovered = try GraphArchive(bytes)
                    try recovered.verify()
                    #expect(recovered.summary.objectCount == 39)
                    #expect(try !recovered.dump().contains("REF" + ValueFormatter.number(UInt32(id)) + " "))
                }
                // Every node is in the root's array, so all but the lost one come back.
                let root = try GraphDecoder().decode(
                    [Node].self, from: try salvage.archive(lostReferences: .removed).bytes)
                let numbers = nodes.map(\.number).filter { Self.reached(root).contains($0) }
                #expect(root.count == 39 && numbers.count == 39)
            }
        }
    }

    @Test func randomLossesLeaveSoundArchives() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        for round in 0..<Torture.count(10, torture: 1_000) {
            let archive: Bytes = try GraphEncoder().encode(Self.graph(60, seed: seed &+ UInt64(round)))
            let records = try Self.records(archive)
            var damaged = archive
            var lost: [Range<Int>] = []
            var start = 12
            while true {
                start += .random(in: 0..<1_000, using: &generator)
                let range = start..<start + .random(in: 1..<500, using: &generator)
                guard let last = records.last, range.upperBound <= last.upperBound else { break }
                for place in range { damaged[place] = 0xFF }
                lost.append(range)
                start = range.upperBound
            }
            // In any order, some of them twice.
            let again = lost.compactMap { Bool.random(using: &generator) ? $0.lowerBound..<$0.lowerBound + 1 : nil }
            let salvage = try GraphSalvage(damaged, lostRanges: (lost + again).shuffled(using: &generator))
            for (id, record) in records.enumerated().dropFirst() {
                #expect(salvage.isWhole(UInt32(id)) == !lost.contains { $0.overlaps(record) }, "seed \(seed)")
            }
            for treatment in [GraphSalvage.LostReferences.readAsNil, .removed] {
                let bytes = try salvage.archive(lostReferences: treatment).bytes
                try GraphArchive(bytes).verify()
                #expect(try GraphSalvage(bytes).lostReferenceCount == 0, "seed \(seed)")
            }
            // Each object that is left can be had.
            for id in 1..<UInt32(records.count) where salvage.isWhole(id) {
                let bytes = try salvage.archive(lostReferences: .removed, root: id).bytes
                let node = try GraphDecoder().decode(Node.self, from: bytes)
                #expect(node.optional.first == .some(nil) || node.number == 59, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [0x01, 0x40, 0xFF] as [UInt8]) func anyByteMayBeWrong(difference: UInt8) throws {
        let archive: Bytes = try GraphEncoder().encode(Self.graph(4, seed: 9))
        var soundCount = 0
        for place in archive.indices {
            var damaged = archive
            damaged[place] ^= difference
            guard let salvage = try? GraphSalvage(damaged) else { continue }
            soundCount += salvage.isComplete ? 1 : 0
            for treatment in [GraphSalvage.LostReferences.readAsNil, .removed] {
                let bytes = try salvage.archive(lostReferences: treatment).bytes
                #expect(throws: Never.self, "byte \(place) of \(archive)") { try GraphArchive(bytes).verify() }
            }
        }
        #expect(soundCount > 0)
    }

    @Test func optionalReferencesToLostObjectsAreNil() throws {
        let node = Node(1)
        node.next = Node(2)
        node.optional = [node.next, Node(3)]
        node.deep = node.next
        let archive: Bytes = try GraphEncoder().encode(node)
        let lost = try Self.records(archive)[2]
        // Empty ranges lose nothing, wherever they are.
        let empty = [0, lost.lowerBound, archive.count].map { $0..<$0 }
        #expect(try GraphSalvage(archive, lostRanges: empty).isComplete)
        let salvage = try GraphSalvage(archive, lostRanges: [lost] + empty)
        #expect(salvage.lostReferenceCount == 3)
        let copy = try GraphDecoder().decode(Node.self, from: try salvage.archive().bytes)
        #expect(copy.number == 1 && copy.next == nil)
        #expect(copy.optional.map { $0?.number } == [nil, 3])
        #expect((copy.deep ?? nil) == nil)
    }

    @Test func whatCannotBeNilNamesTheLostObject() throws {
        let archive: Bytes = try GraphEncoder().encode(Pet(Node(5)))
        let salvage = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[2]])
        let bytes = try salvage.archive().bytes
        let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Pet.self, from: bytes) }
        #expect(error?.code == .valueNotFound)
        #expect(error?.message.contains("object 2") == true)
        #expect(error?.description.contains("owner") == true, "\(String(describing: error))")
    }

    /// Cannot do without its owner, of whatever type.
    final class AnyPet: GCodable {
        let owner: any GCodable
        init(_ owner: any GCodable) { self.owner = owner }
        init(from decoder: GDecoder) throws { owner = try decoder.decode(any: (any GCodable).self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: owner) }
    }

    struct Badge: GCodable, GIdentifiable {
        var gcodableID: Int? { 1 }
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test(arguments: [false, true]) func aProtocolValueThatCannotBeNilNamesTheLostObject(isClass: Bool) throws {
        let archive: Bytes = try GraphEncoder().encode(AnyPet(isClass ? Node(5) : Badge()))
        let salvage = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[2]])
        let bytes = try salvage.archive().bytes
        let error = expectError(GraphCodableError.self, .valueNotFound) {
            try GraphDecoder().decode(AnyPet.self, from: bytes)
        }
        #expect(error?.message.contains("object 2") == true, "\(error as Any)")
    }

    @Test func aLostRootIsSaid() throws {
        let nodes = Self.graph(5, seed: 3)
        let archive: Bytes = try GraphEncoder().encode(nodes[0])
        let records = try Self.records(archive)
        for lost in [[records[0]], [records[1]], [12..<records[1].upperBound]] {
            let salvage = try GraphSalvage(archive, lostRanges: lost)
            #expect(salvage.isRootLost && !salvage.isComplete)
            let bytes = try salvage.archive().bytes
            try GraphArchive(bytes).verify()
            #expect(try GraphDecoder().decode(Node?.self, from: bytes) == nil)
            #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Node.self, from: bytes) }
            let other = try salvage.archive(lostReferences: .removed, root: 2).bytes
            #expect(try GraphDecoder().decode(Node.self, from: other).number > 0)
            expectError(GraphCodableError.self, .misuse) { try salvage.archive(root: 99) }
            expectError(GraphCodableError.self, .misuse) { try salvage.archive(root: 0) }
        }
        let salvage = try GraphSalvage(archive, lostRanges: [records[2]])
        expectError(GraphCodableError.self, .misuse) { try salvage.archive(root: 2) }
    }

    @Test func lostObjectsAreDescribed() throws {
        let archive: Bytes = try GraphEncoder().encode(Self.graph(20, seed: 4))
        let records = try Self.records(archive)
        let salvage = try GraphSalvage(archive, lostRanges: [records[3].upperBound - 3..<records[7].upperBound])
        #expect(salvage.lostObjectCount == 5)
        #expect(salvage.lostObjects.map(\.id) == [3, 4, 5, 6, 7])
        #expect(salvage.lostObjects[0].typeName?.hasSuffix("Node") == true)
        #expect(salvage.lostObjects[1].typeName == nil)
        #expect(salvage.lostTypes.map(\.count) == [5])
        #expect(
            try GraphSalvage(archive, lostRanges: [12..<records[19].upperBound], maximumListedObjectCount: 2)
                .lostObjects.count == 2)
    }

    @Test func theHeaderIsNotNeededButTheEndIs() throws {
        let archive: Bytes = try GraphEncoder().encode(Self.graph(5, seed: 5))
        let layout = try #require(try? archive.withUnsafeBytes { try ArchiveLayout($0) })
        var damaged = archive
        damaged.replaceSubrange(0..<9, with: [UInt8](repeating: 0, count: 9))
        #expect(try GraphSalvage(damaged, lostRanges: [0..<9]).archive().bytes.starts(with: archive[..<9]))
        for place in layout.recordTable.lowerBound..<archive.count {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphSalvage(archive, lostRanges: [place..<place + 1])
            }
            #expect(error?.message.contains("which types") == true)
        }
        expectError(GraphCodableError.self, .truncated) { try GraphSalvage(Array(archive.dropLast())) }
    }

    @Test func recordsThatBreakARuleAreLost() throws {
        let archive: Bytes = try GraphEncoder().encode(Self.graph(10, seed: 6))
        var damaged = archive
        damaged[try Self.records(archive)[4].lowerBound + 1] = 0xFF
        let salvage = try GraphSalvage(damaged)
        #expect(salvage.lostObjects.map(\.id) == [4])
        #expect(salvage.lostObjects[0].typeName?.hasSuffix("Node") == true)
        try GraphArchive(try salvage.archive().bytes).verify()
    }

    /// There may not be more ids than bytes.
    @Test func anArchiveOfWhichAlmostAllIsLostIsSound() throws {
        let archive: Bytes = try GraphEncoder().encode((0..<3_000).map { Node($0) })
        let records = try Self.records(archive)
        let salvage = try GraphSalvage(archive, lostRanges: [records[0].lowerBound..<records[2_998].upperBound])
        #expect(salvage.lostObjectCount == 2_998)
        let bytes = try salvage.archive().bytes
        try GraphArchive(bytes).verify()
        #expect(try GraphArchive(bytes).dump().contains("2998 objects were lost."))
        let last = try salvage.archive(root: 2_999).bytes
        #expect(try GraphDecoder().decode(Node.self, from: last).number == 2_998)
    }

    @Test func pairsOfMapsGoWhenTheKeyOrTheValueIsLost() throws {
        let value: [UInt8] = [0x60]
        // {1: [→2], →1: [→1, →2], 3: →1, →2: 4} and [some →1, typed →2, →2]
        let map: [UInt8] =
            [0xCF, 4] + [1, 0xCE, 1, 0x80, 2] + [0x80, 1, 0xCE, 2, 0x80, 1, 0x80, 2] + [3, 0x80, 1] + [0x80, 2, 4]
        var assembler = ArchiveAssembler(
            [0xCE, 2] + map + [0xCE, 3, 0xE6, 0x80, 1, 0xE8, 0, 0x80, 2, 0x80, 2], value, value,
            types: [ArchiveAssembler.type("T", name: "T")], shapes: [ArchiveAssembler.shape(of: 0)])
        assembler.counts = [2]
        let archive = assembler.bytes
        try GraphArchive(archive).verify()
        let first = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[1]])
        let (bytes, removed) = try first.archive(lostReferences: .removed)
        #expect(removed == 3)
        let root = try Self.records(bytes)[0]
        #expect(
            Array(bytes[root]) == [0xCE, 2, 0xCF, 2, 1, 0xCE, 1, 0x80, 2, 0x80, 2, 4]
                + [0xCE, 2, 0xE8, 0, 0x80, 2, 0x80, 2])
        let second = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[2]])
        let (others, count) = try second.archive(lostReferences: .removed)
        #expect(count == 5)
        #expect(
            Array(others[try Self.records(others)[0]])
                == [0xCE, 2, 0xCF, 3, 1, 0xCE, 0, 0x80, 1, 0xCE, 1, 0x80, 1, 3, 0x80, 1] + [0xCE, 1, 0xE6, 0x80, 1])
        let kept = try second.archive().bytes
        // A nil has no type.
        #expect(Array(kept[try Self.records(kept)[0]]).suffix(9) == [0xCE, 3, 0xE6, 0x80, 1, 0xE1, 2, 0xE1, 2])
    }

    @Test(
        arguments: [
            // Sequences in a sequence: {→1, →2} becomes {→1}, or goes. {→1} stays.
            (
                [0xCE, 2, 0xCE, 2, 0x80, 1, 0x80, 2, 0xCE, 1, 0x80, 1], [0xCE, 2, 0xCE, 1, 0x80, 1, 0xCE, 1, 0x80, 1],
                [0xCE, 1, 0xCE, 1, 0x80, 1], 1
            ),
            // A struct keeps its place, or goes.
            (
                [0xCE, 2, 0x61, 0x80, 2, 0x61, 0x80, 1], [0xCE, 2, 0x61, 0xE1, 2, 0x61, 0x80, 1],
                [0xCE, 1, 0x61, 0x80, 1], 0
            ),
            // A sequence in a struct loses an element. Only one that is directly in a collection goes.
            ([0xCE, 1, 0x61, 0xCE, 2, 0x80, 2, 5], [0xCE, 1, 0x61, 0xCE, 1, 5], [0xCE, 1, 0x61, 0xCE, 1, 5], 1),
            // Keys that contain the lost object go with their values: a sequence, a struct, and a map in a sequence.
            (
                [0xCF, 2, 0xCE, 1, 0x80, 2, 7, 0xCE, 1, 0x80, 1, 8], [0xCF, 1, 0xCE, 1, 0x80, 1, 8],
                [0xCF, 1, 0xCE, 1, 0x80, 1, 8], 1
            ),
            (
                [0xCF, 2, 0x61, 0x80, 2, 7, 0x61, 0x80, 1, 8], [0xCF, 1, 0x61, 0x80, 1, 8],
                [0xCF, 1, 0x61, 0x80, 1, 8], 1
            ),
            ([0xCF, 1, 0xCE, 1, 0xCF, 1, 6, 0x80, 2, 7], [0xCF, 0], [0xCF, 0], 1),
            // Values that contain it lose it, or go with their keys.
            (
                [0xCF, 2, 6, 0x61, 0x80, 2, 7, 0xCE, 2, 0x80, 2, 0x80, 2], [0xCF, 2, 6, 0x61, 0xE1, 2, 7, 0xCE, 0],
                [0xCF, 0], 2
            ),
            // Where no collection is, nothing goes.
            ([0x61, 0x80, 2], [0x61, 0xE1, 2], [0x61, 0xE1, 2], 0),
        ] as [([UInt8], [UInt8], [UInt8], Int)])
    func elementsGoWithTheReferencesInThem(_ record: [UInt8], _ removed: [UInt8], _ without: [UInt8], _ count: Int)
        throws
    {
        var assembler = ArchiveAssembler(
            record, [0x60], [0x60], keys: ["k"], types: [ArchiveAssembler.type("T", name: "T")],
            shapes: [ArchiveAssembler.shape(of: 0), ArchiveAssembler.shape(of: 0, 1)])
        assembler.counts = [UInt8(2 + record.count { $0 == 0x61 })]
        let archive = assembler.bytes
        try GraphArchive(archive).verify()
        let salvage = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[2]])
        let (bytes, removedCount) = try salvage.archive(lostReferences: .removed)
        #expect(Array(bytes[try Self.records(bytes)[0]]) == removed && removedCount == count)
        let rest = try salvage.archive(lostReferences: .removedWithElement).bytes
        #expect(Array(rest[try Self.records(rest)[0]]) == without)
        try GraphArchive(rest).verify()
    }

    @Test func referencesOfEveryFormToALostObjectAreLetGo() throws {
        // In two, three and five bytes, and a conditional one whose number takes two; the last leads to another object.
        let references: [Bytes] = [
            [0x80, 200], [0xA0, 200, 0], ArchiveAssembler.reference(200), ArchiveAssembler.conditional(200),
            ArchiveAssembler.reference(1),
        ]
        var assembler = ArchiveAssembler(
            ArchiveAssembler.sequence(references), ArchiveAssembler.text(String(repeating: "a", count: 300)))
        assembler.records.append(.init(id: 200, bytes: ArchiveAssembler.text("lost")))
        let archive = assembler.bytes
        let salvage = try GraphSalvage(archive, lostRanges: [try Self.records(archive)[2]])
        #expect(salvage.lostObjects.map(\.id) == [200] && salvage.lostReferenceCount == 4)
        let kept = try salvage.archive().bytes
        let conditional = ArchiveAssembler.conditional(200)
        #expect(
            Array(kept[try Self.records(kept)[0]])
                == ArchiveAssembler.sequence(Array(repeating: conditional, count: 4) + [ArchiveAssembler.reference(1)]))
        let (rest, removed) = try salvage.archive(lostReferences: .removed)
        #expect(removed == 4)
        #expect(
            Array(rest[try Self.records(rest)[0]]) == ArchiveAssembler.sequence([ArchiveAssembler.reference(1)]))
    }

    @Test func anObjectOfAnyNumberCanBeTheRoot() throws {
        let forms: [(id: UInt32, bytes: Bytes)] = [
            (8_191, [0x9F, 0xFF]), (8_192, [0xA0, 0x00, 0x20]), (1 << 21, ArchiveAssembler.reference(1 << 21)),
        ]
        for (id, reference) in forms {
            // There may not be more ids than bytes.
            var assembler = ArchiveAssembler(
                ArchiveAssembler.null, ArchiveAssembler.text(String(repeating: "a", count: Int(id))))
            assembler.records.append(.init(id: UInt64(id), bytes: ArchiveAssembler.text("left")))
            let bytes = try GraphSalvage(assembler.bytes).archive(root: id).bytes
            #expect(Array(bytes[9..<9 + reference.count]) == reference)
            #expect(try GraphArchive(bytes).summary.objectCount == 2)
        }
    }
}
