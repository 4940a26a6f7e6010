extension EncodingSession {
    /// The maximum number of unkeyed values in a shape. A composite with more is written in the open form.
    private static let maximumUnkeyedSlots = 16
    static let maximumSlots = 1_024

    /// Begins the composite of a value type, unless the value may have an identity or writes itself as bytes.
    @usableFromInline
    func openValueComposite(of metatype: Any.Type) throws -> CompositeEntryResult {
        guard state.pointee.depth < ArchiveFormat.shallowDepth || hasStackRoom else { return .needsRoom }
        let type = encodedType(metatype, isInheritanceDisabled: false)
        if type.pointee.needsValue, !takeIdentifiedBody() {
            return .elsewhere
        }
        try openComposite(of: type)
        return .entered
    }

    /// Returns whether the value about to be written is the body of an identified one. Only the first call returns
    /// `true`.
    func takeIdentifiedBody() -> Bool {
        guard state.pointee.expectation == .identifiedBody else { return false }
        state.pointee.expectation = .none
        return true
    }

    @inline(__always)
    func openComposite(of type: UnsafeMutablePointer<EncodedType>) throws {
        state.pointee.cost &+= DecodingCost.composite
        try enter()
        if type.pointee.epoch != epoch {
            type.pointee.epoch = epoch
            type.pointee.count = 0
            // Whether keys are marked as absent must not depend on an order that is not final.
            type.pointee.shapeCount = state.pointee.marksUnordered ? Self.fewShapes : 0
            type.pointee.isSparse = false
        }
        type.pointee.count += 1
        let root = try type.pointee.root ?? makeRoot(of: type)
        let path = root.pointee.predicted ?? root
        try _writer.makeRoom()

        let writer = state
        let header = writer.pointee.cursor
        var headerShape: UnsafeMutablePointer<ShapeTreeNode>?
        if path.pointee.epoch == epoch {
            writeHeader(of: path.pointee.id)
            headerShape = path
        } else {
            _writer.store(0)
        }
        let frame = writer.pointee.frame + 1
        frame.initialize(
            to: WriterFrame(
                outerSlot: writer.pointee.slot, root: root, headerShape: headerShape,
                header: header, headerSize: writer.pointee.cursor - header, isOpen: false,
                marksAbsentKeys: type.pointee.shapeCount >= Self.fewShapes && !type.pointee.isSparse))
        writer.pointee.frame = frame
        writer.pointee.slot = path.pointee.path ?? arena.path(to: path)
    }

    /// Removes the composite that was just begun, if it represents a value of this type that may be archived as its raw
    /// value. The session remembers the type. If the result is `true`, write the raw value next, and nothing else.
    @usableFromInline
    func replaceComposite(of metatype: Any.Type) throws -> Bool {
        // A public method calls this, possibly at any time.
        guard phase == .encoding, failure == nil else { return false }
        let frame = state.pointee.frame
        guard frame > state.pointee.frames, let header = frame.pointee.header,
            currentNode(of: frame).pointee.depth == 0,
            state.pointee.cursor == header + frame.pointee.headerSize
        else { return false }
        let type = frame.pointee.root.pointee.type
        // An object needs its class, and a version its type; a value with an identity may be a reference.
        guard type.pointee.metatype == metatype, !type.pointee.isReference, !type.pointee.needsValue,
            !type.pointee.keepsUnknown, !state.pointee.stringsHaveIdentity,
            (metatype as? any GEncodable.Type)?.encodeVersion == 0
        else { return false }
        type.pointee.isRawValue = true
        type.pointee.count -= 1
        state.pointee.cursor = header
        popFrame()
        state.pointee.expectation = .endOfReplacedComposite
        return true
    }

    @usableFromInline
    func closeComposite() throws {
        let writer = state
        let frame = writer.pointee.frame
        // Most composites equal the last one of their type, so their headers are already correct and nothing is new.
        guard frame > writer.pointee.frames, frame.pointee.absentCount == 0, let shape = frame.pointee.headerShape,
            writer.pointee.slot.pointee.node == shape, frame.pointee.root.pointee.predicted == shape,
            writer.pointee.expectation != .endOfReplacedComposite
        else { return try closeUnusualComposite() }
        popFrame()
    }

    @inline(never)
    private func closeUnusualComposite() throws {
        let writer = state
        if writer.pointee.expectation == .endOfReplacedComposite {
            writer.pointee.expectation = .none
            return
        }
        let frame = writer.pointee.frame
        try require(
            frame > writer.pointee.frames, .misuse,
            "encode(to:) ended a value that it had not begun. Do not call methods that begin with an underscore.")
        if frame.pointee.isOpen {
            try _writer.writeTag(Tag.endOfComposite)
            openKeys[frame - writer.pointee.frames] = nil
        } else {
            let full = currentNode(of: frame)
            patchHeader(of: frame, shape: frame.pointee.absentCount > 0 ? dropLastAbsentKeys(of: frame, full) : full)
            // The next composite is expected to have all keys.
            if frame.pointee.root.pointee.predicted != full {
                predict(full)
            }
        }
        popFrame()
    }

    /// Returns to the enclosing composite.
    @inline(__always)
    private func popFrame() {
        let writer = state
        let frame = writer.pointee.frame
        writer.pointee.slot = frame.pointee.outerSlot
        writer.pointee.frame = frame - 1
        writer.pointee.depth &-= 1
    }

    /// Returns the composite that is being written. Throws an error if the encoder must not be used now.
    func currentFrame() throws -> UnsafeMutablePointer<WriterFrame> {
        if let failure {
            throw failure
        }
        let frame = state.pointee.frame
        try require(
            phase == .encoding && frame > state.pointee.frames, .misuse,
            "The encoder was used outside of encode(to:). Do not keep it, and do not use it in other methods.")
        return frame
    }

    /// Begins a slot that was not expected: finds another branch of the type's shapes, or creates one.
    @usableFromInline
    func beginUnexpectedSlot(_ key: String?) throws {
        let frame = try currentFrame()
        if !frame.pointee.isOpen {
            let node = currentNode(of: frame)
            let isFull =
                node.pointee.depth >= Self.maximumSlots
                || (key == nil && node.pointee.unkeyedCount >= Self.maximumUnkeyedSlots)
            guard isFull else {
                if frame.pointee.absentCount > 0, let key, arena.child(of: node, key: key) == nil,
                    arena.hasKey(key, before: node)
                {
                    takeOutAbsentMarks(of: frame)
                }
                return take(try child(of: currentNode(of: frame), key: key))
            }
            try _writer.makeRoom()
        }
        if !frame.pointee.isOpen {
            open(frame)
        }
        try beginItem(key, in: frame)
    }

    func take(_ node: UnsafeMutablePointer<ShapeTreeNode>) {
        if let shape = node.pointee.predicted {
            state.pointee.slot = arena.path(to: shape) + node.pointee.depth
        } else {
            // The next slot is unknown. The slots before this one no longer matter.
            state.pointee.slot = node.pointer(to: \.end) ?? noSlot
        }
    }

    func child(of node: UnsafeMutablePointer<ShapeTreeNode>, key: String?) throws -> UnsafeMutablePointer<ShapeTreeNode>
    {
        if let child = arena.child(of: node, key: key) {
            return child
        }
        if let key, arena.hasKey(key, before: node) {
            throw duplicate(key)
        }
        return arena.makeChild(of: node, key: key)
    }

    private func beginItem(_ key: String?, in frame: UnsafeMutablePointer<WriterFrame>) throws {
        guard let key else {
            state.pointee.cost &+= DecodingCost.unkeyedItem
            return
        }
        guard openKeys[frame - state.pointee.frames, default: []].insert(ExactText(key)).inserted else {
            throw duplicate(key)
        }
        try _writer.writeTag(Tag.keyedItem)
        _writer.storeVarint(UInt64(directory.keyID(of: key)))
    }

    private func duplicate(_ key: String) -> any Error {
        fail(
            .duplicateKey,
            """
            The key '\(key)' was encoded twice. Give each value of a type, its superclasses included, a key of its own; with the \
            macro, by @CodingKey.
            """, key: key)
    }

    // MARK: Headers

    /// Returns the node for the slots that a composite has written so far. The composite must not be open.
    func currentNode(of frame: UnsafeMutablePointer<WriterFrame>) -> UnsafeMutablePointer<ShapeTreeNode> {
        let slot = frame == state.pointee.frame ? state.pointee.slot : (frame + 1).pointee.outerSlot
        return slot.pointee.node ?? frame.pointee.root
    }

    /// Converts composites to the open form if their headers are about to be flushed. An open composite can continue
    /// without its header.
    ///
    /// A composite without a header may stand inside one that still has its header: it became open because it was full.
    func openPendingFrames() {
        var frame = state.pointee.frame
        while frame > state.pointee.frames {
            if frame.pointee.header != nil {
                open(frame)
            }
            frame -= 1
        }
    }

    /// Converts a composite to the open form: it keeps the slots written so far, and the rest become items.
    private func open(_ frame: UnsafeMutablePointer<WriterFrame>) {
        takeOutAbsentMarks(of: frame)
        let node = currentNode(of: frame)
        patchHeader(of: frame, shape: node, isOpen: true)
        openKeys[frame - state.pointee.frames] = arena.keys(before: node)
        frame.pointee.isOpen = true
        frame.pointee.header = nil
        state.pointee.absentEnd = nil
        if frame == state.pointee.frame {
            state.pointee.slot = noSlot
        } else {
            (frame + 1).pointee.outerSlot = noSlot
        }
    }

    /// Replaces a guessed header. If the size differs, the bytes after it move.
    private func patchHeader(
        of frame: UnsafeMutablePointer<WriterFrame>, shape: UnsafeMutablePointer<ShapeTreeNode>, isOpen: Bool = false
    ) {
        guard isOpen || shape != frame.pointee.headerShape, let header = frame.pointee.header else { return }
        let id = directory.shapeID(of: shape)
        let isInline = !isOpen && id < 32
        if isInline, frame.pointee.headerSize == 1 {
            return header.storeBytes(of: Tag.inlineComposite &+ UInt8(truncatingIfNeeded: id), as: UInt8.self)
        }
        let size = isInline ? 1 : 1 + Varint.size(of: UInt64(id))
        let tail = header + frame.pointee.headerSize
        let end = state.pointee.cursor
        let shift = size - frame.pointee.headerSize
        if shift != 0 {
            // A mark that stood at the cursor no longer does, and the bytes may overlap.
            state.pointee.absentEnd = nil
            (tail + shift).copyMemory(from: tail, byteCount: end - tail)
        }
        state.pointee.cursor = header
        if isOpen {
            _writer.store(Tag.openComposite)
            _writer.storeVarint(UInt64(id))
        } else {
            writeHeader(of: id)
        }
        state.pointee.cursor = end + shift
        frame.pointee.headerSize = size
    }

    @inline(__always)
    private func writeHeader(of id: UInt32) {
        if id < 32 {
            _writer.store(Tag.inlineComposite &+ UInt8(truncatingIfNeeded: id))
        } else {
            _writer.store(Tag.composite)
            _writer.storeVarint(UInt64(id))
        }
    }

    private func makeRoot(of type: UnsafeMutablePointer<EncodedType>) throws -> UnsafeMutablePointer<ShapeTreeNode> {
        try checkNameLength(
            of: type.pointee, isNamed: type.pointee.isReference && !type.pointee.isInheritanceDisabled)
        let root = arena.makeRoot(of: type)
        type.pointee.root = root
        return root
    }

    /// Expects the same slots the next time.
    func predict(_ shape: UnsafeMutablePointer<ShapeTreeNode>) {
        for node in ShapeArena.path(from: shape) {
            node.pointee.predicted = shape
        }
    }

    // MARK: Depth

    func enter() throws {
        state.pointee.depth &+= 1
        if state.pointee.depth > state.pointee.uncheckedDepth {
            try checkDepth()
        }
    }

    /// Throws an error if values nest more deeply than readers accept.
    func checkDepth() throws {
        if state.pointee.depth + 2 > state.pointee.frameCapacity {
            growFrames()
        }
        try require(
            state.pointee.depth <= maximumDepth, .depthExceeded,
            """
            Values are nested more than \(maximumDepth) levels deep, the limit of maximumDepth in the encoder's policy and of \
            the format. Nesting through class instances has no such limit: make the recursive part a class, or encode with identity enabled.
            """)
    }
}

extension EncodingSession {
    // MARK: Stack

    /// Whether enough of the stack is left for another `encode(to:)`. It is only checked for nested values.
    var hasStackRoom: Bool {
        if !knowsStack {
            knowsStack = true
            stack.begin()
        }
        return !stack.isShort
    }

    /// Calls `body` on another segment of the stack.
    @usableFromInline @inline(never)
    func withMoreStack(_ body: () throws -> Void) throws {
        do {
            try stack.reserveSegment()
        } catch let failure {
            throw fail(failure.code, failure.message)
        }
        try stack.callOnNewSegment(body)
    }

    /// Allocates frames for the maximum nesting depth. Few archives need more than the first frames.
    private func growFrames() {
        let writer = state
        let capacity = maximumDepth + 2
        guard capacity > writer.pointee.frameCapacity else { return }
        let depth = writer.pointee.frame - writer.pointee.frames
        let larger = UnsafeMutablePointer<WriterFrame>.allocate(capacity: capacity)
        WriterFrame.initializeOutside(larger)
        (larger + 1).moveInitialize(from: writer.pointee.frames + 1, count: depth)
        writer.pointee.frames.deallocate()
        writer.pointee.frames = larger
        writer.pointee.frame = larger + depth
        writer.pointee.frameCapacity = capacity
    }
}
