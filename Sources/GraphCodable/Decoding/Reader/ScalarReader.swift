/// Decodes fields in a row that are numbers or Boolean values. `@GCodable` generates calls of it; do not use it elsewhere.
@frozen
public struct _ScalarReader {
    @usableFromInline let reader: _GraphReader
    /// The slot of the next field, if it is expected.
    @usableFromInline var slot: UnsafeMutablePointer<ArchivedSlot>
    /// Whether the slots are those of the row.
    @usableFromInline var isExpected: Bool

    @inlinable @inline(__always)
    init(_ reader: _GraphReader, _ keys: StaticString) {
        self.reader = reader
        slot = reader.state.pointee.nextSlot
        isExpected =
            slot < reader.state.pointee.endOfSlots
            && (slot.pointee.row == keys.utf8Start || reader.withSession { $0.learnRow(keys) })
    }

    /// Returns whether the next field is present, as ``GDecoder/contains(_:)`` does.
    @inlinable @inline(__always)
    public mutating func contains(_ key: String) throws -> Bool {
        if isExpected, reader.isValueNext {
            return true
        }
        isExpected = false
        return try reader.contains(key)
    }

    /// Decodes the next field, as ``GDecoder/decode(for:)`` does.
    @inlinable @inline(__always)
    public mutating func decode<Value: _GScalar>(for key: String) throws -> Value {
        if isExpected {
            slot += 1
            reader.state.pointee.nextSlot = slot
        } else {
            try reader.beginSlot(key)
        }
        return try reader.decodeValue()
    }
}

extension GDecoder {
    /// Begins a row of fields that are numbers or Boolean values. `@GCodable` generates calls of it; do not use it elsewhere.
    ///
    /// - Parameter keys: The keys in order, with a comma between them.
    @inlinable @inline(__always)
    public func _scalars(_ keys: StaticString) -> _ScalarReader { _ScalarReader(_reader, keys) }

    /// Returns what ``contains(_:)`` does, for one of several keys of a property. `@GCodable` generates calls of it; do not use it
    /// elsewhere.
    ///
    /// Debug builds warn of a key that is not found, but one of the other keys may be there.
    @inlinable @inline(__always)
    public func _contains<Key: RawRepresentable>(_ key: Key) throws -> Bool where Key.RawValue == String {
        try _reader.contains(key.rawValue, notes: false)
    }
}

extension DecodingSession {
    /// Returns whether the next slots have the keys of a row. If so, remembers it.
    @usableFromInline @inline(never)
    func learnRow(_ keys: StaticString) -> Bool {
        let first = state.pointee.nextSlot
        var slot = first
        for key in keys.keys {
            guard slot < state.pointee.endOfSlots, slot.pointee.keyID != 0, slot.pointee.key.utf8.elementsEqual(key)
            else { return false }
            slot += 1
        }
        first.pointee.row = keys.utf8Start
        return true
    }
}
