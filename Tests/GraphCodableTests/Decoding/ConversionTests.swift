import TestSupport
import Testing

@testable import GraphCodable

/// Properties whose type has changed.
struct ConversionTests {
    enum Key: String { case size, length, unit, width, info, name, boss, author, all, parts }

    /// What a program of any version writes.
    struct Written: GEncodable {
        let body: @Sendable (GEncoder) throws -> Void
        func encode(to encoder: GEncoder) throws { try body(encoder) }
    }

    private static func written(_ key: Key, _ body: @escaping @Sendable (GEncoder) throws -> Void) throws -> Bytes {
        try GraphEncoder().encode(Written { try $0.encode(Written(body: body), for: key) })
    }

    enum Unit: String, GCodable { case cm, mm }

    /// The former type can be decoded from any composite.
    struct FormerSize: GDecodable {
        let width: Int
        init(from decoder: GDecoder) throws { width = try decoder.decode(for: Key.width, default: 1) }
    }

    struct Size: GDecodable, Equatable {
        let length: Double
        let unit: Unit

        init(_ length: Double, _ unit: Unit) { (self.length, self.unit) = (length, unit) }

        init(from decoder: GDecoder) throws {
            length = try decoder.decode(for: Key.length)
            unit = try decoder.decode(for: Key.unit)
        }
    }

    struct Document: GDecodable {
        let size: Size

        init(from decoder: GDecoder) throws {
            size = try decoder.decode(for: Key.size, convertingFrom: FormerSize.self) { Size(Double($0.width), .cm) }
        }
    }

    @Test func aFormerValueIsConverted() throws {
        let archives = try [
            Self.written(.size) { try $0.encode(3, for: Key.width) },
            // The former type had another property before.
            Self.written(.size) {
                try $0.encode("furlong", for: Key.name)
                try $0.encode(3, for: Key.width)
            },
        ]
        for archive in archives {
            #expect(try GraphDecoder().decode(Document.self, from: archive).size == Size(3, .cm))
        }
        // All of its properties have their defaults.
        let empty = try Self.written(.size) { _ in }
        #expect(try GraphDecoder().decode(Document.self, from: empty).size == Size(1, .cm))
    }

    /// This type can be decoded from any composite, too.
    struct Tolerant: GCodable, Equatable {
        let length: Double
        init(_ length: Double) { self.length = length }
        init(from decoder: GDecoder) throws { length = try decoder.decode(for: Key.length, default: -1) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(length, for: Key.length) }
    }

    struct TolerantDocument: GDecodable {
        let sizes: [Tolerant]

        init(from decoder: GDecoder) throws {
            let size = try decoder.decode(for: Key.size, convertingFrom: FormerSize.self) { Tolerant(Double($0.width)) }
            let all = try decoder.decode(for: Key.all, convertingFrom: [FormerSize].self) {
                $0.map { Tolerant(Double($0.width)) }
            }
            sizes = [size] + all
        }
    }

    @Test func aFormerValueIsConvertedAlthoughThePresentTypeHasDefaults() throws {
        func sizes(_ body: @escaping @Sendable (GEncoder) throws -> Void) throws -> [Double] {
            let archive: Bytes = try GraphEncoder().encode(
                Written {
                    try $0.encode(Written(body: body), for: Key.size)
                    try $0.encode([Written(body: body), Written(body: body)], for: Key.all)
                })
            return try GraphDecoder().decode(TolerantDocument.self, from: archive).sizes.map(\.length)
        }
        #expect(try sizes { try $0.encode(3, for: Key.width) } == [3, 3, 3])
        #expect(try sizes { try $0.encode(2.5, for: Key.length) } == [2.5, 2.5, 2.5])
        // These are of neither type.
        #expect(try sizes { try $0.encode(30.0, for: Key.parts) } == [-1, -1, -1])
        #expect(try sizes { _ in } == [-1, -1, -1])
    }

    /// A type that converts a part, and reads anything.
    struct Nested: GDecodable {
        let parts: [Nested]
        let size: Size?

        init(from decoder: GDecoder) throws {
            parts = try decoder.decodeIfPresent(for: Key.parts) ?? []
            size =
                try decoder.contains(Key.size)
                ? decoder.decode(for: Key.size, convertingFrom: FormerSize.self) { Size(Double($0.width), .cm) } : nil
        }
    }

    struct NestedDocument: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.info, convertingFrom: FormerSize.self) { _ in fatalError() } as Nested
        }
    }

    @Test func aConversionInsideDoesNotHideThatAPartCannotBeRead() throws {
        let archive =
            try GraphEncoder().encode(
                Written {
                    try $0.encode(
                        Written {
                            try $0.encode(3, for: Key.width)
                            try $0.encode(Written { try $0.encode("inch", for: Key.unit) }, for: Key.size)
                        }, for: Key.info)
                }) as Bytes
        expectError(GraphCodableError.self, .keyNotFound) {
            try GraphDecoder().decode(NestedDocument.self, from: archive)
        }
    }

    /// A type that reads anything, and converts values of its own type.
    struct Chain: GDecodable {
        let next: [Chain]

        init(from decoder: GDecoder) throws {
            next =
                try decoder.contains(Key.name)
                ? decoder.decode(for: Key.name, convertingFrom: [FormerSize].self) { _ in [] } : []
        }
    }

    @Test func valuesOfNeitherTypeTakeLinearTime() throws {
        // In each array, one element has a key that neither type knows.
        @Sendable func written(_ depth: Int) -> Written {
            Written { encoder in
                guard depth > 0 else { return try encoder.encode([Written](), for: Key.name) }
                let other = Written { try $0.encode(1, for: Key.boss) }
                try encoder.encode([other, written(depth - 1)], for: Key.name)
            }
        }
        let archive = try GraphEncoder().encode(written(60)) as Bytes
        _ = try GraphDecoder().decode(Chain.self, from: archive)
    }

    /// The field that the present type does not know may be kept, or the value converted.
    struct Keeper: GKeepsUnknown, GCodable {
        var length: Double
        var unknownFields = GUnknownFields()
        init(_ length: Double) { self.length = length }
        init(from decoder: GDecoder) throws { length = try decoder.decode(for: Key.length, default: -1) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(length, for: Key.length) }
    }

    struct KeeperDocument: GDecodable {
        let size: Keeper
        init(from decoder: GDecoder) throws {
            size = try decoder.decode(for: Key.size, convertingFrom: FormerSize.self) { Keeper(Double($0.width)) }
        }
    }

    /// Fields of which some are absent.
    struct Sparse: GCodable, Equatable {
        static let keys = [Key.size, .length, .unit, .width]
        var fields: [Int?]
        init(_ bits: Int) { fields = (0..<4).map { bits >> $0 & 1 == 0 ? nil : bits } }

        init(from decoder: GDecoder) throws {
            fields = try Self.keys.map { key in
                do {
                    return try decoder.decode(for: key, convertingFrom: String.self) { Int($0) ?? 0 }
                } catch GraphCodableError.Code.keyNotFound {
                    return nil
                }
            }
        }

        func encode(to encoder: GEncoder) throws {
            for (key, field) in zip(Self.keys, fields) { try encoder.encodeIfPresent(field, for: key) }
        }
    }

    @Test(arguments: [8, 16]) func anAbsentKeyIsNotFound(count: Int) throws {
        let values = (0..<count).map { Sparse($0) }
        #expect(try GraphDecoder().decode([Sparse].self, from: GraphEncoder().encode(values) as Bytes) == values)
    }

    @Test func aTypeThatKeepsFieldsIsConvertedToo() throws {
        let archive = try Self.written(.size) { try $0.encode(3, for: Key.width) }
        let size = try GraphDecoder().decode(KeeperDocument.self, from: archive).size
        #expect(size.length == 3 && size.unknownFields.isEmpty)
        let other = try Self.written(.size) { try $0.encode(3, for: Key.boss) }
        let kept = try GraphDecoder().decode(KeeperDocument.self, from: other).size
        #expect(kept.length == -1 && !kept.unknownFields.isEmpty)
    }

    struct Refusal: Error {}

    struct Refusing: GDecodable {
        init(from decoder: GDecoder) throws { throw Refusal() }
    }

    struct RefusingDocument: GDecodable {
        let size: Tolerant
        init(from decoder: GDecoder) throws {
            size = try decoder.decode(for: Key.size, convertingFrom: Refusing.self) { _ in Tolerant(0) }
        }
    }

    @Test func aFormerTypeThatRefusesTheValueDoesNotMakeItUnreadable() throws {
        let archive = try Self.written(.size) { try $0.encode(3, for: Key.boss) }
        #expect(try GraphDecoder().decode(RefusingDocument.self, from: archive).size == Tolerant(-1))
    }

    @Test func aNewerValueDoesNotBecomeAFormerOne() throws {
        let newer = try Self.written(.size) {
            try $0.encode(30.0, for: Key.length)
            try $0.encode("inch", for: Key.unit)
        }
        let error = expectError(GraphCodableError.self, .valueOutOfRange) {
            try GraphDecoder().decode(Document.self, from: newer)
        }
        #expect(error?.codingPath.description.hasSuffix("size.unit") == true, "\(error as Any)")
        // Its key has another name.
        let renamed = try Self.written(.size) { try $0.encode(30.0, for: Key.parts) }
        let missing = expectError(GraphCodableError.self, .keyNotFound) {
            try GraphDecoder().decode(Document.self, from: renamed)
        }
        #expect(missing?.message.contains("'length'") == true, "\(missing as Any)")
    }

    @Test func theErrorIsThatOfTheTypeThatCouldReadMore() throws {
        struct Former: GDecodable {
            init(from decoder: GDecoder) throws {
                let _: Int = try decoder.decode(for: Key.width)
                let _: Unit = try decoder.decode(for: Key.unit)
            }
        }
        struct Present: GDecodable {
            init(from decoder: GDecoder) throws {
                let _: [Int] = try decoder.decode(for: Key.size, convertingFrom: Former?.self) { _ in [] }
            }
        }
        let archive = try Self.written(.size) {
            try $0.encode(1, for: Key.width)
            try $0.encode("inch", for: Key.unit)
        }
        let error = expectError(GraphCodableError.self, .valueOutOfRange) {
            try GraphDecoder().decode(Present.self, from: archive)
        }
        #expect(error?.codingPath.description.hasSuffix("size.unit") == true, "\(error as Any)")
    }

    final class Label: GCodable {
        let unit: Unit
        init(from decoder: GDecoder) throws { unit = try decoder.decode(for: Key.unit) }
        func encode(to encoder: GEncoder) throws {}
    }

    final class WrittenLabel: GEncodable {
        func encode(to encoder: GEncoder) throws { try encoder.encode("inch", for: Key.unit) }
    }

    /// The former type leaves out the object that has a case of a newer program.
    @Test func aNewerObjectIsNotLeftOutEither() throws {
        struct Present: GDecodable {
            let label: Label?
            init(from decoder: GDecoder) throws { label = try decoder.decode(for: Key.info) }
            init() { label = nil }
        }
        struct Holder: GDecodable {
            init(from decoder: GDecoder) throws {
                let _: Present = try decoder.decode(for: Key.size, convertingFrom: FormerSize.self) { _ in Present() }
            }
        }
        let archive =
            try GraphEncoder(.disableInheritance).encode(
                Written {
                    try $0.encode(
                        Written {
                            try $0.encode(3, for: Key.width)
                            try $0.encode(WrittenLabel(), for: Key.info)
                        }, for: Key.size)
                }) as Bytes
        let error = expectError(GraphCodableError.self, .valueOutOfRange) {
            try GraphDecoder().decode(Holder.self, from: archive)
        }
        #expect(error?.codingPath.description.hasSuffix("size.info.unit") == true, "\(error as Any)")
    }

    /// A class that has become a struct.
    final class Info: GCodable {
        var title = "title"
        weak var author: Person?
        var boss: Person?
        var all: Set<Person> = []

        init() {}

        init(from decoder: GDecoder) throws {
            title = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.author) { self.author = $0 }
            try decoder.decodeOrDefer(for: Key.boss, into: self) { $0.boss = $1 }
            try decoder.decodeOrDefer(for: Key.all, into: self) { $0.all = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(title, for: Key.name)
            try encoder.encodeConditional(author, for: Key.author)
            try encoder.encode(boss, for: Key.boss)
            try encoder.encode(all, for: Key.all)
        }
    }

    struct Details: GCodable {
        var title: String
        var author: Person?
        var boss: Person?
        var all: Set<Person>

        init(_ info: Info) { (title, author, boss, all) = (info.title, info.author, info.boss, info.all) }

        init(from decoder: GDecoder) throws {
            // It has the key, so that a class of this name can't be mistaken for it.
            let _: Int = try decoder.decode(for: Key.width)
            throw GraphCodableError(.misuse, "No archive has it.")
        }

        func encode(to encoder: GEncoder) throws {}
    }

    final class Person: GCodable, Hashable {
        let name: String
        var info: Info?
        var details: Details?

        init(_ name: String) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            if let value = try decoder.decodeNow(
                for: Key.info, convertingFrom: Info?.self, with: { $0.map { Details($0) } }, orLater: self,
                { $0.details = $1 })
            {
                details = value
            }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(info, for: Key.info)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(name) }
        static func == (left: Person, right: Person) -> Bool { left.name == right.name }
    }

    /// Each of the people refers to the others by an object that is converted.
    private func people(_ count: Int) -> [Person] {
        let people = (0..<count).map { Person("person \($0)") }
        for (index, person) in people.enumerated() {
            let info = Info()
            info.author = people[(index + 1) % count]
            info.boss = people[(index + 2) % count]
            info.all = Set(people)
            person.info = info
        }
        return people
    }

    /// The objects that are converted have sets of the people whose conversions need them.
    @Test(arguments: [2, 5, 60]) func aSharedObjectIsCompleteForAll(count: Int) throws {
        let people = people(count)
        for (index, person) in people.enumerated() { person.info = people[index / 2].info }
        let copies = try GraphDecoder().decode([Person].self, from: GraphEncoder().encode(people) as Bytes)
        for (index, copy) in copies.enumerated() {
            #expect(copy.details?.boss?.name == people[index].info?.boss?.name)
            #expect(copy.details?.all == Set(copies))
        }
        unlink(people)
        unlink(copies)
    }

    private func unlink(_ people: [Person]) {
        for person in people { (person.info, person.details) = (nil, nil) }
    }

    @Test(arguments: [1, 2, 3, 7, 300]) func anObjectIsConvertedWhenItIsComplete(count: Int) throws {
        let people = people(count)
        let copies = try GraphDecoder().decode([Person].self, from: GraphEncoder().encode(people) as Bytes)
        for (index, copy) in copies.enumerated() {
            #expect(copy.details?.title == "title")
            #expect(copy.details?.author === copies[(index + 1) % count])
            #expect(copy.details?.boss === copies[(index + 2) % count])
            #expect(copy.details?.all == Set(copies))
        }
        unlink(people)
        unlink(copies)
    }

    /// A part of a tree, whose parts were listed by name before.
    final class Tree: GCodable {
        let parts: [Part]
        let wasWritten: [String: Part]

        init(_ parts: [String: Part]) { (self.parts, wasWritten) = ([], parts) }

        init(from decoder: GDecoder) throws {
            parts = try decoder.decode(for: Key.parts, convertingFrom: [String: Part].self) {
                $0.sorted { $0.key < $1.key }.map(\.value)
            }
            wasWritten = [:]
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(wasWritten, for: Key.parts) }
    }

    final class Part: GCodable {
        weak var tree: Tree?
        let name: String
        init(_ name: String) { self.name = name }
        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            try decoder.deferDecode(for: Key.all) { self.tree = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encodeConditional(tree, for: Key.all)
        }
    }

    /// The parts refer to the tree that is being initialized, which the conversion does not need.
    @Test func aConstantIsConvertedAtOnce() throws {
        let tree = Tree(["b": Part("second"), "a": Part("first")])
        for part in tree.wasWritten.values { part.tree = tree }
        let copy = try GraphDecoder().decode(Tree.self, from: GraphEncoder().encode(tree) as Bytes)
        #expect(copy.parts.map(\.name) == ["first", "second"])
        #expect(copy.parts.allSatisfy { $0.tree === copy })
    }
}
