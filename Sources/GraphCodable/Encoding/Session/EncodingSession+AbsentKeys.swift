// A type that omits keys has a shape for each combination of keys. A few shapes cost less than a mark in each value.
// Once there are many, keys without a value are written as absent, so that the values share a shape again.

/// A mark that records that a composite does not have a key.
struct AbsentMark {
    /// The slot with the key.
    let node: UnsafeMutablePointer<ShapeTreeNode>
    /// The offset of the mark from the end of the composite's header, in bytes.
    let offset: Int
}

extension EncodingSession {
    /// The number of shapes of a type in an archive below which keys without a value are omitted.
    static var fewShapes: Int { 8 }
    /// The number of absent keys above which a type counts as sparse, if there are also more than three for each
    /// present key.
    private static var usualAbsentCount: Int { 64 }

    @usableFromInline @inline(never)
    func markAbsent(_ key: String) throws {
        let frame = try currentFrame()
        // This may flush the beginning of the composite.
        try _writer.makeRoom()
        guard !frame.pointee.isOpen, let header = frame.pointee.header else { return }
        let slot = state.pointee.slot
        if slot.pointee.identity == KeyIdentity(key) {
            state.pointee.slot = slot + 1
        } else {
            let node = currentNode(of: frame)
            // A key that is already present cannot become absent, and with so many slots no mark is needed.
            guard node.pointee.depth < Self.maximumSlots, !arena.hasKey(key, before: node) else { return }
            take(try child(of: node, key: key))
        }
        let followsAnother = state.pointee.absentEnd == state.pointee.cursor
        state.pointee.absentRun = followsAnother ? state.pointee.absentRun + 1 : 1
        let offset = state.pointee.cursor - (header + frame.pointee.headerSize)
        absentMarks.append(AbsentMark(node: currentNode(of: frame), offset: offset))
        _writer.store(Tag.absent)
        state.pointee.absentEnd = state.pointee.cursor
        countAbsentKey(in: frame)
    }

    private func countAbsentKey(in frame: UnsafeMutablePointer<WriterFrame>) {
        frame.pointee.absentCount += 1
        let count = frame.pointee.absentCount
        guard !state.pointee.marksUnordered else { return }
        if count > Self.usualAbsentCount, count > 3 * (currentNode(of: frame).pointee.depth - count) {
            frame.pointee.root.pointee.type.pointee.isSparse = true
        }
    }

    /// Removes the marks of the last keys of a composite that ends, which are not needed.
    ///
    /// - Returns: The node for the other slots.
    func dropLastAbsentKeys(
        of frame: UnsafeMutablePointer<WriterFrame>, _ full: UnsafeMutablePointer<ShapeTreeNode>
    ) -> UnsafeMutablePointer<ShapeTreeNode> {
        absentMarks.removeLast(frame.pointee.absentCount)
        guard state.pointee.cursor == state.pointee.absentEnd else { return full }
        state.pointee.cursor -= state.pointee.absentRun
        state.pointee.absentEnd = nil
        return (0..<state.pointee.absentRun).reduce(full) { shape, _ in shape.pointee.parent ?? shape }
    }

    /// Removes all marks of absent keys from a composite, which omits such keys from now on. This is necessary if one
    /// of them gets a value after all, or if the composite is about to be flushed and might get one later.
    ///
    /// Composites inside it must have been flushed too, or have ended.
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
            (frame + 1).pointee.outerSlot = node.pointer(to: \ShapeTreeNode.end) ?? noSlot
        }
    }

    /// Returns the node for the slots up to another one, without the marked slots.
    private func node(
        without marks: ArraySlice<AbsentMark>, before last: UnsafeMutablePointer<ShapeTreeNode>,
        in frame: UnsafeMutablePointer<WriterFrame>
    ) -> UnsafeMutablePointer<ShapeTreeNode> {
        var kept: [UnsafeMutablePointer<ShapeTreeNode>] = []
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
