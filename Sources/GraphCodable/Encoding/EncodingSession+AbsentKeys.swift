// A type that leaves keys out has a shape for each choice of keys. Where that are a few, a shape costs less than anything that
// would stand in each value; where they become many, keys without a value are written as absent, so that the values have the
// same shape again.

extension EncodingSession {
    /// With fewer shapes of a type in an archive, keys without a value are left out.
    static var fewShapes: Int { 8 }
    /// A composite may have this many absent keys, or three for each other, before its type is taken to be sparse.
    private static var usualAbsentCount: Int { 64 }

    /// Writes that the current composite does not have a key.
    func markAbsent(_ key: String) throws {
        let frame = try currentFrame()
        guard !frame.pointee.isOpen else { return }
        let slot = state.pointee.slot
        if slot.pointee.identity == KeyIdentity(key) {
            state.pointee.slot = slot + 1
        } else {
            let node = currentNode(of: frame)
            // A key that is there already is not made absent by saying so, and among so many slots nothing need be said.
            guard node.pointee.depth < Self.maximumSlots, !arena.hasKey(key, before: node) else { return }
            take(try child(of: node, key: key))
        }
        try _writer.makeRoom()
        let isBehindAnother = state.pointee.absentEnd == state.pointee.cursor
        state.pointee.absentRun = isBehindAnother ? state.pointee.absentRun + 1 : 1
        _writer.store(Tag.absent)
        state.pointee.absentEnd = state.pointee.cursor
        countAbsentKey(in: frame)
    }

    private func countAbsentKey(in frame: UnsafeMutablePointer<WriterFrame>) {
        frame.pointee.absentCount += 1
        let count = frame.pointee.absentCount
        if count > Self.usualAbsentCount, count > 3 * (currentNode(of: frame).pointee.depth - count) {
            frame.pointee.root.pointee.type.pointee.isSparse = true
        }
    }

    /// Ends a composite whose last keys are absent: these need not be said.
    ///
    /// The next composite is expected to have all keys nevertheless.
    func takeBackAbsentKeys(of frame: UnsafeMutablePointer<WriterFrame>) {
        let full = currentNode(of: frame)
        var shape = full
        for _ in 0..<state.pointee.absentRun {
            shape = shape.pointee.parent ?? shape
        }
        state.pointee.cursor -= state.pointee.absentRun
        state.pointee.absentEnd = nil
        patchHeader(of: frame, shape: shape)
        if frame.pointee.root.pointee.predicted != full {
            predict(full)
        }
    }
}
