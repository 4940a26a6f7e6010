import Foundation
import GraphCodable
import Testing

/// Whatever is decoded as another type, the error names the value, not what comes before or behind it.
struct WrongTypePathTests {
    private enum Key: String { case before, value, behind }

    /// Archives a value between two others, in one of several contexts.
    private struct Archived: GEncodable {
        let value: any GEncodable
        let isKeyed: Bool

        func encode(to encoder: any GEncoder) throws {
            if isKeyed {
                try encoder.encode([7, 8], for: Key.before)
                try encoder.encode(value, for: Key.value)
                try encoder.encode([7, 8], for: Key.behind)
            } else {
                try encoder.encode([7, 8])
                try encoder.encode(value)
                try encoder.encode([7, 8])
            }
        }
    }

    private struct Read<Value: GDecodable>: GDecodable {
        init(from decoder: any GDecoder) throws {
            if try decoder.contains(Key.before) {
                _ = try decoder.decode(for: Key.before) as [Int]
                _ = try decoder.decode(for: Key.value) as Value
            } else {
                _ = try decoder.decode() as [Int]
                _ = try decoder.decode() as Value
            }
        }
    }

    private static let values: [any GEncodable & Sendable] = [
        [1, 300], [-1], [1, 1], [Int](), [UInt64.max], [1.5, 1e300], [1.5], [Float.pi], [true, false], ["a", "b"],
        ["a"],
        300, -1, UInt64.max, 1e300, 1.5, true, "ab", "", Data([1, 2, 200]),
        UUID(uuidString: "00000000-0000-0000-0000-00000000000F")!,
        Date(timeIntervalSinceReferenceDate: 1e300), ["a": 300, "b": 300], [1: [300]], [[1], [300]], [[300], [1]],
        1..<300,
        SIMD4<Int32>(1, 2, 3, 300), Int128.max, Duration.seconds(300), Decimal(300), IndexSet([1, 300]),
        [Int?.none, 300],
    ]

    private static let types: [any (GDecodable & Sendable).Type] = [
        [Int8].self, [UInt8].self, [Float].self, [Float16].self, [Double].self, [Bool].self, [String].self,
        [Int128].self,
        [[Int8]].self, [Int8?].self, ContiguousArray<Int8>.self, Set<Int8>.self, Set<Int>.self, Set<[Int8]>.self,
        [String: Int8].self, [Int8: Int8].self, [Int: [Int8]].self, Int8.self, UInt8.self, Int?.self, UInt64.self,
        Double.self,
        Float.self, Bool.self, String.self, Character.self, Data.self, UUID.self, Date.self, URL.self, Range<Int8>.self,
        SIMD4<Int8>.self, Duration.self, Decimal.self, IndexSet.self, TimeZone.self, Locale.self, DateComponents.self,
    ]

    private func path<Value: GDecodable>(
        reading type: Value.Type, from value: any GEncodable, isKeyed: Bool, isInArray: Bool
    ) throws -> String? {
        let archived = Archived(value: value, isKeyed: isKeyed)
        do {
            if isInArray {
                let bytes = try GraphEncoder().encode([archived, archived]) as Bytes
                _ = try GraphDecoder().decode([Read<Value>].self, from: bytes)
            } else {
                let bytes = try GraphEncoder().encode(archived) as Bytes
                _ = try GraphDecoder().decode(Read<Value>.self, from: bytes)
            }
        } catch let error as GraphCodableError {
            return "\(error.codingPath)"
        }
        return nil
    }

    @Test(arguments: [true, false], [true, false])
    func theErrorNamesTheValueThatHasAnotherType(isKeyed: Bool, isInArray: Bool) throws {
        var errorCount = 0
        for type in Self.types {
            for value in Self.values {
                guard let path = try path(reading: type, from: value, isKeyed: isKeyed, isInArray: isInArray) else {
                    continue
                }
                errorCount += 1
                let start = (isInArray ? "[0]" : "Archived") + (isKeyed ? ".value" : "[1]")
                #expect(path.hasPrefix(start), "\(value) as \(type): \(path)")
            }
        }
        #expect(errorCount > 500)
    }

    @Test func theErrorNamesTheArrayWithTheNumberThatDoesNotFit() throws {
        for (numbers, expected) in [([[1, 300], [2]], "[0]"), ([[2], [1, 300]], "[1]")] {
            let bytes = try GraphEncoder().encode(numbers) as Bytes
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode([[Int8]].self, from: bytes)
            }
            #expect(error?.codingPath.description == expected)
        }
        let bytes = try GraphEncoder().encode([1, 300]) as Bytes
        let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode([Int8].self, from: bytes) }
        // The array begins behind the header.
        let start = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode([String].self, from: bytes) }
        #expect(error?.byteOffset != nil && error?.byteOffset == start?.byteOffset)
    }
}
