/// Reads composites that have only unkeyed slots, and whose type has no values of its own in memory. The first value is a small
/// number, the kind of the composite.
///
/// The errors are those of an `init(from:)` of that type.
package struct UnkeyedReader {
    /// The reader, for the `_decode(from:)` of the values.
    package let reader: _GraphReader
    /// The number of slots of a composite of each kind, at least 1.
    private let slotCounts: [UInt8]

    /// - Parameters:
    ///   - decoder: The decoder to read from. Don't use the reader after the decoding.
    ///   - slotCounts: The number of slots of a composite of each kind, at least 1.
    package init(_ decoder: GDecoder, slotCounts: [UInt8]) {
        reader = decoder._reader
        self.slotCounts = slotCounts
    }

    /// Throws an error if the next value is behind a reference.
    ///
    /// Any value can be stored once and referenced many times, so a few hundred bytes can represent billions of values. A
    /// library that visits everything that it decodes rules that out.
    package func checkIsInPlace() throws {
        guard !_GraphReader.isReference(try reader.peekTag()) else {
            throw reader.error(
                .malformed,
                "The archive holds a reference where the value itself was expected. The archive is damaged or was not made by this package."
            )
        }
    }

    /// Enters the next composite, and returns its kind. Read the other values without slots, then call ``leave()``.
    ///
    /// - Returns: `nil` if it has another form than the usual one. Then nothing has been read.
    package func enterComposite() throws -> UInt8? {
        let state = reader.state
        let cursor = state.pointee.cursor
        guard state.pointee.end - cursor >= 2 else { return nil }
        let (tag, kind) = (cursor.load(as: UInt8.self), (cursor + 1).load(as: UInt8.self))
        let id = Int(tag &- Tag.inlineComposite)
        guard tag >= Tag.inlineComposite, tag < Tag.reference13, Int(kind) < slotCounts.count else { return nil }
        return try reader.withSession { session in
            let shapes = session.shapes
            guard id < shapes.count, shapes[id].count == Int(slotCounts[Int(kind)]), !shapes[id].isReference,
                shapes[id].slots.pointee.unkeyedCount == UInt32(shapes[id].count), session.hasStackRoom
            else { return nil }
            state.pointee.cursor = cursor + 1
            try reader.charge(DecodingCost.composite)
            try session.enter()
            state.pointee.cursor = cursor + 2
            return kind
        }
    }

    /// Leaves a sequence, or a composite that was entered by ``enterComposite()``.
    package func leave() { reader.closeCollection() }

    /// Reads a composite of any form, which the archive gives the name of a type, with a closure that reads values in slots.
    package func readComposite<Type: GDecodable, Value>(of type: Type.Type, _ values: () throws -> Value) throws
        -> Value
    {
        switch try reader.withSession({ try $0.openValueComposite(of: type, hasRawValue: false) }) {
        case .entered:
            do {
                let value = try values()
                try reader.withSession { try $0.closeComposite() }
                return value
            } catch {
                throw reader.withSession { $0.leaveComposite(after: error) }
            }
        case .elsewhere:
            _ = try Type._decode(from: reader)
            throw reader.mismatch(type)
        case .needsRoom:
            return try reader.withSession { try $0.withMoreStack { try readComposite(of: type, values) } }
        }
    }

    package func readSlot<Value>(_ value: (_GraphReader) throws -> Value) throws -> Value {
        try reader.beginSlot()
        return try reader.rollingBack(value)
    }

    package func readSlot<Value>(for key: String, _ value: (_GraphReader) throws -> Value) throws -> Value {
        try reader.beginSlot(key)
        return try reader.rollingBack(value)
    }

    /// Enters a sequence, whose elements have no slots, charges for them, and returns their number. Call ``leave()`` after
    /// them. The type is that for errors.
    package func enterSequence(of type: Any.Type, elementSize: Int) throws -> Int {
        try checkIsInPlace()
        return try reader.withSession { try $0.openCollection(Tag.sequence, of: type, elementSize: elementSize) }
    }

    // Each of these is compiled for its type, unlike a generic function that another module calls.

    /// Reads integers of the usual form as the type that most programs have, or returns `nil`.
    package func readInts() throws -> [Int]? {
        guard Int.bitWidth == 64, try reader.peekTag() == Tag.packed &+ PackedKind.int64.rawValue else { return nil }
        return try [Int]._decode(from: reader)
    }

    package func readIntegers() throws -> [Int64] {
        try checkIsInPlace()
        return try [Int64]._decode(from: reader)
    }

    package func readDoubles() throws -> [Double] {
        try checkIsInPlace()
        return try [Double]._decode(from: reader)
    }

    package func readFloats() throws -> [Float] {
        try checkIsInPlace()
        return try [Float]._decode(from: reader)
    }
}
