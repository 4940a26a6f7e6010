import Foundation
import Testing

@testable import GraphCodable

/// Only numbers and Booleans are copied as bytes.
struct PackedKindTests {
    private func check<Number: GCodable & Equatable>(_ values: Number...) throws {
        let kind = try #require(PackedKind(Number.self))
        #expect(kind.stride == MemoryLayout<Number>.stride && _isPOD(Number.self))
        let bytes: Bytes = try GraphEncoder().encode(values)
        #expect(try GraphDecoder().decode([Number].self, from: bytes) == values)
        #expect(bytes[9] == Tag.packed + kind.rawValue)
    }

    @Test func eachNumberIsCopiedWithItsOwnSize() throws {
        try check(true, false)
        try check(Int.min, -1, Int.max)
        try check(Int8.min, Int8.max)
        try check(Int16.min, Int16.max)
        try check(Int32.min, Int32.max)
        try check(Int64.min, Int64.max)
        try check(Int128.min, Int128.max)
        try check(UInt.max, 1)
        try check(UInt8.max, 1)
        try check(UInt16.max, 1)
        try check(UInt32.max, 1)
        try check(UInt64.max, 1)
        try check(UInt128.max, 1)
        try check(-0.5, Double.greatestFiniteMagnitude)
        try check(-0.5 as Float, Float.greatestFiniteMagnitude)
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        try check(-0.5 as Float16, Float16.greatestFiniteMagnitude)
        #endif
    }

    /// A type that claims to be a number, as the package's own types once did. Its second case has no bit pattern of its own.
    enum Pretender: UInt8, GCodable {
        case one = 1
        case two
        static var _packedKind: PackedKind? { .uint8 }
        static var _packedElementKind: PackedKind? { .uint8 }
    }

    @Test func noOtherTypeCanClaimToBeANumber() throws {
        let bytes: Bytes = try GraphEncoder().encode([Pretender.one, .two])
        #expect(try GraphDecoder().decode([Pretender].self, from: bytes) == [.one, .two])
        // The bytes 0 and 9 are no cases.
        let numbers: Bytes = try GraphEncoder().encode([UInt8(0), 9])
        #expect(throws: GraphCodableError.self) { try GraphDecoder().decode([Pretender].self, from: numbers) }
        for type in [Pretender.self, String.self, CGFloat.self, Date.self, SIMD4<Float>.self, Int?.self] as [Any.Type] {
            func kind<T>(_ type: T.Type) -> PackedKind? { PackedKind(type) }
            #expect(_openExistential(type, do: kind) == nil)
        }
    }
}
