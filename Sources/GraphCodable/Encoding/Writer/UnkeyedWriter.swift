/// Writes many composites of one type that have only unkeyed slots, as an `encode(to:)` of that type would.
///
/// The type has no values of its own in memory, and its values have no identity. The bytes are those of the general way,
/// which ``begin(slotCount:size:)`` shortens for composites that contain no others.
package struct UnkeyedWriter {
    /// The writer, for the `_encode(into:)` of the values.
    package let writer: _GraphWriter
    private let type: UnsafeMutablePointer<EncodedType>

    /// Creates a writer for composites to which the archive gives the name of a type. Don't use it after the encoding.
    package init(_ metatype: Any.Type, in encoder: GEncoder) {
        writer = encoder._writer
        type = writer.withSession { $0.encodedType(metatype, isInheritanceDisabled: false) }
    }

    /// Writes a composite of any values, each in a slot.
    package func write(_ values: () throws -> Void) throws {
        try writer.withSession { session in
            // Without an identity, only the stack can be an obstacle.
            guard try session.openValueComposite(of: type.pointee.metatype) == .entered else {
                return try session.withMoreStack { try write(values) }
            }
            try values()
            try session.closeComposite()
        }
    }

    /// Writes a sequence, of which a decoded element takes `elementSize` bytes, with a closure that writes the elements
    /// without slots.
    @inline(__always)
    package func writeSequence(count: Int, elementSize: Int, _ elements: () throws -> Void) throws {
        try writer.openCollection(Tag.sequence, count: count, elementSize: elementSize)
        try elements()
        writer.closeCollection()
    }

    /// Writes numbers in their place, also if the encoder's options give an identity to arrays.
    @_specialize(where Number == Int)
    @_specialize(where Number == Int64)
    @_specialize(where Number == Double)
    @_specialize(where Number == Float)
    package func writeInPlace<Number: GEncodable>(_ numbers: [Number]) throws {
        try writer.withSession { try $0.encodeBody(of: numbers) }
    }

    /// Writes the header of a composite if nothing that follows it can change it. This is so if its shape is known, and its values
    /// end in this chunk because they take at most `size` bytes.
    ///
    /// - Returns: `true` if the values follow, without slots; they contain no others. If `false`, nothing is written.
    package func begin(slotCount: Int, size: Int) -> Bool {
        let state = writer.state
        guard let shape = shape(slotCount), state.pointee.limit - state.pointee.cursor > size,
            !state.pointee.stringsHaveIdentity
        else { return false }
        let isCurrent = writer.withSession {
            shape.pointee.epoch == $0.epoch && type.pointee.epoch == $0.epoch && state.pointee.depth < $0.maximumDepth
        }
        guard isCurrent, shape.pointee.id < 32 else { return false }
        type.pointee.count += 1
        state.pointee.cost &+= DecodingCost.composite
        writer.store(Tag.inlineComposite &+ UInt8(truncatingIfNeeded: shape.pointee.id))
        return true
    }

    @inline(__always)
    private func shape(_ slotCount: Int) -> UnsafeMutablePointer<ShapeTreeNode>? {
        var shape = type.pointee.root
        for _ in 0..<slotCount {
            // A type without keys has one shape of each length.
            shape = shape?.pointee.firstChild
        }
        return shape
    }
}
