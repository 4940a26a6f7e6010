// Numbers and Boolean values are the most usual fields. To find the slot of one takes longer than to store it. So `@GCodable`
// passes the keys of several in a row as one literal. A session compares them with the keys that it expects next, once for
// each shape, and then remembers the address of the literal.

/// Encodes fields in a row that are numbers or Boolean values. `@GCodable` generates calls of it; do not use it elsewhere.
@frozen
public struct _ScalarWriter {
    @usableFromInline let writer: _GraphWriter
    /// The slot of the next field, if it is expected.
    @usableFromInline var slot: UnsafeMutablePointer<ExpectedSlot>
    /// Whether the slots are those of the row, and whether the chunk has room for all of its fields.
    @usableFromInline var isExpected: Bool

    @inlinable @inline(__always)
    init(_ writer: _GraphWriter, _ keys: StaticString) {
        self.writer = writer
        slot = writer.state.pointee.slot
        isExpected =
            (slot.pointee.row == keys.utf8Start || writer.withSession { $0.learnRow(keys) })
            && writer.state.pointee.cursor + WriterState.rowSize <= writer.state.pointee.limit
    }

    /// Encodes the next field, as ``GEncoder/encode(_:for:)`` does.
    @inlinable @inline(__always)
    public mutating func encode<Value: _GScalar>(_ value: Value, for key: String) throws {
        if isExpected {
            slot += 1
            writer.state.pointee.slot = slot
            value._store(into: writer)
        } else {
            // The compiler sees that the rest of the row goes this way, too.
            isExpected = false
            try writer.inSlot(key) { try value._encode(into: $0) }
        }
    }
}

extension GEncoder {
    /// Begins a row of fields that are numbers or Boolean values. `@GCodable` generates calls of it; do not use it elsewhere.
    ///
    /// - Parameter keys: The keys in order, 32 at most, with a comma between them.
    @inlinable @inline(__always)
    public func _scalars(_ keys: StaticString) -> _ScalarWriter { _ScalarWriter(_writer, keys) }
}

extension EncodingSession {
    /// Returns whether the slots that are expected next have the keys of a row. If so, remembers it.
    @usableFromInline @inline(never)
    func learnRow(_ keys: StaticString) -> Bool {
        let first = state.pointee.slot
        var slot = first
        for key in keys.keys {
            // A slot without an identity ends the list.
            guard !(slot.pointee.identity == .none), let expected = (slot + 1).pointee.node?.pointee.key,
                expected.utf8.elementsEqual(key)
            else { return false }
            slot += 1
        }
        first.pointee.row = keys.utf8Start
        return true
    }
}

extension StaticString {
    /// The keys in the literal of a row.
    var keys: [Slice<UnsafeBufferPointer<UInt8>>] {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
}
