/// Reads composites that have only unkeyed slots, and whose type has no values of its own in memory.
///
/// The errors are those of an `init(from:)` of that type.
package struct UnkeyedReader {
    /// The reader, for the `_decode(from:)` of the values.
    package let reader: _GraphReader

    /// - Parameter decoder: The decoder to read from. Don't use the reader after the decoding.
    package init(_ decoder: GDecoder) {
        reader = decoder._reader
    }

    /// Throws an error if the next value is behind a reference.
    @inline(__always)
    package func checkIsInPlace() throws { try reader.checkIsInPlace() }

    /// Returns the number of slots of the next composite, and its first value, a small integer; `nil` if it has another
    /// form. Nothing is read.
    @inline(__always)
    package func peekComposite() -> (slotCount: Int, first: UInt8)? {
        let state = reader.state
        let cursor = state.pointee.cursor
        guard state.pointee.end - cursor >= 2 else { return nil }
        let (tag, first) = (cursor.load(as: UInt8.self), (cursor + 1).load(as: UInt8.self))
        let id = Int(tag &- Tag.inlineComposite)
        guard tag >= Tag.inlineComposite, tag < Tag.reference13, first < Tag.inlineIntegerLimit else { return nil }
        return reader.withSession { session in
            guard id < session.shapes.count else { return nil }
            let shape = session.shapes[id]
            guard !shape.isReference, shape.count > 0, shape.slots.pointee.unkeyedCount == UInt32(shape.count) else {
                return nil
            }
            return session.hasRoom ? (shape.count, first) : nil
        }
    }

    /// Reads a composite that ``peekComposite()`` has found. Its first value is skipped.
    ///
    /// - Parameter values: Reads all values but the first, without slots.
    @inline(__always)
    package func readPeeked<Value>(_ values: () throws -> Value) throws -> Value {
        reader.state.pointee.cursor += 1
        try reader.charge(DecodingCost.composite)
        try reader.withSession { try $0.enter() }
        reader.state.pointee.cursor += 1
        let value = try values()
        reader.closeCollection()
        return value
    }

    /// Reads a composite of any form.
    ///
    /// - Parameters:
    ///   - type: The type that the archive names.
    ///   - values: Reads the values, each in a slot.
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

    /// Reads a value in the next unkeyed slot.
    package func readSlot<Value>(_ value: (_GraphReader) throws -> Value) throws -> Value {
        try reader.beginSlot()
        return try inSlot(value)
    }

    /// Reads a value in the slot of a key.
    package func readSlot<Value>(for key: String, _ value: (_GraphReader) throws -> Value) throws -> Value {
        try reader.beginSlot(key)
        return try inSlot(value)
    }

    private func inSlot<Value>(_ value: (_GraphReader) throws -> Value) throws -> Value {
        let journal = reader.state.pointee.journalCount
        do {
            return try value(reader)
        } catch {
            reader.withSession { $0.recover(to: journal) }
            throw error
        }
    }

    /// Reads a sequence.
    ///
    /// - Parameters:
    ///   - type: The type that the sequence would be decoded as, for errors.
    ///   - elementSize: The memory to charge for each element.
    ///   - elements: Reads the elements, whose number it gets.
    package func readSequence(of type: Any.Type, elementSize: Int, _ elements: (Int) throws -> Void) throws {
        let count = try reader.withSession {
            try $0.openCollection(Tag.sequence, of: type, elementSize: elementSize)
        }
        try elements(count)
        reader.closeCollection()
    }
}
