import Foundation
import TestSupport
import Testing

@testable import GraphCodable

struct BinaryIOTests {
    private func expectCopy<Value: BinaryIOType & Equatable>(_ value: Value) throws {
        let bytes = try value.binaryIOBytes()
        #expect(try Value(binaryIOBytes: bytes) == value)
        // No shorter or longer piece is taken for the value, or for any value at the cost of a trap.
        for count in 0..<bytes.count {
            #expect(throws: GraphCodableError.self) { try Value(binaryIOBytes: bytes.prefix(count)) }
        }
        expectError(GraphCodableError.self, .malformed) { try Value(binaryIOBytes: bytes + [0]) }
    }

    @Test func valuesComeBackAndPiecesOfThemAreRefused() throws {
        try expectCopy(Int.min)
        try expectCopy(UInt128.max)
        try expectCopy(true)
        try expectCopy(-0.1)
        try expectCopy("Grüße")
        try expectCopy([1, 2, 3] as [Int16])
        try expectCopy([[1], [], [2, 3]] as [[UInt8]])
        try expectCopy(["a": [1.5], "b": []] as [String: [Double]])
        try expectCopy(Set([1, 2, 3]))
        try expectCopy([1, nil, 3] as [Int?])
        try expectCopy(ContiguousArray([1, 2]))
        try expectCopy(["a", "b"][...])
        try expectCopy(1..<5)
        try expectCopy(-5...5)
        try expectCopy("é" as Character)
        try expectCopy(Duration.milliseconds(5))
        try expectCopy(SIMD4<Float>(1, 2, 3, 4))
        try expectCopy(Data([1, 2, 3]))
        try expectCopy(Date(timeIntervalSinceReferenceDate: 0.1))
        try expectCopy(UUID())
        try expectCopy(try #require(URL(string: "https://example.org")))
        try expectCopy(IndexPath(indexes: [1, 2]))
        try expectCopy(CGPoint(x: -0.5, y: 2))
        try expectCopy(CGSize(width: 1, height: 2))
        try expectCopy(CGRect(x: 1, y: 2, width: -3, height: 4))
        try expectCopy(try #require(Decimal(string: "-12345678901234567890.12345")))
        try expectCopy(Decimal.leastNonzeroMagnitude)
        try expectCopy(
            DateComponents(
                timeZone: TimeZone(identifier: "Europe/Berlin"), year: 2_024, month: 2, day: 30, weekOfYear: -1))
        var leap = DateComponents(year: 2_024, month: 6)
        leap.isLeapMonth = true
        try expectCopy(leap)
        try expectCopy(DateComponents())
    }

    /// Writes as many bytes as it says.
    struct Blank: BinaryIOType, Hashable {
        let count: UInt8

        init(_ count: UInt8) { self.count = count }
        init(from buffer: inout BinaryReadBuffer) throws {
            count = buffer.isAtEnd ? 0 : try buffer.read(UInt8.self)
            try buffer.read(max(Int(count) - 1, 0)) { _ in }
        }
        func write(to buffer: inout BinaryWriteBuffer) throws { for _ in 0..<count { buffer.append(count) } }
    }

    enum Level: UInt16, BinaryIOType { case low = 1, high = 770 }

    @Test func rawValuesAreWrittenInPlaceOfTheirCases() throws {
        try expectCopy([Level.low, .high])
        #expect(try Level.high.binaryIOBytes() == [2, 3])
        let error = expectError(GraphCodableError.self, .valueOutOfRange) { try Level(binaryIOBytes: [2, 0]) }
        #expect(error?.message == "There is no case of Level for the raw value 2.")
        try expectCopy(UInt.max)
        #expect(try UInt(770).binaryIOBytes() == [2, 3, 0, 0, 0, 0, 0, 0])
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test func aHalfHasTwoBytes() throws {
        try expectCopy(-1.5 as Float16)
        #expect(try (1 as Float16).binaryIOBytes() == [0, 0x3C])
    }
    #endif

    @Test func elementsWithoutBytesAreRefusedWhenTheyAreWritten() throws {
        let blank = Blank(0)
        for value in [[blank, blank, blank], [blank, Blank(1)]] {
            let error = #expect(throws: GraphCodableError.self) { try value.binaryIOBytes() }
            #expect(error?.code == .notEncodable && error?.message.contains("at least one byte") == true)
        }
        expectError(GraphCodableError.self, .notEncodable) { try Set([blank]).binaryIOBytes() }
        expectError(GraphCodableError.self, .notEncodable) { try [[Blank(1)], [blank]].binaryIOBytes() }
        // These have bytes enough for their count.
        for value in [[], [Blank(3), Blank(1), blank]] {
            #expect(try [Blank](binaryIOBytes: value.binaryIOBytes()) == value)
        }
        #expect(try [Int: Blank](binaryIOBytes: [1: blank].binaryIOBytes()) == [1: blank])
    }

    @Test func whatHasNoBinaryFormIsRefused() throws {
        var components = DateComponents(year: 1)
        components.calendar = Calendar(identifier: .gregorian)
        expectError(GraphCodableError.self, .notEncodable) { try components.binaryIOBytes() }
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            components.calendar = nil
            components.isRepeatedDay = true
            expectError(GraphCodableError.self, .notEncodable) { try components.binaryIOBytes() }
        }
        #expect(try Decimal(binaryIOBytes: Decimal.nan.binaryIOBytes()).isNaN)
        let zone = try DateComponents(timeZone: .gmt).binaryIOBytes()
        var unknown = zone
        unknown[unknown.count - 1] = UInt8(ascii: "?")
        expectError(GraphCodableError.self, .valueOutOfRange) { try DateComponents(binaryIOBytes: unknown) }
    }

    @Test func aTextOfTwoCharactersIsNoCharacter() throws {
        let error = expectError(GraphCodableError.self, .valueOutOfRange) {
            try Character(binaryIOBytes: "ab".binaryIOBytes())
        }
        #expect(
            error?.message == "The archive holds a string of 2 characters where one character was expected.")
    }

    /// A type that says only how it writes its bytes.
    struct Bytewise: GBinaryCodable, Equatable {
        var number: UInt16
        init(_ number: UInt16) { self.number = number }
        init(from buffer: inout BinaryReadBuffer) throws { number = try buffer.read(UInt16.self) }
        func write(to buffer: inout BinaryWriteBuffer) throws { buffer.append(number) }
    }

    @Test func aBinaryTypeNeedsNoOtherMethods() throws {
        let values = [Bytewise(1), Bytewise(770)]
        let bytes: Bytes = try GraphEncoder().encode(values)
        #expect(try GraphDecoder().decode([Bytewise].self, from: bytes) == values)
    }

    /// An object has no bytes of its own: those would be a reference to itself.
    final class BytewiseObject: GBinaryCodable {
        init() {}
        init(from buffer: inout BinaryReadBuffer) throws {}
        func write(to buffer: inout BinaryWriteBuffer) throws {}
    }

    @Test func anObjectIsNotEncodedAsBytes() throws {
        expectError(GraphCodableError.self, .misuse) { try GraphEncoder().encode(BytewiseObject()) as Bytes }
        struct Holder: GCodable {
            init() {}
            init(from decoder: GDecoder) throws { _ = try BytewiseObject(from: decoder) }
            func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
        }
        let bytes = try GraphEncoder().encode(Holder()) as Bytes
        expectError(GraphCodableError.self, .misuse) { try GraphDecoder().decode(Holder.self, from: bytes) }
    }

    /// Writes the bytes of another type as its only value.
    struct Wrapper: GCodable {
        let inner: Bytewise
        init(_ inner: Bytewise) { self.inner = inner }
        init(from decoder: GDecoder) throws { inner = try Bytewise(from: decoder) }
        func encode(to encoder: GEncoder) throws { try inner.encode(to: encoder) }
    }

    @Test func aBinaryTypeCanBeTheOnlyValueOfAnother() throws {
        let bytes: Bytes = try GraphEncoder().encode([Wrapper(Bytewise(1)), Wrapper(Bytewise(770))])
        #expect(try GraphDecoder().decode([Wrapper].self, from: bytes).map(\.inner.number) == [1, 770])
    }

    /// A collection that is archived as bytes if its elements are trivial.
    struct Row<Element: BinaryIOType & Equatable>: BinaryIOType, Equatable {
        var elements: [Element]
        init(_ elements: [Element]) { self.elements = elements }
        init(from buffer: inout BinaryReadBuffer) throws { elements = try [Element](from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try elements.write(to: &buffer) }
    }

    @Test func pointsAreTrivialAndKeepTheirOwnForm() throws {
        let row = Row([CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)])
        let bytes: Bytes = try GraphEncoder().encode(row)
        #expect(try GraphDecoder().decode(Row<CGPoint>.self, from: bytes) == row)
        // Only the types that ask for it are archived as bytes.
        let point: Bytes = try GraphEncoder().encode(row.elements)
        #expect(try GraphArchive(point).summary.keys == ["x", "y"])
        #expect(try GraphArchive(bytes).summary.keys == [])
    }

    @Test func damagedBytesAreRefused() {
        let huge: Bytes = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        expectError(GraphCodableError.self, .malformed) { try [Int](binaryIOBytes: huge) }
        expectError(GraphCodableError.self, .malformed) { try String(binaryIOBytes: huge) }
        expectError(GraphCodableError.self, .malformed) { try String(binaryIOBytes: [1, 0xFF] as Bytes) }
        expectError(GraphCodableError.self, .malformed) { try Bool(binaryIOBytes: [2] as Bytes) }
        expectError(GraphCodableError.self, .duplicateElement) { try Set<UInt8>(binaryIOBytes: [2, 7, 7] as Bytes) }
        expectError(GraphCodableError.self, .valueOutOfRange) { try Range<UInt8>(binaryIOBytes: [2, 1] as Bytes) }
        expectError(GraphCodableError.self, .duplicateElement) {
            try [UInt8: UInt8](binaryIOBytes: [2, 7, 1, 7, 2] as Bytes)
        }
    }

    // MARK: Trivial types

    struct Particle: GTrivialCodable, Hashable { var x, y, z, mass: Float }
    struct Padded: GTrivialCodable { var flag: UInt8, number: Int32 }
    struct WithBool: GTrivialCodable { var flag: Bool }
    struct WithReference: GTrivialCodable { var text: String }
    enum Choice: GTrivialCodable { case one, two }

    @Test func aTrivialTypeIsItsMemory() throws {
        let particles = [Particle(x: 1, y: 2, z: 3, mass: 4), Particle(x: -0.0, y: .infinity, z: 0, mass: 1)]
        let bytes = try GraphEncoder().encode(particles) as Bytes
        #expect(try GraphDecoder().decode([Particle].self, from: bytes) == particles)
        #expect(bytes.contains(Tag.binary))
        #expect(try particles[0].binaryIOBytes().count == 17)
    }

    @Test func typesThatAreNotTrivialAreRefusedWhenEncodedAndWhenDecoded() throws {
        func expectRefusal<Value: GTrivialCodable>(_ value: Value) {
            expectError(GraphCodableError.self, .notEncodable) { try GraphEncoder().encode(value) as Bytes }
            expectError(GraphCodableError.self, .notEncodable) {
                try Value(binaryIOBytes: Bytes(repeating: 0, count: MemoryLayout<Value>.size))
            }
        }
        expectRefusal(Padded(flag: 1, number: 2))
        expectRefusal(WithBool(flag: true))
        expectRefusal(WithReference(text: "text"))
        expectRefusal(Choice.one)
        expectRefusal(Pretending(flag: true))
    }

    /// It shows a number where it has a boolean.
    struct Pretending: GTrivialCodable, CustomReflectable {
        var flag: Bool
        var customMirror: Mirror { Mirror(self, children: ["flag": 1 as UInt8], displayStyle: .struct) }
    }

    struct Mixed: GTrivialCodable, Equatable {
        var a, b, c, d, e, f, g, h, i: Float
        var j, k, count: UInt32
        var pair: SIMD2<Double>
    }

    @Test func aTrivialTypeBeginsWithTheKindsOfItsNumbers() throws {
        let mixed = Mixed(
            a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, count: 12, pair: [13, 14])
        let bytes = try mixed.binaryIOBytes()
        // Nine numbers of kind 12 (eight, and one), three of kind 6, two of kind 13.
        #expect(bytes.prefix(4) == [0xFC, 0x8C, 0xA6, 0x1D] && bytes.count == 4 + MemoryLayout<Mixed>.size)
        #expect(try Mixed(binaryIOBytes: bytes) == mixed)
        for index in 0..<4 {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                expectError(GraphCodableError.self, .typeMismatch) { try Mixed(binaryIOBytes: changed) }
            }
        }
    }

    // MARK: Binary types

    struct Path: GBinaryCodable, Equatable, Identifiable, GIdentifiable {
        var id: Int
        var points: [Double]

        init(id: Int, points: [Double]) {
            self.id = id
            self.points = points
        }

        init(from buffer: inout BinaryReadBuffer) throws {
            id = try Int(from: &buffer)
            points = try [Double](from: &buffer)
        }

        func write(to buffer: inout BinaryWriteBuffer) throws {
            try id.write(to: &buffer)
            try points.write(to: &buffer)
        }

        init(from decoder: GDecoder) throws {
            id = try decoder.decode()
            points = try decoder.decode()
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id)
            try encoder.encode(points)
        }
    }

    @Test func aBinaryValueWithIdentityIsWrittenOnce() throws {
        let path = Path(id: 1, points: Array(repeating: 0.1, count: 100))
        let root = [path, path, path]
        let bytes = try GraphEncoder().encode(root) as Bytes
        #expect(bytes.count < 2_000)
        #expect(try GraphDecoder().decode([Path].self, from: bytes) == root)
        let copies = try GraphEncoder(.disableIdentity).encode(root) as Bytes
        #expect(copies.count > 2_400)
        #expect(try GraphDecoder().decode([Path].self, from: copies) == root)
    }

    @Test func archivesFromBeforeATypeBecameBinaryCanStillBeRead() throws {
        struct OldPath: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(3)
                try encoder.encode([1.5])
            }
        }
        let bytes = try GraphEncoder().encode(OldPath()) as Bytes
        #expect(try GraphDecoder().decode(Path.self, from: bytes) == Path(id: 3, points: [1.5]))
    }

    @Test func binaryDataWhereNoBinaryTypeIsReadIsRefused() throws {
        struct Plain: GCodable {
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }
        let bytes = try GraphEncoder().encode(Particle(x: 0, y: 0, z: 0, mass: 0)) as Bytes
        expectError(GraphCodableError.self, .typeMismatch) { try GraphDecoder().decode(Plain.self, from: bytes) }
        #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Path.self, from: bytes) }
    }
}

extension BinaryIOTests.Row: GEncodable, GDecodable, GBinaryEncodable, GBinaryDecodable where Element: GTrivialCodable {
}
