import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Arrays of a trivial type, which are archived as their layout and their memory.
struct TrivialArrayTests {
    private typealias Make = ArchiveAssembler

    struct Point: GTrivialCodable, Hashable { var x, y: Float }
    struct Byte: GTrivialCodable { var value: UInt8 }
    /// An array of these has padding between its elements.
    struct Step: GTrivialCodable { var time: Double, count: Int32 }
    struct Box: GTrivialCodable { var (origin, end): (Point, Point), id: UInt64 }
    struct Wide: GTrivialCodable {
        var vector: SIMD4<Double>
        var number: Int128
        var (a, b, c, d): (UInt16, Int16, Int16, Float16)
        var e: Int64
    }
    struct Many: GTrivialCodable {
        var vector: SIMD32<UInt8>
        var (a, b, c, d, e, f, g, h, i): (Int8, UInt8, Int8, UInt8, Int8, UInt8, Int8, UInt8, Int8)
    }

    // MARK: The form

    /// Any bits are a value.
    private func values<Value: GTrivialCodable>(
        _ type: Value.Type, _ layout: Bytes, _ count: Int, _ random: inout SplitMix64
    ) throws -> [Value] {
        try (0..<count).map { _ in
            let numbers = (0..<MemoryLayout<Value>.size).map { _ in UInt8.random(in: 0...255, using: &random) }
            return try Value(binaryIOBytes: layout + numbers)
        }
    }

    /// Expects the archive of an array to be the layout and the numbers, and an array to come back from it, from a sequence of its
    /// elements, and from a sink.
    private func expectCopies<Value: GTrivialCodable>(_ type: Value.Type, layout: Bytes) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 2, 3, 17, 128, min(40_000 / MemoryLayout<Value>.size, 5_000)] {
            let elements = try values(type, layout, count, &random)
            let singles = try elements.map { try $0.binaryIOBytes() }
            let numbers = Bytes(singles.map { $0.dropFirst(layout.count) }.joined())
            let expected =
                count == 0 ? Make(Make.sequence([])).bytes : Make(Make.binary([0] + layout + numbers)).bytes
            let archive: Bytes = try GraphEncoder().encode(elements)
            #expect(archive == expected, "\(type), \(count) elements, seed \(seed)")
            var streamed: Bytes = []
            try GraphEncoder().encode(elements) { streamed += $0 }
            #expect(streamed == expected)
            for bytes in [archive, Make(Make.sequence(singles.map(Make.binary))).bytes] {
                let copy = try GraphDecoder().decode([Value].self, from: bytes)
                #expect(try copy.map { try $0.binaryIOBytes() } == singles, "\(type), \(count) elements, seed \(seed)")
            }
        }
    }

    @Test func anArrayIsItsLayoutAndTheNumbersOfAllElements() throws {
        try expectCopies(Byte.self, layout: [0x02])
        try expectCopies(Point.self, layout: [0x1C])
        try expectCopies(Step.self, layout: [0x8D, 0x05])
        try expectCopies(Box.self, layout: [0xBC, 0x08])
        try expectCopies(Wide.self, layout: [0xBD, 0x89, 0x84, 0x93, 0x8B, 0x07])
        try expectCopies(
            Many.self, layout: [0xF2, 0xF2, 0xF2, 0xF2, 0x81, 0x82, 0x81, 0x82, 0x81, 0x82, 0x81, 0x82, 0x01])
    }

    /// Arrays of a trivial type wherever a value may stand.
    struct Places: GCodable, Equatable {
        var array, empty: [Point]
        var slice: ArraySlice<Point>
        var contiguous: ContiguousArray<Point>
        var nested: [[Point]]
        var dictionary: [String: [Point]]
        var set: Set<Point>
        var arrays: Set<[Point]>
        var optionals: [Point?]
        var optional: [Point]??
        var choice: Choice

        enum Key: String {
            case array, empty, slice, contiguous, nested, dictionary, set, arrays, optionals, optional, choice, any
        }

        init(_ points: [Point]) {
            (array, empty, slice, contiguous) = (points, [], points.dropFirst(), ContiguousArray(points))
            (nested, dictionary, set) = ([points, [], points], ["a": points, "b": []], Set(points))
            (arrays, optionals, optional, choice) = ([points, []], points + [nil], .some(points), .points(points))
        }

        init(from decoder: GDecoder) throws {
            array = try decoder.decode(for: Key.array)
            empty = try decoder.decode(for: Key.empty)
            slice = try decoder.decode(for: Key.slice)
            contiguous = try decoder.decode(for: Key.contiguous)
            nested = try decoder.decode(for: Key.nested)
            dictionary = try decoder.decode(for: Key.dictionary)
            set = try decoder.decode(for: Key.set)
            arrays = try decoder.decode(for: Key.arrays)
            optionals = try decoder.decode(for: Key.optionals)
            optional = try decoder.decode(for: Key.optional)
            choice = try decoder.decode(for: Key.choice)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(array, for: Key.array)
            try encoder.encode(empty, for: Key.empty)
            try encoder.encode(slice, for: Key.slice)
            try encoder.encode(contiguous, for: Key.contiguous)
            try encoder.encode(nested, for: Key.nested)
            try encoder.encode(dictionary, for: Key.dictionary)
            try encoder.encode(set, for: Key.set)
            try encoder.encode(arrays, for: Key.arrays)
            try encoder.encode(optionals, for: Key.optionals)
            try encoder.encode(optional, for: Key.optional)
            try encoder.encode(choice, for: Key.choice)
        }
    }

    enum Choice: GCodable, Equatable {
        case points([Point])
        init(from decoder: GDecoder) throws { self = .points(try decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            guard case .points(let points) = self else { return }
            try encoder.encode(points)
        }
    }

    @Test(
        arguments: [[], .disableIdentity, .tryHashableIdentityAtFirst, .tryHashableIdentityAtLast]
            as [GraphEncoder.Options])
    func anArrayMayStandAnywhere(options: GraphEncoder.Options) throws {
        let places = Places((0..<20).map { Point(x: Float($0), y: -Float($0)) })
        let bytes: Bytes = try GraphEncoder(options).encode([places, places])
        #expect(try GraphDecoder().decode([Places].self, from: bytes) == [places, places])
        let archive: Bytes = try GraphEncoder(options).encode(["points": places.array] as GraphRoots)
        #expect(try GraphDecoder().decode([Point].self, root: "points", from: archive) == places.array)
    }

    @Test func aSetIsReadFromBothForms() throws {
        let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]
        let bytes: Bytes = try GraphEncoder().encode(points)
        #expect(try GraphDecoder().decode(Set<Point>.self, from: bytes) == Set(points))
        let sequence: Bytes = try GraphEncoder().encode(Set(points))
        #expect(try Set(GraphDecoder().decode([Point].self, from: sequence)) == Set(points))
        let equal: Bytes = try GraphEncoder().encode([points[0], points[0]])
        expectError(GraphCodableError.self, .duplicateElement) {
            try GraphDecoder().decode(Set<Point>.self, from: equal)
        }
    }

    @Test func aDumpShowsTheElements() throws {
        let dump = try GraphEncoder().dump([Byte(value: 7), Byte(value: 8)])
        #expect(dump.contains("BIV [GraphCodableTests.TrivialArrayTests.Byte(value: 7), "), "\(dump)")
    }

    // MARK: Types that are written element by element

    struct Identified: GTrivialCodable, GIdentifiable, Equatable {
        var number: Int
        var gcodableID: Int? { number }
    }

    /// Writes another number than it holds.
    struct Reversed: GTrivialCodable, Equatable {
        var number: UInt32
        init(number: UInt32) { self.number = number }
        init(from buffer: inout BinaryReadBuffer) throws { number = try UInt32(from: &buffer).byteSwapped }
        func write(to buffer: inout BinaryWriteBuffer) throws { try number.byteSwapped.write(to: &buffer) }
    }

    @Test func typesWithAnIdentityOrAFormOfTheirOwnKeepIt() throws {
        func expectSequence<Value: GTrivialCodable & Equatable>(_ values: [Value]) throws {
            let bytes: Bytes = try GraphEncoder().encode(values)
            #expect(bytes[9] == Tag.sequence)
            #expect(try GraphDecoder().decode([Value].self, from: bytes) == values)
        }
        try expectSequence([Identified(number: 1), Identified(number: 2), Identified(number: 1)])
        try expectSequence([Reversed(number: 1), Reversed(number: 2)])
        try expectSequence([CGPoint(x: 1, y: 2)])
        try expectSequence([CGFloat(0.5)])
        let copies: Bytes = try GraphEncoder(.disableIdentity).encode([Identified(number: 1)])
        #expect(copies[9] == Tag.binary)
    }

    /// Has an initializer of its own, which checks the number behind the layout.
    struct Even: GTrivialCodable, Equatable {
        var number: Int16
        init(number: Int16) { self.number = number }
        init(from buffer: inout BinaryReadBuffer) throws {
            guard try buffer.read(UInt8.self) == 0x03 else { throw GraphCodableError(.typeMismatch, "layout") }
            number = try buffer.read(Int16.self)
            guard number % 2 == 0 else { throw GraphCodableError(.valueOutOfRange, "\(number) is odd") }
        }
    }

    @Test func anInitializerOfTheTypeSeesEachElement() throws {
        let values = (0..<100).map { Even(number: $0 * 2) }
        let bytes: Bytes = try GraphEncoder().encode(values)
        #expect(bytes[9] == Tag.binary)
        #expect(try GraphDecoder().decode([Even].self, from: bytes) == values)
        for index in [0, 1, 99] {
            var odd = values
            odd[index].number += 1
            let bytes: Bytes = try GraphEncoder().encode(odd)
            #expect(decodingError([Even].self, bytes) == .valueOutOfRange)
        }
    }

    struct Padded: GTrivialCodable { var flag: UInt8, number: Int32 }
    struct WithBool: GTrivialCodable { var flag: Bool }

    /// Reads any byte, so that a layout can be taken for an element.
    struct Percent: GTrivialCodable {
        var value: UInt8
        func write(to buffer: inout BinaryWriteBuffer) throws { try value.write(to: &buffer) }
        init(from buffer: inout BinaryReadBuffer) throws { value = try UInt8(from: &buffer) }
    }

    @Test func anArrayOfALayoutAloneIsRefused() {
        for content: Bytes in [[0], [0, 5], [0, 0x8D], [0, 0x8D, 0x05]] {
            #expect(throws: GraphCodableError.self) {
                _ = try GraphDecoder().decode([Percent].self, from: Make(Make.binary(content)).bytes)
            }
        }
    }

    @Test func typesThatAreNotTrivialAreRefused() {
        func expectRefusal<Value: GTrivialCodable>(_ value: Value, _ layout: Bytes) {
            expectError(GraphCodableError.self, .notEncodable) { try GraphEncoder().encode([value]) as Bytes }
            let bytes = Make(Make.binary([0] + layout + Bytes(repeating: 2, count: MemoryLayout<Value>.size))).bytes
            expectError(GraphCodableError.self, .notEncodable) { try GraphDecoder().decode([Value].self, from: bytes) }
        }
        expectRefusal(Padded(flag: 1, number: 2), [0x82, 0x05])
        expectRefusal(WithBool(flag: true), [0x02])
    }

    // MARK: Archives that are damaged or too large

    @Test func everyChangedBitAndEveryPieceEndInAValueOrAnError() throws {
        let steps = (0..<4).map { Step(time: Double($0), count: Int32($0)) }
        let archive: Bytes = try GraphEncoder().encode([steps, []])
        for bit in 0..<archive.count * 8 {
            var changed = archive
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            do {
                _ = try GraphDecoder().decode([[Step]].self, from: changed)
            } catch {
                #expect(error is GraphCodableError, "bit \(bit)")
            }
        }
        let content = Make.binary([0, 0x8D, 0x05] + Bytes(repeating: 1, count: 48))
        for count in 0..<51 where count != 15 && count != 27 && count != 39 {
            let part = Make(Make.binary(Bytes(content.dropFirst(2).prefix(count)))).bytes
            #expect(throws: GraphCodableError.self, "\(count)") { try GraphDecoder().decode([Step].self, from: part) }
        }
    }

    @Test func thePolicyLimitsTheElementsAndTheirMemory() throws {
        let points = (0..<100).map { Point(x: Float($0), y: 0) }
        let bytes: Bytes = try GraphEncoder().encode(points)
        var policy = GraphDecodingPolicy()
        policy.maximumElementCount = 100
        #expect(try GraphDecoder(policy: policy).decode([Point].self, from: bytes) == points)
        #expect(try GraphEncoder(policy: policy).encode(points) as Bytes == bytes)
        policy.maximumElementCount = 99
        #expect(decodingError([Point].self, bytes, policy: policy) == .limitExceeded)
        expectError(GraphCodableError.self, .limitExceeded) { try GraphEncoder(policy: policy).encode(points) as Bytes }
        policy = GraphDecodingPolicy()
        policy.maximumMemory = UInt64(try GraphEncoder().encodeWithCost(points).cost)
        #expect(try GraphDecoder(policy: policy).decode([Point].self, from: bytes) == points)
        policy.maximumMemory = 100 * 8
        #expect(decodingError([Point].self, bytes, policy: policy) == .limitExceeded)
        expectError(GraphCodableError.self, .limitExceeded) { try GraphEncoder(policy: policy).encode(points) as Bytes }
    }
}
