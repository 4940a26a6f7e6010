extension DecodingSession {
    // MARK: GDecoder

    @usableFromInline
    var encodedVersion: UInt32 {
        get throws {
            try checkIsInside()
            #if DEBUG
            noteVersionIsAsked()
            #endif
            return archivedType(of: state.pointee.frame)?.version ?? 0
        }
    }

    /// Returns the same version, after checking that a class is the one being decoded.
    func encodedVersion(of type: any GDecodable.Type) throws -> UInt32 {
        let version = try encodedVersion
        let shape = state.pointee.frame.pointee.shape.pointee
        guard let expected = type as? AnyClass else { return version }
        let resolved = resolvedTypes.indices.contains(shape.type) ? resolvedTypes[shape.type] : nil
        // A class that is archived without its name may be of any class.
        let isDecoded = resolved.map { isSubclass($0.type, of: expected) || $0.replaced == type }
        try require(
            shape.isReference && isDecoded ?? true, .misuse,
            """
            The version of \(TypeNames.readableName(of: type)) was requested while a value of type \
            \(typeName(of: state.pointee.frame)) is being decoded. Pass the type that init(from:) belongs to.
            """)
        return version
    }

    /// Throws an error if a newer version of the type being decoded was encoded under its present name.
    func refuseVersions(after version: UInt32) throws {
        let encoded = try encodedVersion
        #if DEBUG
        if try encoded < version || encoded > version && replacedType != nil {
            olderComposites[state.pointee.frame.pointee.start] = false
        }
        #endif
        guard encoded > version else { return }
        let index = state.pointee.frame.pointee.shape.pointee.type
        let archived = directory.types[index]
        // Whatever has been decoded before, the result must be the same. So the type is looked up if it is not known yet.
        if let name = archived.name, let found = try? findType(index, name) {
            guard found.replaced == nil, isPresentName(name, of: found.type, archived) else { return }
        }
        throw errorInComposite(
            .newerVersion,
            """
            The archive holds version \(encoded) of \(archived.readableName), and this program knows versions up to \
            \(version). A newer program wrote it. Open it with that program or update this one: saving it here would lose \
            what the newer version added. To read it all the same, write @GCodable(version: \(version), readsNewer: true), or \
            do not call refuseVersions(after:).
            """)
    }

    /// Returns whether an archived type was not archived under an alias of a type of the program.
    private func isPresentName(_ name: String, of type: any GDecodable.Type, _ archived: TypeEntry) -> Bool {
        if GTypesRepository.archiveName(of: type) == name { return true }
        guard !archived.hasProgramName || archived.hasAsterisk else { return false }
        // The program did not choose the name, which may have been written elsewhere: with another module or on another platform.
        return PropertyLocation.nameWithoutModule(archived.readableName) == PropertyLocation.nameWithoutModule(of: type)
    }

    @usableFromInline
    var replacedType: (any GDecodable.Type)? {
        get throws {
            try checkIsInside()
            let type = state.pointee.frame.pointee.shape.pointee.type
            // Only classes are replaced, and they have been resolved.
            return resolvedTypes.indices.contains(type) ? resolvedTypes[type]?.replaced : nil
        }
    }

    @usableFromInline
    var unkeyedCount: Int {
        let frame = state.pointee.frame
        if frame.pointee.isInSlots, !frame.pointee.isOpen {
            guard state.pointee.nextSlot < state.pointee.endOfSlots else { return 0 }
            return Int(state.pointee.nextSlot.pointee.unkeyedCount)
        }
        guard !frame.pointee.isOutside else { return 0 }
        // A damaged composite has no decodable values. The next decoding call throws the error, or the end of the composite.
        return (try? table(of: frame))?.unkeyedCount ?? 0
    }

    /// Throws `misuse` if no initializer of the program is running.
    @inline(__always)
    func checkIsInside() throws {
        guard !state.pointee.frame.pointee.isOutside else { throw outsideOfInitializer() }
    }

    @inline(never)
    private func outsideOfInitializer() -> any Error {
        error(.misuse, "The decoder was used outside of init(from:).")
    }

    // MARK: Composites

    /// Enters the composite of a value type, unless something else is stored in its place: perhaps its raw value.
    @usableFromInline
    func openValueComposite(of type: Any.Type, hasRawValue: Bool) throws -> CompositeEntryResult {
        let tag = try _reader.peekTag()
        guard tag < Tag.reference13 || !(_GraphReader.isReference(tag) || tag == Tag.binary) else { return .elsewhere }
        guard hasStackRoom else { return .needsRoom }
        if hasRawValue, !Self.isComposite(tag), tag != Tag.absent {
            // The initializer decodes the raw value as the only value.
            try open(rawValueShape, isOpen: false, size: 0)
        } else {
            let (shape, isOpen, size) = try peekComposite(as: type)
            guard !shape.pointee.isReference else { throw classForValue(shape, type) }
            try open(shape, isOpen: isOpen, size: size)
        }
        return .entered
    }

    @inline(never)
    private func classForValue(_ shape: UnsafeMutablePointer<ArchivedShape>, _ type: Any.Type) -> any Error {
        error(
            .typeMismatch,
            """
            The archive holds an object of class \(directory.types[shape.pointee.type].readableName) where \
            \(TypeNames.shortName(of: type)), which is not a class, was requested. A class that became a struct cannot \
            be decoded as one: keep the class for old archives and make the struct from it.
            """)
    }

    static func isComposite(_ tag: UInt8) -> Bool {
        tag >= Tag.inlineComposite && tag < Tag.reference13 || tag == Tag.composite || tag == Tag.openComposite
    }

    /// Enters a composite whose header has been read.
    @inline(__always)
    func open(_ shape: UnsafeMutablePointer<ArchivedShape>, isOpen: Bool, size: Int) throws {
        state.pointee.cursor += size
        // A raw value has no header.
        if size > 0 { try _reader.charge(DecodingCost.composite) }
        try enter()
        try pushFrame(shape, isOpen: isOpen, access: .slots)
        state.pointee.nextSlot = shape.pointee.slots
        state.pointee.endOfSlots = shape.pointee.slots + shape.pointee.count
    }

    @inline(__always)
    private func pushFrame(
        _ shape: UnsafeMutablePointer<ArchivedShape>, isOpen: Bool, access: ReaderFrame.Access
    ) throws {
        let reader = state
        // Depth starts at the record, but this record's frames follow those of other records in progress.
        if reader.pointee.frame == reader.pointee.lastFrame {
            try growFrames()
        }
        let frame = reader.pointee.frame + 1
        frame.initialize(
            to: ReaderFrame(
                outerNextSlot: reader.pointee.nextSlot, outerEndOfSlots: reader.pointee.endOfSlots,
                depth: reader.pointee.depth, start: reader.pointee.cursor, shape: shape, isOpen: isOpen, access: access)
        )
        reader.pointee.frame = frame
    }

    /// Calls code of the program that must not use the decoder, although initializers are running.
    func outside<Result>(_ body: () throws -> Result) throws -> Result {
        try pushFrame(rawValueShape, isOpen: false, access: .outside)
        defer { popFrame() }
        state.pointee.expectNoSlot()
        return try body()
    }

    /// Reads the header of a composite without moving past it.
    @inline(__always)
    func peekComposite(as type: Any.Type) throws -> (
        shape: UnsafeMutablePointer<ArchivedShape>, isOpen: Bool, size: Int
    ) {
        let tag = try _reader.peekTag()
        let inlineID = Int(tag &- Tag.inlineComposite)
        if tag < Tag.reference13, tag >= Tag.inlineComposite, inlineID < shapes.count {
            return (shapes.baseAddress.unsafelyUnwrapped + inlineID, false, 1)
        }
        return try peekLongComposite(tag, as: type)
    }

    @inline(never)
    private func peekLongComposite(
        _ tag: UInt8, as type: Any.Type
    ) throws -> (shape: UnsafeMutablePointer<ArchivedShape>, isOpen: Bool, size: Int) {
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
            throw malformed("A composite has shape \(id), but the archive has only \(shapes.count).")
        }
        return (shapes.baseAddress.unsafelyUnwrapped + id, tag == Tag.openComposite, size)
    }

    @usableFromInline
    func closeComposite() throws {
        let reader = state
        try moveToEndOfComposite()
        popFrame()
        reader.pointee.depth &-= 1
    }

    /// Moves to the end of the innermost composite, whose values may not all have been decoded, or not in order.
    @inline(__always)
    func moveToEndOfComposite() throws {
        let reader = state
        let frame = reader.pointee.frame
        if reader.pointee.nextSlot != reader.pointee.endOfSlots || !frame.pointee.isInSlots || frame.pointee.isOpen {
            try skipRest()
        }
    }

    @inline(never)
    private func skipRest() throws {
        try checkIsNotWaiting()
        try noteUnreadKeys()
        try checkType()
        let frame = state.pointee.frame
        switch frame.pointee.access {
        case .slots, .items:
            try skipRest(of: frame)
        case .table, .afterSlots, .beforeItem:
            state.pointee.cursor = try table(of: frame).end
        case .outside:
            throw outsideOfInitializer()
        }
    }

    /// Leaves the innermost composite after its initializer has thrown, and returns the error to rethrow.
    @usableFromInline @inline(never)
    func leaveComposite(after error: any Error) -> any Error {
        let converted = converted(error)
        chargeFailure(byteCount: state.pointee.cursor - state.pointee.frame.pointee.start)
        popFrame()
        return converted
    }

    /// Does the same for a value type. What is newer than a property's present type may be older than its former type.
    @usableFromInline @inline(never)
    func leaveComposite(of type: Any.Type, after error: any Error) -> any Error {
        let frame = state.pointee.frame
        guard !typeChecks.isEmpty, var newer = error as? GraphCodableError, newer.code == .newerVersion,
            case .inRecord(_, frame.pointee.start - base - 1, nil) = newer.position,
            let archived = archivedType(of: frame)
        else { return leaveComposite(after: error) }
        // The module of a value type does not matter elsewhere, either.
        newer.isOfOtherType =
            !Self.answers(type, to: archived)
            && PropertyLocation.nameWithoutModule(archived.readableName) != PropertyLocation.nameWithoutModule(of: type)
        return leaveComposite(after: newer)
    }

    /// Leaves the innermost composite without moving the cursor.
    @inline(__always)
    func popFrame() {
        let frame = state.pointee.frame
        state.pointee.nextSlot = frame.pointee.outerNextSlot
        state.pointee.endOfSlots = frame.pointee.outerEndOfSlots
        state.pointee.frame = frame - 1
        if case .table(let table) = frame.pointee.access {
            table.release()
        }
    }

    /// Allocates more frames. There is one for each composite whose initializer is running, in whatever records they
    /// are.
    @inline(never)
    private func growFrames() throws {
        let count = state.pointee.lastFrame - state.pointee.frames
        try require(
            count < policy.maximumInitializerDepth, .depthExceeded,
            """
            More than \(policy.maximumInitializerDepth) initializers call one another. Break the chain of references with \
            deferDecode, or raise GraphDecodingPolicy.maximumInitializerDepth.
            """)
        replaceFrames(capacity: 2 * (count + 1))
    }

    /// Releases the frames that one decoding needed beyond the initial number. No frame is in use.
    func shrinkFrames() {
        if state.pointee.lastFrame - state.pointee.frames >= ReaderState.initialFrameCapacity {
            replaceFrames(capacity: ReaderState.initialFrameCapacity)
        }
    }

    private func replaceFrames(capacity: Int) {
        let count = state.pointee.frame - state.pointee.frames
        let frames = UnsafeMutablePointer<ReaderFrame>.allocate(capacity: capacity)
        frames.moveInitialize(from: state.pointee.frames, count: count + 1)
        state.pointee.frames.deallocate()
        state.pointee.frame = frames + count
        state.pointee.frames = frames
        state.pointee.lastFrame = frames + min(capacity - 1, max(policy.maximumInitializerDepth, 0))
    }

    private func skipRest(of frame: UnsafeMutablePointer<ReaderFrame>) throws {
        for slot in state.pointee.slotsLeft {
            try skipField(of: slot)
        }
        guard frame.pointee.isOpen else { return }
        while try !_reader.skip(Tag.endOfComposite) {
            _ = try skipItemKey()
            try skipValue()
        }
    }

    /// Skips the key of an item, and returns its number, or 0 if it has none.
    func skipItemKey() throws -> UInt32 {
        guard try _reader.skip(Tag.keyedItem) else { return 0 }
        let start = state.pointee.cursor
        let id = try readVarint()
        guard id >= 1, id <= UInt64(directory.keys.count) else {
            state.pointee.cursor = start
            throw malformed("An item has key \(id), but the archive has only \(directory.keys.count).")
        }
        return UInt32(id)
    }

    func skipValue() throws {
        let tag = try _reader.peekTag()
        if tag >= Tag.reference13 && tag < Tag.nil || tag == Tag.conditionalReference {
            // So are most deferred values, which need no walk.
            _ = try readReference(AnyObject.self, isFollowed: false)
            return
        }
        var visitor = NoVisitor()
        try walk(from: state.pointee.cursor, to: state.pointee.end, visitor: &visitor)
    }

    func walk<Visitor: ArchiveValueVisitor>(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, visitor: inout Visitor
    ) throws {
        // The cursor may be past the end if the payload of a value reaches beyond it.
        guard start <= end else { throw _reader.endOfRecord() }
        state.pointee.cursor = try walker.walk(
            from: start, to: end, depth: state.pointee.depth, levels: &walkedLevels, visitor: &visitor)
    }

    var walker: ValueWalker {
        ValueWalker(
            directory: directory, idCount: records.count, maximumDepth: policy.maximumDepth, archive: base)
    }

    /// Reads the tag of a sequence or map, and its count, which does not exceed the number of bytes left. Charges for the
    /// elements.
    @usableFromInline
    func openCollection(_ tag: UInt8, of type: Any.Type, elementSize: Int) throws -> Int {
        guard try _reader.skip(tag) else { throw mismatch(type) }
        let count = try _reader.readCount(minimumSize: tag == Tag.map ? 2 : 1)
        try checkElementCount(count)
        try _reader.charge(DecodingCost.collection(count, elementSize: elementSize))
        try enter()
        return count
    }

    @usableFromInline
    func checkElementCount(_ count: Int) throws {
        try require(
            count <= policy.maximumElementCount, .limitExceeded,
            LimitMessage.elementCount(count, policy.maximumElementCount))
    }

    func readVarint() throws -> UInt64 {
        var input = ByteInput(archive: base, from: state.pointee.cursor, to: state.pointee.end)
        let number = try input.readVarint()
        state.pointee.cursor = input.position
        return number
    }

    func readLongCount(minimumSize: Int) throws -> Int {
        // The tag has been read, so the cursor is not past the end.
        var input = ByteInput(archive: base, from: state.pointee.cursor, to: state.pointee.end)
        let count = try input.readCount(minimumSize: minimumSize)
        state.pointee.cursor = input.position
        return count
    }
}
