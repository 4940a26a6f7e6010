/// An array, some of which are archived as the memory of their elements.
///
/// These have elements of a trivial type of the program, which neither have an identity nor write themselves in another way.
/// Such an array is one binary value: ``TrivialLayout/arrayMark``, the layout, and the numbers of all elements.
/// `Docs/format-types.md` describes the form.
protocol TrivialArray {
    /// Returns whether the element type allows this form.
    static func mayBeTrivial(in session: EncodingSession) -> Bool

    /// Writes the array in this form. If the result is `false`, the elements must be written one by one.
    func encodeMemory(into session: EncodingSession, _ type: UnsafeMutablePointer<EncodedType>) throws -> Bool
}

extension Array: TrivialArray {
    static func mayBeTrivial(in session: EncodingSession) -> Bool {
        // Arrays of numbers are packed.
        guard Element.self is any GTrivialEncodable.Type, PackedKind(Element.self) == nil else { return false }
        let type = session.encodedType(Element.self, isInheritanceDisabled: false)
        return type.pointee.isBinary && !type.pointee.mayHaveIdentity
    }

    func encodeMemory(into session: EncodingSession, _ type: UnsafeMutablePointer<EncodedType>) throws -> Bool {
        guard !isEmpty else { return false }
        if type.pointee.layout == nil, let first = self.first as? any GTrivialEncodable {
            // Only a written value shows whether the type has a `write(to:)` of its own.
            var buffer = BinaryWriteBuffer()
            try session.callUserCode { try first.write(to: &buffer) }
            let isCopy = buffer.copiedType == ObjectIdentifier(Element.self)
            type.pointee.layout = isCopy ? buffer.bytes.dropLast(MemoryLayout<Element>.size) : []
        }
        guard let layout = type.pointee.layout, !layout.isEmpty else { return false }
        let writer = session._writer
        try writer.checkElementCount(count)
        try session.describeBinary(self)
        writer.charge(DecodingCost.packed(count.multipliedClamped(by: MemoryLayout<Element>.stride)))
        try writer.writeTag(Tag.binary)
        writer.storeVarint(UInt64(1 + layout.count + count * MemoryLayout<Element>.size))
        writer.store(TrivialLayout.arrayMark)
        try layout.withUnsafeBytes { try writer.writeBytes($0, owner: nil) }
        try withUnsafeBytes { try writeNumbers($0, to: writer) }
        return true
    }

    /// Writes the memory of the elements without the padding between them, which has no defined value.
    private func writeNumbers(_ memory: UnsafeRawBufferPointer, to writer: _GraphWriter) throws {
        let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
        guard size != stride else {
            return try writer.writeBytes(
                memory, owner: memory.count < WriterState.bulkSize ? nil : { try withUnsafeBytes($0) })
        }
        for start in Swift.stride(from: 0, to: memory.count, by: stride) {
            try writer.writeBytes(UnsafeRawBufferPointer(rebasing: memory[start..<start + size]), owner: nil)
        }
    }
}
