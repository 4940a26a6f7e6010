// A type that leaves keys out has a shape for each choice of keys. Where that are a few, a shape costs less than anything that
// would stand in each value; where they become many, keys without a value are written as absent, so that the values have the
// same shape again.

/// Where a composite says that it is without a key.
struct AbsentMark {
    /// The slot with the key.
    let node: UnsafeMutablePointer<ShapeNode>
    /// How many bytes behind the composite's header the mark stands.
    let offset: Int
}

extension EncodingSession {
    /// With fewer shapes of a type in an archive, keys without a value are left out.
    static var fewShapes: Int { 8 }
    /// A composite may have this many absent keys, or three for each other, before its type is taken to be sparse.
    private static var usualAbsentCount: Int { 64 }

    /// Writes that the current composite does not have a key.
    func markAbsent(_ key: String) throws {
        let frame = try currentFrame()
        // That may hand on the beginning of the composite.
        try _writer.makeRoom()
        guard !frame.pointee.isOpen, let header = frame.pointee.header else { return }
        let slot = state.pointee.slot
        if slot.pointee.identity == KeyIdentity(key) {
            state.pointee.slot = slot + 1
        } else {
            let node = currentNode(of: frame)
            // A key that is there already is not made absent by saying so, and among so many slots nothing need be said.
            guard node.pointee.depth < Self.maximumSlots, !arena.hasKey(key, before: node) else { return }
            take(try child(of: node, key: key))
        }
        let isBehindAnother = state.pointee.absentEnd == state.pointee.cursor
        state.pointee.absentRun = isBehindAnother ? state.pointee.absentRun + 1 : 1
        let offset = state.pointee.cursor - (header + frame.pointee.headerSize)
        absentMarks.append(AbsentMark(node: currentNode(of: frame), offset: offset))
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

    /// Ends a composite with keys that are absent. The last ones need not be said.
    ///
    /// The next composite is expected to have all keys nevertheless.
    func closeWithAbsentKeys(_ frame: UnsafeMutablePointer<WriterFrame>) {
        let full = currentNode(of: frame)
        var shape = full
        if state.pointee.cursor == state.pointee.absentEnd {
            for _ in 0..<state.pointee.absentRun {
                shape = shape.pointee.parent ?? shape
            }
            state.pointee.cursor -= state.pointee.absentRun
            state.pointee.absentEnd = nil
        }
        absentMarks.removeLast(frame.pointee.absentCount)
        patchHeader(of: frame, shape: shape)
        if frame.pointee.root.pointee.predicted != full {
            predict(full)
        }
    }

    /// Takes all marks of absent keys out of a composite, which from now on leaves such keys out: it has a value for one of
    /// them after all, or is about to be handed on and might get one later.
    ///
    /// Composites inside of it must have been handed on too, or have ended.
    func takeOutAbsentMarks(of frame: UnsafeMutablePointer<WriterFrame>) {
        frame.pointee.marksAbsentKeys = false
        guard frame.pointee.absentCount > 0, let header = frame.pointee.header else { return }
        let marks = absentMarks.suffix(frame.pointee.absentCount)
        let node = node(without: marks, before: currentNode(of: frame), in: frame)
        let start = header + frame.pointee.headerSize
        let end = state.pointee.cursor
        var target = start + (marks.first?.offset ?? 0)
        for index in marks.indices {
            let next = index + 1 < marks.endIndex ? start + marks[index + 1].offset : end
            let source = start + marks[index].offset + 1
            target.copyMemory(from: source, byteCount: next - source)
            target += next - source
        }
        state.pointee.cursor = target
        state.pointee.absentEnd = nil
        absentMarks.removeLast(frame.pointee.absentCount)
        frame.pointee.absentCount = 0
        if frame == state.pointee.frame {
            take(node)
        } else {
            (frame + 1).pointee.outerSlot = node.pointer(to: \ShapeNode.end) ?? noSlot
        }
    }

    /// The node for the slots up to another one, without those that are marked.
    private func node(
        without marks: ArraySlice<AbsentMark>, before last: UnsafeMutablePointer<ShapeNode>,
        in frame: UnsafeMutablePointer<WriterFrame>
    ) -> UnsafeMutablePointer<ShapeNode> {
        var kept: [UnsafeMutablePointer<ShapeNode>] = []
        var rest = marks
        var node = last
        while let parent = node.pointee.parent {
            if rest.last?.node == node {
                rest.removeLast()
            } else {
                kept.append(node)
            }
            node = parent
        }
        return kept.reversed().reduce(frame.pointee.root) { path, slot in
            arena.child(of: path, key: slot.pointee.key) ?? arena.makeChild(of: path, key: slot.pointee.key)
        }
    }
}
