/// The values of an element, in a form that is compared.
///
/// Its bytes are in the order of the values, have no number that depends on the order of anything, and are never the
/// beginning of another key. Equal keys therefore mean equal elements, except for the objects to which they refer.
struct CanonicalKey {
    /// The first bytes of the parts. Other parts begin with their tags, which are larger.
    enum Part: UInt8 {
        case end, key, absentKey
        case negativeInt128 = 0x10
        case integer, uint64, int128, uint128
        case number = 0x20
        case text = 0x30
        case composite = 0x40
        case sequence, map, some, typed
        case reference = 0x50
        case conditionalReference
    }

    var bytes: [UInt8] = []

    mutating func append(_ part: Part) {
        bytes.append(part.rawValue)
    }

    mutating func append<Number: FixedWidthInteger>(_ part: Part, _ number: Number) {
        append(part)
        append(number)
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// - Parameter number: The object's number in the canonical archive, or 0 as long as it has none.
    mutating func appendReference(to object: CanonicalObject, number: UInt32, isConditional: Bool) {
        append(isConditional ? .conditionalReference : .reference, object.contents)
        append(object.surroundings)
        append(number)
    }

    /// Appends a value without values inside.
    mutating func appendLeaf(_ tag: UInt8, _ payload: UnsafeRawBufferPointer) {
        switch tag {
        case ..<Tag.inlineIntegerLimit: append(.integer, Int64(tag) ^ .min)
        case Tag.int8: append(.integer, Int64(payload.loadUnaligned(as: Int8.self)) ^ .min)
        case Tag.int16: append(.integer, Int64(Int16(littleEndian: payload.loadUnaligned(as: Int16.self))) ^ .min)
        case Tag.int32: append(.integer, Int64(Int32(littleEndian: payload.loadUnaligned(as: Int32.self))) ^ .min)
        case Tag.int64: append(.integer, Int64(littleEndian: payload.loadUnaligned(as: Int64.self)) ^ .min)
        // Only numbers that do not fit into a smaller form have a larger one.
        case Tag.uint64: append(.uint64, UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self)))
        case Tag.int128:
            let number = Int128(littleEndian: payload.loadUnaligned(as: Int128.self))
            append(number < 0 ? .negativeInt128 : .int128, number)
        case Tag.uint128: append(.uint128, UInt128(littleEndian: payload.loadUnaligned(as: UInt128.self)))
        case Tag.float32:
            appendNumber(Double(Float(bitPattern: UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self)))))
            appendBytes(tag, payload)
        case Tag.float64:
            appendNumber(Double(bitPattern: UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self))))
            appendBytes(tag, payload)
        case ..<Tag.inlineComposite, Tag.string:
            append(.text)
            // UTF-8 has no byte 255, so 0 is free for the end.
            bytes.append(contentsOf: payload.lazy.map { $0 &+ 1 })
            append(.end)
        default: appendBytes(tag, payload)
        }
    }

    private mutating func appendNumber(_ number: Double) {
        append(.number, PackedKind.float64.ordered(number.bitPattern, 1 << 63))
    }

    private mutating func appendBytes(_ tag: UInt8, _ payload: UnsafeRawBufferPointer) {
        bytes.append(tag)
        append(UInt64(payload.count))
        bytes.append(contentsOf: payload)
    }

    /// A hash that is the same in every process. Objects with the same hash are a tie, and refused.
    var hash: UInt64 {
        var hash = UInt64(bytes.count)
        func add(_ word: UInt64) {
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = (product.high ^ product.low) &+ 0xD1B5_4A32_D192_ED03
        }
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            add(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) })
        }
        add(0)
        return hash
    }
}
