import Foundation
@testable import GraphCodable
import TestSupport
import Testing

/// Archives that were made to do harm. Each must end with an error of the package, or with a value; never in a trap.
struct HostileArchiveTests {
    typealias Make = ArchiveAssembler

    /// Numbers at which arithmetic goes wrong.
    static let extremes: [UInt64] = [
        0, 1, 2, 127, 128, 255, 256, 65_535, 65_536, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, (1 << 32) - 2,
        (1 << 32) - 1,
        1 << 32, (1 << 32) + 1, (1 << 53) + 1, (1 << 62), (1 << 63) - 1, 1 << 63, (1 << 63) + 1, .max - 1, .max,
    ]

    /// Something of every kind that an archive's bytes can be asked for.
    static func decodeAsEverything(_ archive: Bytes) {
        let decoder = GraphDecoder()
        func check<Root: GDecodable>(_ type: Root.Type) {
            do {
                _ = try decoder.decode(type, from: archive)
            } catch {
                #expect(error is GraphCodableError, "\(type) from \(archive): \(error)")
            }
        }
        check(Int.self)
        check(UInt8.self)
        check(Int128.self)
        check(Double.self)
        check(Float.self)
        check(String.self)
        check(Bool.self)
        check(Int??.self)
        check([Int].self)
        check([UInt8].self)
        check([Bool].self)
        check([Double].self)
        check([String].self)
        check([[Int?]].self)
        check(Set<Int>.self)
        check([String: Int].self)
        check([Int: [String]].self)
        check(Data.self)
        check(Range<Int>.self)
        check(ClosedRange<Double>.self)
        check(SampleGraph.Group.self)
        check([SampleGraph.Shape].self)
        check(SampleGraph.List.self)
        check(DeepGraphTests.Link?.self)
        check(DeepGraphTests.Nested.self)
        check(Tree.self)
    }

    /// A value type with values of its own type, by key and in a collection.
    struct Tree: GCodable {
        var branches: [Tree] = []
        var link: DeepGraphTests.Link?
        private enum Key: String { case link, branches }
        init() {}
        init(from decoder: GDecoder) throws {
            // In another order than that of encoding, so that a table of the values is made.
            link = try decoder.decodeIfPresent(for: Key.link)
            branches = try decoder.decode(for: Key.branches)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(branches, for: Key.branches)
            try encoder.encodeIfPresent(link, for: Key.link)
        }
    }

    @Test(arguments: extremes) func everyNumberOfTheStructureMayBeAnything(number: UInt64) {
        let varint = Make.varint(number)
        var archives: [Bytes] = []
        for prefix in [[0xCD], [0xCE], [0xCF], [0xE7], [0xE1], [0xE2], [0xE3], [0xE8], [0xE3, 0, 0xE4]] as [Bytes] {
            archives.append(Make(prefix + varint + [1, 2, 3], types: [[0, 0]], shapes: [[3, 0]]).bytes)
        }
        for kind in UInt8(0)...13 {
            archives.append(Make(Make.packed(kind, count: number, [0, 1, 1, 0])).bytes)
        }
        archives.append(Make(Make.reference(UInt32(truncatingIfNeeded: number))).bytes)
        var archive = Make([1])
        archive.idCount = number
        archives.append(archive.bytes)
        archive.records = [Make.Record(bytes: [1]), Make.Record(id: number, bytes: [1])]
        archives.append(archive.bytes)
        for table in [varint + [1, 2], [1] + varint + [2], [1, 1] + varint, [2, 3, 2, 3] + varint] {
            archive = Make([1])
            archive.table = table
            archives.append(archive.bytes)
        }
        for directory in [
            varint, [1] + varint, [0] + varint, [0, 1, 2, 0] + varint, [0, 1, 8, 0] + varint, [0, 0] + varint,
            [0, 1, 0, 0] + varint, [0, 1, 0, 0, 1] + varint, [0, 1, 0, 0, 1, 1] + varint,
            [0, 1, 0, 0, 1, 7, 0] + varint,
            [0, 1, 0, 0, 0] + varint,
        ] {
            archive = Make([1])
            archive.directory = directory
            archives.append(archive.bytes)
        }
        // The sizes in the trailer.
        for place in [5, 4] {
            var bytes = Make([1]).bytes
            bytes.replaceSubrange(bytes.count - place...bytes.count - place, with: varint.reversed())
            archives.append(bytes)
        }
        archives.forEach(Self.decodeAsEverything)
    }

    @Test func everyByteMayFollowEveryTag() {
        for tag in UInt8.min...UInt8.max {
            for second in Torture.some(of: 0..<256, step: 251).map({ UInt8($0) }) {
                Self.decodeAsEverything(
                    Make([tag, second, second], types: [[0, 0]], shapes: [[3, 0], [7, 0, 0]]).bytes)
                Self.decodeAsEverything(Make([tag], [second], types: [[0, 0]], shapes: [[3, 0]]).bytes)
            }
        }
    }

    // MARK: Depth

    /// Values inside one another, each in the one around it.
    private static func levels(_ count: Int, _ level: Bytes) -> Bytes {
        let value = Bytes(unsafeUninitializedCapacity: count * level.count + 1) { buffer, initializedCount in
            for index in 0..<count * level.count {
                buffer.initializeElement(at: index, to: level[index % level.count])
            }
            buffer.initializeElement(at: count * level.count, to: 0)
            initializedCount = count * level.count + 1
        }
        return Make(
            value, keys: ["branches"], types: [Make.valueType(Tree.self)], shapes: [[7, 0, 1], [7, 0, 0]]
        ).bytes
    }

    @Test func levelsWithoutEndAreAnErrorOnASmallStack() throws {
        try onThread {
            for level in [[0xCE, 1], [0xCF, 1], [0xE6], [0x60], [0xE2, 0], [0xE3, 0], [0xE3, 0, 0xE4, 1]] as [Bytes] {
                // Enough for any recursion to overflow the stack.
                Self.decodeAsEverything(Self.levels(5_000, level))
                // More are for the types that nest, and for one that does not.
                let archive = Self.levels(Torture.count(20_000, torture: 1_000_000), level)
                #expect(decodingError(Tree.self, archive) != nil)
                #expect(decodingError(DeepGraphTests.Nested.self, archive) != nil)
                #expect(decodingError([[Int?]].self, archive) != nil)
                #expect(decodingError(Int.self, archive) != nil)
            }
        }
    }

    struct BinaryTree: GBinaryCodable {
        var branches: [BinaryTree] = []
        init() {}
        init(from buffer: inout BinaryReadBuffer) throws { branches = try [BinaryTree](from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws { try branches.write(to: &buffer) }
        init(from decoder: GDecoder) throws { self.init() }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aMillionLevelsOfBinaryDataEndWithAnError() throws {
        try onThread {
            let archive = Make(Make.binary(Bytes(repeating: 1, count: 1_000_000) + [0])).bytes
            #expect(decodingError(BinaryTree.self, archive) == .depthExceeded)
            expectError(GraphCodableError.self, .depthExceeded) {
                _ = try BinaryTree(binaryIOBytes: Bytes(repeating: 1, count: 1_000_000) + [0])
            }
        }
    }

    /// Reads itself without any type of the package in between.
    indirect enum BinaryChain: GBinaryCodable {
        case end, next(BinaryChain)
        init(from buffer: inout BinaryReadBuffer) throws {
            self = try UInt8(from: &buffer) == 0 ? .end : .next(BinaryChain(from: &buffer))
        }
        func write(to buffer: inout BinaryWriteBuffer) throws {}
        init(from decoder: GDecoder) throws { self = .end }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func binaryDataNestsAsDeeplyOnASmallStackAsOnALargeOne() throws {
        let archives = [100, 256, 500, 512, 600, 5_000, 100_000].map {
            (Make(Make.binary(Bytes(repeating: 1, count: $0) + [0])).bytes, $0)
        }
        let results = Locked<[[GraphCodableError.Code?]]>([])
        for stackSize in [512 << 10, 1 << 20, 16 << 20] {
            try onThread(stackSize: stackSize) {
                results.set(
                    results.get() + [
                        archives.flatMap { archive, _ in
                            [decodingError(BinaryTree.self, archive), decodingError(BinaryChain.self, archive)]
                        }
                    ])
            }
        }
        let found = results.get()
        #expect(Set(found).count == 1)
        // The frames of code that is made for a sanitizer take several times as much.
        guard ProcessInfo.processInfo.environment["SANITIZER"] == nil else { return }
        for (index, archive) in archives.enumerated() {
            #expect(found[0][2 * index] == (archive.1 < 512 ? nil : .depthExceeded), "\(archive.1) levels")
        }
        #expect(found[0][1] == nil && found[0].last == .depthExceeded)
    }

    /// Holds deep values, and another of its kind inside the deepest of them.
    final class Shaft: GCodable {
        var level: Level
        init(_ level: Level) { self.level = level }
        init(from decoder: GDecoder) throws { level = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(level) }
    }

    indirect enum Level: GCodable {
        case next(Level)
        case bottom(Shaft?)
        private enum Key: String { case next, bottom }
        init(from decoder: GDecoder) throws {
            if let next = try decoder.decodeIfPresent(for: Key.next) as Level? {
                self = .next(next)
            } else {
                self = .bottom(try decoder.decode(for: Key.bottom))
            }
        }
        func encode(to encoder: GEncoder) throws {
            switch self {
            case .next(let level): try encoder.encode(level, for: Key.next)
            case .bottom(let shaft): try encoder.encode(shaft, for: Key.bottom)
            }
        }
        var bottom: Shaft? {
            var level = self
            while case .next(let next) = level { level = next }
            if case .bottom(let shaft) = level { return shaft }
            return nil
        }
    }

    /// The depth of each record is within the limit, but there are more composites at once than one record may have.
    @Test func deepValuesInDeepObjectsNeedNoMoreThanMemory() throws {
        try onThread(stackSize: 256 << 20) {
            var shaft: Shaft?
            for _ in 0..<100 {
                shaft = Shaft((0..<400).reduce(Level.bottom(shaft)) { level, _ in .next(level) })
            }
            let archive = try GraphEncoder().encode(shaft) as Bytes
            var decoded = try GraphDecoder().decode(Shaft?.self, from: archive)
            var count = 0
            while let current = decoded {
                count += 1
                decoded = current.level.bottom
            }
            #expect(count == 100)
        }
    }

    // MARK: Long chains

    class Chain: GCodable {
        let next: Chain?
        private enum Key: String { case next, number }
        required init(from decoder: GDecoder) throws {
            next = try decoder.decode(for: Key.next)
            made()
            _ = try decoder.decode(for: Key.number) as Int
        }
        func made() {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Counts its instances; only one test makes any.
    final class CountedChain: Chain {
        nonisolated(unsafe) static var living = 0
        override func made() { Self.living += 1 }
        deinit { Self.living -= 1 }
    }

    private static let chainLength = Torture.count(20_000, torture: 1_000_000)

    /// A chain of objects whose last one has a value of its own.
    static func chain(
        _ count: Int, of type: Chain.Type = Chain.self, first: Bytes = [7], last: Bytes = [7],
        reference: (UInt64) -> Bytes = { Make.reference(UInt32($0)) }
    ) -> Bytes {
        var archive = Make(reference(1), keys: ["next", "number"], types: [Make.type(type)], shapes: [[11, 0, 1, 2]])
        for id in 1...count {
            let next = id == count ? Make.null : reference(UInt64(id + 1))
            archive.records.append(
                Make.Record(bytes: [0x60] + next + (id == count ? last : id == 1 ? first : [7])))
        }
        return archive.bytes
    }

    @Test func manyObjectsOfWhichTheLastIsWrongAreReleasedWithoutRecursion() throws {
        try onThread {
            // The last object is the first to be complete: with it either none is made, or all but the first are.
            for (first, last) in [([7], Make.text("x")), (Make.text("x"), [7])] as [(Bytes, Bytes)] {
                let archive = Self.chain(Self.chainLength, of: CountedChain.self, first: first, last: last)
                #expect(decodingError(Chain.self, archive) == .typeMismatch)
                #expect(CountedChain.living == 0)
            }
        }
    }

    @Test func aChainOfConditionalReferencesNeedsNoStack() throws {
        try onThread {
            // All but the root's are conditional; the first object is wrong, so that nothing is left to be released.
            let archive = Self.chain(Self.chainLength, first: Make.text("x")) {
                $0 == 1 ? Make.reference(1) : Make.conditional($0)
            }
            #expect(decodingError(Chain.self, archive) == .typeMismatch)
        }
    }

    @Test func objectsThatNeedOneAnotherAreACycle() throws {
        for count in [1, 2, 1_000, Self.chainLength] {
            var archive = Make(
                Make.reference(1), keys: ["next", "number"], types: [Make.type(Chain.self)], shapes: [[11, 0, 1, 2]])
            for id in 1...count {
                let next = Make.reference(UInt32(id % count + 1))
                archive.records.append(Make.Record(bytes: [0x60] + next + [7]))
            }
            let bytes = archive.bytes
            try onThread {
                let code = decodingError(Chain.self, bytes)
                #expect(code == .unresolvableCycle || code == .depthExceeded, "\(count) objects")
            }
        }
    }

    // MARK: Identity

    struct Two: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode() as String
            _ = try decoder.decode() as [Int]
        }
    }

    @Test func anIDMayNotBeUsedAsTwoTypes() {
        for record in [Make.text("x"), Make.sequence([[1]]), [0xC0], Make.reference(1), [0xE6, 1], [0xE8, 0, 1]] {
            let archive = Make(
                Make.composite(0, Make.reference(1), Make.reference(1)), record, types: [Make.valueType(Two.self)],
                shapes: [[11, 0, 0, 0]])
            let code = decodingError(Two.self, archive.bytes)
            #expect(code == .typeMismatch || code == .malformed)
        }
    }

    // MARK: Values that Swift traps on

    @Test func whatSwiftWouldTrapOnIsAnError() {
        func refused<Value: GDecodable>(_ type: Value.Type, _ value: Bytes, _ code: GraphCodableError.Code) {
            let archive = Make(
                value, keys: ["lowerBound", "upperBound"], types: [Make.valueType(type)], shapes: [[11, 0, 1, 2]])
            #expect(decodingError(type, archive.bytes) == code, "\(type)")
        }
        refused([Int: Int].self, Make.map([([1], [1]), ([1], [2])]), .duplicateElement)
        refused(Set<Int>.self, Make.sequence([[1], [1]]), .duplicateElement)
        refused(Set<Int8>.self, Make.packed(1, count: 2, [5, 5]), .duplicateElement)
        refused(Range<Int>.self, [0x60, 2, 1], .valueOutOfRange)
        refused(ClosedRange<Int>.self, [0x60, 2, 1], .valueOutOfRange)
        refused(ClosedRange<Double>.self, [0x60] + Make.double(.nan) + Make.double(1), .valueOutOfRange)
        refused(Range<Double>.self, [0x60] + Make.double(1) + Make.double(.nan), .valueOutOfRange)
        refused(PartialRangeFrom<Double>.self, [0x60] + Make.double(.nan) + Make.double(1), .valueOutOfRange)
        refused(String.self, [0x42, 0xC3, 0x28], .malformed)
        refused(String.self, [0x43, 0xED, 0xA0, 0x80], .malformed)
        refused(Character.self, [0x40], .valueOutOfRange)
        refused(Unicode.Scalar.self, Make.integer(0xD800), .valueOutOfRange)
        refused(UInt8.self, Make.integer(256), .valueOutOfRange)
        refused(Int.self, Make.integer(UInt64.max), .valueOutOfRange)
        refused(Int64.self, Make.integer(Int128.min), .valueOutOfRange)
        refused(TimeZone.self, Make.integer(Int.min), .valueOutOfRange)
        refused(TimeZone.self, Make.integer(Int.max), .valueOutOfRange)
        refused([Bool].self, Make.packed(0, count: 1, [2]), .malformed)
        refused(UUID.self, Make.packed(2, count: 1, [2]), .valueOutOfRange)
        refused(SIMD4<Float>.self, Make.packed(12, count: 1, [0, 0, 0, 0]), .valueOutOfRange)
    }

    @Test(arguments: extremes) func systemTypesTakeAnyNumber(number: UInt64) {
        let keys = [
            "location", "length", "mantissa", "exponent", "isNegative", "start", "duration", "insert", "element",
            "associatedWith", "remove", "seconds", "nanoseconds", "lowerBound", "upperBound", "year", "month",
            "nanosecond", "port", "path",
        ]
        func check<Value: GDecodable>(_ type: Value.Type) {
            for value in [Make.integer(number), Make.integer(Int64(bitPattern: number)), Make.double(Double(number))] {
                for flag in [0xC1, 0xC2] as Bytes {
                    let slots = keys.map { key in
                        key == "path"
                            ? [0x40]
                            : key == "isNegative" ? [flag] : key == "duration" ? Make.double(Double(number)) : value
                    }
                    let composite = Make.composite(0) + slots.joined()
                    let archive = Make(
                        composite, keys: keys, types: [Make.valueType(type)],
                        shapes: [Make.shape(of: 0, keys: (1...UInt64(keys.count)).map { $0 })])
                    for root in [composite, value, Make.sequence([composite]), Make.sequence([value, value])] {
                        var whole = archive
                        whole.records[0].bytes = root
                        do {
                            _ = try GraphDecoder().decode(type, from: whole.bytes)
                        } catch {
                            #expect(error is GraphCodableError, "\(type): \(error)")
                        }
                    }
                }
            }
        }
        check(NSRange.self)
        check(Decimal.self)
        check(Date.self)
        check(DateInterval.self)
        check(DateComponents.self)
        check(CollectionDifference<Int>.self)
        check(IndexSet.self)
        check(IndexPath.self)
        check(Duration.self)
        check(URLComponents.self)
        check(TimeZone.self)
        check(CGRect.self)
        check(Range<Int>.self)
        check(UUID.self)
        check(CharacterSet.self)
        check(Locale.self)
    }

    // MARK: Time

    /// Asks for many keys, from the last to the first.
    struct Reversed: GDecodable {
        static let count = 50_000
        struct Key: RawRepresentable {
            let rawValue: String
        }
        init(from decoder: GDecoder) throws {
            for number in (0..<Self.count).reversed() {
                guard try decoder.decode(for: Key(rawValue: "k\(number)")) == number else {
                    throw GraphCodableError(.misuse, "another number")
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func manyKeysInReverseOrderAreFound() {
        let keys = (0..<Reversed.count).map { "k\($0)" }
        let values = (0..<Reversed.count).map { Make.integer($0) }
        var archive = Make(
            Make.composite(0) + values.joined(), keys: keys, types: [Make.valueType(Reversed.self)],
            shapes: [Make.shape(of: 0, keys: (1...UInt64(Reversed.count)).map { $0 })])
        #expect(decodingError(Reversed.self, archive.bytes) == nil)
        let items = values.enumerated().map { Make.item(UInt64($0 + 1), $1) }
        archive.records[0].bytes = Make.open(1, Bytes(items.joined()))
        archive.shapes.append([3, 0])
        #expect(decodingError(Reversed.self, archive.bytes) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func manyUnkeyedSlotsAreCountedOnce() {
        let count = 300_000
        let archive = Make(
            Make.composite(0) + Bytes(repeating: 1, count: count), types: [Make.valueType(SampleGraph.List.self)],
            shapes: [Make.shape(of: 0, keys: Array(repeating: 0, count: count))])
        #expect(decodingError(SampleGraph.List.self, archive.bytes) == nil)
    }
}
