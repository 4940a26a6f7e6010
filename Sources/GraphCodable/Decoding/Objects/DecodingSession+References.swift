extension DecodingSession {
    /// Reads a reference and returns its ID.
    ///
    /// - Parameter isFollowed: Whether the object is decoded.
    @inline(__always)
    func readReference(_ type: Any.Type, isFollowed: Bool = true) throws -> UInt32 {
        let tag = try _reader.peekTag()
        let payload = state.pointee.cursor + 1
        let id: UInt32
        if tag >= Tag.reference13, tag < Tag.reference21 {
            id = UInt32(tag - Tag.reference13) << 8 | UInt32(payload.load(as: UInt8.self))
            state.pointee.cursor = payload + 1
        } else if tag >= Tag.reference21, tag < Tag.nil {
            let low = UInt16(littleEndian: payload.loadUnaligned(as: UInt16.self))
            id = UInt32(tag - Tag.reference21) << 16 | UInt32(low)
            state.pointee.cursor = payload + 2
        } else if tag == Tag.reference32 {
            id = UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self))
            state.pointee.cursor = payload + 4
        } else if tag == Tag.conditionalReference {
            var input = ByteInput(archive: base, from: payload, to: state.pointee.end)
            id = UInt32(clamping: try input.readVarint())
            state.pointee.cursor = input.position
            if isFollowed, isLoading { try noteConditionalReference(to: id, at: payload - 1) }
        } else {
            throw mismatch(type)
        }
        guard id > 0, Int(clamping: id) < records.count else {
            state.pointee.cursor = payload - 1
            throw malformed("A reference refers to object \(id), which the archive does not have.")
        }
        return id
    }

    /// Takes no stack where references are followed.
    @inline(never)
    private func noteConditionalReference(to id: UInt32, at place: UnsafeRawPointer) throws {
        guard let source, !source.isClosed else { return }
        try _reader.charge(DecodingCost.record)
        source.conditionalReferences[place - base] = id
    }

    /// Returns whether the next value, a conditional reference, refers to an object that is not in the archive. If so,
    /// skips it.
    @usableFromInline
    func readAbsentReference() throws -> Bool {
        let start = state.pointee.cursor
        let id = try readReference(AnyObject.self, isFollowed: false)
        if !records.slots[Int(id)].hasRecord {
            return true
        }
        state.pointee.cursor = start
        return false
    }
}
