extension DecodingSession {
    // MARK: GDecoder

    @usableFromInline
    var encodedVersion: UInt32 {
        get throws {
            guard state.pointee.frame > state.pointee.frames else { throw outsideOfInitializer() }
            let type = state.pointee.frame.pointee.shape.type
            return directory.types.indices.contains(type) ? directory.types[type].version : 0
        }
    }

    @usableFromInline
    var replacedType: (any GDecodable.Type)? {
        get throws {
            guard state.pointee.frame > state.pointee.frames else { throw outsideOfInitializer() }
            return state.pointee.frame.pointee.replacedType
        }
    }

    @usableFromInline
    var unkeyedCount: Int {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames else { return 0 }
        if frame.pointee.table == nil, !frame.pointee.isOpen {
            guard state.pointee.nextSlot < state.pointee.endOfSlots else { return 0 }
            return Int(state.pointee.nextSlot.pointee.unkeyedCount)
        }
        // A damaged composite has no values that could be decoded; the error comes with the next decode.
        return (try? table(of: frame))?.unkeyedCount ?? 0
    }

    private func outsideOfInitializer() -> any Error {
        error(.misuse, "The decoder was used outside of init(from:).")
    }

    // MARK: Composites

    /// Enters the composite of a value type, unless there is a reference or binary data instead.
    ///
    /// - Parameter hasRawValue: Whether a raw value may stand in the composite's place.
    func openValueComposite(of type: Any.Type, hasRawValue: Bool) throws -> Bool {
        let tag = try _reader.peekTag()
        guard tag < Tag.reference13 || !(_GraphReader.isReference(tag) || tag == Tag.binary) else { return false }
        if hasRawValue, !Self.isComposite(tag) {
            // The initializer reads it as the only value.
            try open(rawValueShape, isOpen: false, size: 0, replaced: nil)
        } else {
            let (shape, isOpen, size) = try peekComposite(as: type)
            guard !shape.isReference else { throw classForValue(shape, type) }
            try open(shape, isOpen: isOpen, size: size, replaced: nil)
        }
        return true
    }

    @inline(never)
    private func classForValue(_ shape: ArchivedShape, _ type: Any.Type) -> any Error {
        error(
            .typeMismatch,
            """
            The archive holds an object of class \(directory.types[shape.type].readableName) where \
            \(TypeNames.readableName(of: type)), which is no class, was asked for. A class that became a struct cannot \
            be decoded as one: keep the class for old archives and make the struct from it.
            """)
    }

    static func isComposite(_ tag: UInt8) -> Bool {
        tag >= Tag.inlineComposite && tag < Tag.reference13 || tag == Tag.composite || tag == Tag.openComposite
    }

    /// Enters the composite whose header has been looked at.
    @inline(__always)
    func open(_ shape: ArchivedShape, isOpen: Bool, size: Int, replaced: (any GDecodable.Type)?) throws {
        state.pointee.cursor += size
        try enter()
        let reader = state
        // Depth counts from the record on, but the frames of records that are in progress lie below those of this one.
        if reader.pointee.frame == reader.pointee.lastFrame {
            growFrames()
        }
        let frame = reader.pointee.frame + 1
        frame.initialize(
            to: ReaderFrame(
                outerNextSlot: reader.pointee.nextSlot, outerEndOfSlots: reader.pointee.endOfSlots,
                depth: reader.pointee.depth,
                shape: shape, isOpen: isOpen, start: reader.pointee.cursor, table: nil, replacedType: replaced))
        reader.pointee.frame = frame
        reader.pointee.nextSlot = shape.slots
        reader.pointee.endOfSlots = shape.slots + shape.count
    }

    /// Reads the header of a composite without passing over it.
    @inline(__always)
    func peekComposite(as type: Any.Type) throws -> (shape: ArchivedShape, isOpen: Bool, size: Int) {
        let tag = try _reader.peekTag()
        let inlineID = Int(tag &- Tag.inlineComposite)
        if tag < Tag.reference13, tag >= Tag.inlineComposite, inlineID < shapes.count {
            return (shapes[inlineID], false, 1)
        }
        return try peekLongComposite(tag, as: type)
    }

    @inline(never)
    private func peekLongComposite(
        _ tag: UInt8, as type: Any.Type
    ) throws -> (shape: ArchivedShape, isOpen: Bool, size: Int) {
        let id: Int
        var size = 1
        if tag >= Tag.inlineComposite, tag < Tag.reference13 {
            id = Int(tag - Tag.inlineComposite)
        } else if tag == Tag.composite || tag == Tag.openComposite {
            let start = state.pointee.cursor + 1
            var input = ByteInput(archive: base, from: start, to: state.pointee.end)
            id = Int(clamping: try input.readVarint())
            size += input.position - start
        } else {
            throw mismatch(type)
        }
        guard id < shapes.count else {
            throw error(.malformed, "A composite names shape \(id) of \(shapes.count). The archive is damaged.")
        }
        return (shapes[id], tag == Tag.openComposite, size)
    }

    func closeComposite() throws {
        let reader = state
        let frame = reader.pointee.frame
        guard frame > reader.pointee.frames else { throw outsideOfInitializer() }
        if frame.pointee.table != nil {
            reader.pointee.cursor = try table(of: frame).end
        } else if reader.pointee.nextSlot < reader.pointee.endOfSlots || frame.pointee.isOpen {
            try skipRest(of: frame)
        }
        popFrame()
        reader.pointee.depth &-= 1
    }

    /// Leaves the innermost composite; the cursor stays.
    func popFrame() {
        let frame = state.pointee.frame
        state.pointee.nextSlot = frame.pointee.outerNextSlot
        state.pointee.endOfSlots = frame.pointee.outerEndOfSlots
        state.pointee.frame = frame - 1
        frame.pointee.table?.release()
    }

    /// - Parameter mark: A value of ``ReaderState/frameOffset``.
    func popFrames(to mark: Int) {
        while state.pointee.frameOffset > mark {
            popFrame()
        }
    }

    /// Makes room for more frames. There is one for each composite whose initializer is running, however many records these
    /// belong to; their number is bounded by the stack, not by the depth of one record.
    @inline(never)
    private func growFrames() {
        let count = state.pointee.lastFrame - state.pointee.frames + 1
        replaceFrames(capacity: 2 * count, count: count)
    }

    /// Gives back what one decoding needed beyond the usual. No frame is in use.
    func shrinkFrames() {
        if state.pointee.lastFrame - state.pointee.frames >= ReaderState.initialFrameCapacity {
            replaceFrames(capacity: ReaderState.initialFrameCapacity, count: 1)
        }
    }

    private func replaceFrames(capacity: Int, count: Int) {
        let frames = UnsafeMutablePointer<ReaderFrame>.allocate(capacity: capacity)
        // The first frame is no composite and has never been initialized.
        (frames + 1).moveInitialize(from: state.pointee.frames + 1, count: count - 1)
        state.pointee.frame = frames + (state.pointee.frame - state.pointee.frames)
        state.pointee.frames.deallocate()
        state.pointee.frames = frames
        state.pointee.lastFrame = frames + (capacity - 1)
    }

    private func skipRest(of frame: UnsafeMutablePointer<ReaderFrame>) throws {
        for slot in state.pointee.slotsLeft {
            try skipValue(in: slot)
        }
        guard frame.pointee.isOpen else { return }
        while try !_reader.skip(Tag.endOfComposite) {
            _ = try skipItemKey()
            try skipValue(in: rootSlot)
        }
    }

    /// Passes over the key of an item, if it has one.
    ///
    /// - Returns: The key's number, 0 for an item without a key.
    func skipItemKey() throws -> UInt32 {
        guard try _reader.skip(Tag.keyedItem) else { return 0 }
        var input = ByteInput(archive: base, from: state.pointee.cursor, to: state.pointee.end)
        let id = try input.readVarint()
        guard id >= 1, id <= UInt64(directory.keys.count) else {
            throw error(.malformed, "An item names key \(id), which the archive does not have. The archive is damaged.")
        }
        state.pointee.cursor = input.position
        return UInt32(id)
    }

    /// Passes over one value.
    func skipValue(in slot: UnsafeMutablePointer<ArchivedSlot>) throws {
        var visitor = NoVisitor()
        try walk(from: state.pointee.cursor, to: state.pointee.end, slot: slot, visitor: &visitor)
    }

    func walk<Visitor: ArchiveValueVisitor>(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, slot: UnsafeMutablePointer<ArchivedSlot>,
        visitor: inout Visitor
    ) throws {
        // The cursor may be behind the end, by the payload of a value that reaches over it.
        guard start <= end else { throw _reader.endOfRecord() }
        let walker = ValueWalker(
            directory: directory, idCount: records.count, maximumDepth: policy.maximumDepth, archive: base)
        state.pointee.cursor = try walker.walk(
            from: start, to: end, slot: slot, depth: state.pointee.depth, visitor: &visitor)
    }

    func enter() throws {
        state.pointee.depth &+= 1
        if state.pointee.depth > state.pointee.uncheckedDepth {
            try checkDepth()
        }
    }

    private func checkDepth() throws {
        measureStack()
        guard state.pointee.depth <= policy.maximumDepth, StackBounds.currentAddress() > stackLimit else {
            throw error(
                .depthExceeded,
                "Values or initializers are nested too deeply (\(state.pointee.depth) levels; at most \(policy.maximumDepth))."
            )
        }
    }

    func openCollection(_ tag: UInt8, of type: Any.Type) throws -> Int {
        guard try _reader.skip(tag) else { throw mismatch(type) }
        let count = try readCount(minimumSize: tag == Tag.map ? 2 : 1)
        try checkElementCount(count)
        try enter()
        return count
    }

    func checkElementCount(_ count: Int) throws {
        guard count <= policy.maximumElementCount else {
            throw error(
                .limitExceeded,
                """
                A collection has \(count) elements, more than the \(policy.maximumElementCount) that the decoder's policy \
                allows.
                """)
        }
    }

    func readCount(minimumSize: Int) throws -> Int {
        // The tag before it has been read, so that the cursor is not behind the end.
        var input = ByteInput(archive: base, from: state.pointee.cursor, to: state.pointee.end)
        let count = try input.readCount(minimumSize: minimumSize)
        state.pointee.cursor = input.position
        return count
    }
}
