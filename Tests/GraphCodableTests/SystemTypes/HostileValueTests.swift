import Foundation
import Testing

@testable import GraphCodable

/// Values of value types are told by their structure alone, so anything may stand where a value of a system type is read.
@Suite struct HostileValueTests {
    /// A composite with the given keys and numbers.
    struct Fields: GEncodable {
        let fields: [(Key, Int)]

        enum Key: String {
            case lowerBound, upperBound, location, length, start, duration, insert, remove, element, associatedWith
            case mantissa, exponent, isNegative
        }

        func encode(to encoder: GEncoder) throws {
            for (key, value) in fields {
                try encoder.encode(value, for: key)
            }
        }
    }

    struct URLParts: GEncodable {
        enum Key: String { case scheme, path, host, query, port }
        let fields: [(Key, String)]
        func encode(to encoder: GEncoder) throws {
            for (key, value) in fields {
                try encoder.encode(value, for: key)
            }
        }
    }

    private func code<Value: GDecodable>(_ value: some GEncodable, as type: Value.Type) throws -> GraphCodableError
        .Code?
    {
        let bytes = try GraphEncoder().encode(value) as Bytes
        do {
            _ = try GraphDecoder().decode(type, from: bytes)
            return nil
        } catch let error as GraphCodableError {
            return error.code
        }
    }

    @Test func rangesWhoseBoundsAreNotInOrderAreRefused() throws {
        let reversed = Fields(fields: [(.lowerBound, 2), (.upperBound, 1)])
        #expect(try code(reversed, as: Range<Int>.self) == .valueOutOfRange)
        #expect(try code(reversed, as: ClosedRange<Int>.self) == .valueOutOfRange)
        #expect(try code(1, as: Range<Int>.self) == .typeMismatch)
        #expect(try code(Fields(fields: [(.location, 5), (.length, -1)]), as: NSRange.self) == .valueOutOfRange)
        #expect(try code(Fields(fields: [(.location, .max - 1), (.length, 2)]), as: NSRange.self) == .valueOutOfRange)
    }

    @Test func boundsThatAreNoNumbersAreRefused() throws {
        struct Bounds: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(Double.nan, for: Fields.Key.lowerBound)
                try encoder.encode(1.0, for: Fields.Key.upperBound)
            }
        }
        #expect(try code(Bounds(), as: Range<Double>.self) == .valueOutOfRange)
        #expect(try code(Bounds(), as: ClosedRange<Double>.self) == .valueOutOfRange)
        #expect(try code(Bounds(), as: PartialRangeFrom<Double>.self) == .valueOutOfRange)
    }

    @Test func numbersAndTextsOfTheWrongSizeAreRefused() throws {
        #expect(try code("ab", as: Character.self) == .valueOutOfRange)
        #expect(try code("", as: Character.self) == .valueOutOfRange)
        #expect(try code(0xD800, as: Unicode.Scalar.self) == .valueOutOfRange)
        #expect(try code(-1, as: Unicode.Scalar.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 0, count: 15), as: UUID.self) == .valueOutOfRange)
        #expect(try code([1.0, 2.0], as: SIMD3<Double>.self) == .valueOutOfRange)
        #expect(try code([true], as: SIMDMask<SIMD4<Int>>.self) == .valueOutOfRange)
        #expect(try code(1e300, as: Float.self) == .valueOutOfRange)
    }

    @Test func foundationTypesRefuseWhatTheyCannotHold() throws {
        #expect(try code("Nowhere/Atlantis", as: TimeZone.self) == .valueOutOfRange)
        #expect(try code(Int.min + 1, as: TimeZone.self) == .valueOutOfRange)
        #expect(try code([3, 1], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([1, 3, 2, 4], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([-5, 3], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([1], as: IndexSet.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 1, count: 100), as: CharacterSet.self) == .valueOutOfRange)
        #expect(try code([UInt8](repeating: 17, count: 8_192 + 8_193), as: CharacterSet.self) == .valueOutOfRange)
        #expect(try code(["a", "b", "c"], as: URL.self) == .valueOutOfRange)
        #expect(try code([] as [String], as: URL.self) == .valueOutOfRange)
        struct Interval: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(0.0, for: Fields.Key.start)
                try encoder.encode(-1.0, for: Fields.Key.duration)
            }
        }
        #expect(try code(Interval(), as: DateInterval.self) == .valueOutOfRange)
        let decimal = Fields(fields: [(.mantissa, 1), (.exponent, 300), (.isNegative, 0)])
        #expect(try code(decimal, as: Decimal.self) == .valueOutOfRange)
    }

    @Test(arguments: [
        [(URLParts.Key.scheme, "1:2")], [(.scheme, "")], [(.path, "a b")], [(.path, "%zz")], [(.query, "%")],
        [(.host, "a/b")], [(.host, "ü")], [(.path, "[")], [(.path, "a\u{0}")],
    ])
    func componentsOfURLsWithForbiddenCharactersAreRefused(fields: [(URLParts.Key, String)]) throws {
        #expect(try code(URLParts(fields: fields), as: URLComponents.self) == .valueOutOfRange)
    }

    @Test func changesThatMakeNoDifferenceAreRefused() throws {
        let negative = Fields(fields: [(.insert, -1), (.element, 1)])
        #expect(try code([negative], as: CollectionDifference<Int>.self) == .valueOutOfRange)
        let twice = Fields(fields: [(.insert, 1), (.element, 1)])
        #expect(try code([twice, twice], as: CollectionDifference<Int>.self) == .valueOutOfRange)
        let unpaired = Fields(fields: [(.insert, 1), (.element, 1), (.associatedWith, 7)])
        #expect(try code([unpaired], as: CollectionDifference<Int>.self) == .valueOutOfRange)
    }
}
