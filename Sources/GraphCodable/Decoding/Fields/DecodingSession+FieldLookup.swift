extension DecodingSession {
    /// Moves to a value that is not the next one in the archive.
    @usableFromInline @inline(never)
    func beginUnexpectedSlot(_ key: String?) throws {
        try checkIsInside()
        try checkIsNotWaiting()
        let frame = state.pointee.frame
        skipAbsentKeys()
        let slot = state.pointee.nextSlot
        if let key, slot < state.pointee.endOfSlots, slot.pointee.keyID != 0, slot.pointee.key.isExactly(key) {
            slot.pointee.learn(key)
            state.pointee.nextSlot = slot + 1
            return
        }
        if key == nil, slot < state.pointee.endOfSlots, slot.pointee.keyID == 0 {
            state.pointee.nextSlot = slot + 1
            return
        }
        if let item = try nextItem(key, of: frame) {
            frame.pointee.access = .items(current: item)
            state.pointee.cursor = item
            return
        }
        if let key {
            guard let id = keyID(of: key), let index = try table(of: frame).index(ofKey: id) else {
                throw keyNotFound(key, in: frame)
            }
            state.pointee.cursor = try table(of: frame).take(index).position
        } else {
            guard let field = try table(of: frame).takeUnkeyed() else {
                let keys = keys(of: frame).prefix(4).map { "'\($0)'" }.joined(separator: ", ")
                throw error(
                    .valueNotFound,
                    """
                    \(typeName(of: frame)) requested more unkeyed values than it encoded. Check unkeyedCount, and decode \
                    in the order of encoding.\(keys.isEmpty ? "" : " Other values have keys: \(keys).")
                    """)
            }
            state.pointee.cursor = field.position
        }
    }

    /// Moves to a value that is not the next one in the archive, if it is present.
    @usableFromInline @inline(never)
    func beginUnexpectedSlot(ifPresent key: String) throws -> Bool {
        guard try contains(key) else { return false }
        try beginUnexpectedSlot(key)
        return true
    }

    /// Returns the start of the next item's value in an open composite, if it is the requested one and can be found
    /// without a table.
    private func nextItem(_ key: String?, of frame: UnsafeMutablePointer<ReaderFrame>) throws -> UnsafeRawPointer? {
        guard frame.pointee.isOpen else { return nil }
        switch frame.pointee.access {
        case .items: break
        case .slots where state.pointee.nextSlot == state.pointee.endOfSlots: break
        default: return nil
        }
        let tag = try _reader.peekTag()
        guard tag == Tag.keyedItem else {
            return tag == Tag.endOfComposite || key != nil ? nil : state.pointee.cursor
        }
        var input = ByteInput(archive: base, from: state.pointee.cursor + 1, to: state.pointee.end)
        let id = try input.readVarint()
        guard let keyID = key.flatMap({ keyID(of: $0) }), UInt64(keyID) == id else { return nil }
        return input.position
    }

    @usableFromInline @inline(never)
    func contains(_ key: String) throws -> Bool {
        let isPresent = try has(key)
        #if DEBUG
        if !isPresent {
            noteMissingKey(key)
        }
        #endif
        return isPresent
    }

    func wasEncoded(_ key: String) throws -> Bool {
        try checkIsInside()
        try checkIsNotWaiting()
        guard let id = keyID(of: key) else { return false }
        return try table(of: state.pointee.frame).fields.contains { $0.keyID == id && !$0.isAbsent }
    }

    @usableFromInline
    func has(_ key: String) throws -> Bool {
        try checkIsInside()
        try checkIsNotWaiting()
        // A key that does not occur in the archive need not be searched for. With many values, the table searches.
        guard let id = keyID(of: key) else { return false }
        let frame = state.pointee.frame
        skipAbsentKeys()
        switch frame.pointee.access {
        case .slots where state.pointee.slotsLeft.count <= 64:
            let slots = state.pointee.slotsLeft
            for slot in slots where slot.pointee.keyID != 0 && slot.pointee.key.isExactly(key) {
                // Finding out whether a later slot is absent requires skipping those before it.
                return try slot == slots.lowerBound || table(of: frame).index(ofKey: id) != nil
            }
            fallthrough
        case .items:
            if try !frame.pointee.isOpen || nextItem(key, of: frame) != nil {
                return frame.pointee.isOpen
            }
        default:
            break
        }
        return try table(of: frame).index(ofKey: id) != nil
    }

    /// Returns the keys of the innermost composite that have not been decoded.
    func undecodedKeys() throws -> [String] {
        try checkIsInside()
        return try table(of: state.pointee.frame).fields.compactMap { field in
            field.isDecoded ? nil : directory.key(field.keyID)
        }
    }

    private func keyID(of key: String) -> UInt32? {
        directory.keyIDs[ExactText(key)]
    }

    /// Returns the positions of all values of a composite. From now on, its values are found with this table.
    func table(of frame: UnsafeMutablePointer<ReaderFrame>) throws -> FieldTable {
        let shape = frame.pointee.shape.pointee
        // The number of decoded slots, and the position before which items have been decoded.
        var (decodedSlots, nextItem) = (shape.count, nil as UnsafeRawPointer?)
        switch frame.pointee.access {
        case .table(let table): return table.takeUnretainedValue()
        case .slots: decodedSlots = state.pointee.nextSlot - shape.slots
        case .afterSlots(let count): decodedSlots = count
        case .items: nextItem = state.pointee.cursor
        case .beforeItem(let item): nextItem = item
        // There, every call has thrown an error before.
        case .outside: break
        }
        let cursor = state.pointee.cursor
        defer { state.pointee.cursor = cursor }
        state.pointee.cursor = frame.pointee.start
        var fields: [FieldTable.Field] = []
        for index in 0..<shape.count {
            let slot = shape.slots + index
            let isAbsent = isAbsent(slot)
            fields.append(
                FieldTable.Field(
                    keyID: slot.pointee.keyID, position: state.pointee.cursor,
                    isDecoded: index < decodedSlots || isAbsent, isAbsent: isAbsent))
            try skipField(of: slot)
        }
        if frame.pointee.isOpen {
            try addItems(before: nextItem, to: &fields)
        }
        // Each level of nesting may have a table, for which everything inside is skipped.
        try _reader.charge(2 * (state.pointee.cursor - frame.pointee.start))
        let table = FieldTable(fields: fields, end: state.pointee.cursor)
        frame.pointee.access = .table(Unmanaged.passRetained(table))
        state.pointee.expectNoSlot()
        return table
    }

    /// - Parameter cursor: The position before which all items have been decoded, in order.
    private func addItems(before cursor: UnsafeRawPointer?, to fields: inout [FieldTable.Field]) throws {
        var known = Set(fields.lazy.map(\.keyID))
        while try !_reader.skip(Tag.endOfComposite) {
            let keyID = try skipItemKey()
            guard keyID == 0 || known.insert(keyID).inserted else {
                throw keyIsRepeated(keyID)
            }
            if keyID == 0 {
                // Only values without keys can be more than the directory has entries.
                try _reader.charge(DecodingCost.unkeyedItem)
            }
            fields.append(
                FieldTable.Field(
                    keyID: keyID, position: state.pointee.cursor,
                    isDecoded: cursor.map { state.pointee.cursor < $0 } ?? false))
            try skipValue()
        }
    }

    /// Returns the error of a composite with two items of one key, after the key has been read.
    func keyIsRepeated(_ keyID: UInt32) -> any Error {
        error(
            .malformed,
            """
            A value has the key '\(directory.keys[Int(keyID) - 1])' twice. The archive is damaged or was not made by this \
            package.
            """)
    }

    // MARK: Failure

    /// Returns to a composite after decoding one of its values has failed, as if it had not been tried. Shortens the
    /// journal; see ``forget(since:)``.
    @usableFromInline @inline(never)
    func rollBack(to journal: Int) {
        // What was completed for a value that has to wait stays.
        if waitingReason == nil {
            forget(since: journal)
            #if DEBUG
            dropOldMissingKeys()
            #endif
        }
        let frame = state.pointee.frame
        state.pointee.depth = frame.pointee.depth
        let slots = frame.pointee.shape.pointee.slots
        switch frame.pointee.access {
        case .slots: frame.pointee.access = .afterSlots(max(state.pointee.nextSlot - slots - 1, 0))
        case .items(let current): frame.pointee.access = .beforeItem(current)
        case .table(let table): table._withUnsafeGuaranteedRef { $0.putBack() }
        case .afterSlots, .beforeItem, .outside: break
        }
        state.pointee.expectNoSlot()
    }

    @inline(never)
    func keyNotFound(_ key: String, in frame: UnsafeMutablePointer<ReaderFrame>) -> any Error {
        let start = frame.pointee.start
        let message = MissingKeyMessage.text(
            key, typeName: typeName(of: frame), keys: keys(of: frame), superclass: superclass(of: frame))
        return error(.keyNotFound, message, at: start, missingKey: key)
    }

    /// Returns all keys of a composite, decoded or not.
    func keys(of frame: UnsafeMutablePointer<ReaderFrame>) -> [String] {
        // A damaged composite has no table, but the keys of its shape are known.
        let ids = (try? table(of: frame))?.fields.filter { !$0.isAbsent }.map(\.keyID)
        let shape = frame.pointee.shape.pointee
        return (ids ?? (0..<shape.count).map { shape.slots[$0].keyID }).compactMap(directory.key)
    }

    /// Returns the decodable superclass of the class that is being decoded.
    private func superclass(of frame: UnsafeMutablePointer<ReaderFrame>) -> Any.Type? {
        guard frame.pointee.shape.pointee.isReference, let type = resolvedTypes[frame.pointee.shape.pointee.type]?.type,
            let superclass = _getSuperclass(type), superclass is any GDecodable.Type
        else { return nil }
        return superclass
    }

    func typeName(of frame: UnsafeMutablePointer<ReaderFrame>) -> String {
        archivedType(of: frame)?.readableName ?? "The value"
    }

    /// Returns the type of a composite. A raw value stands in the archive without one.
    func archivedType(of frame: UnsafeMutablePointer<ReaderFrame>) -> TypeEntry? {
        frame.pointee.shape == rawValueShape ? nil : directory.types[frame.pointee.shape.pointee.type]
    }
}
