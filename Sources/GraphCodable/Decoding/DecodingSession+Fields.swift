extension DecodingSession {
    /// Goes to a value that is not the next one in the archive.
    func beginUnexpectedSlot(_ key: String?) throws {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames else {
            throw error(.misuse, "The decoder was used outside of init(from:).")
        }
        let slot = state.pointee.nextSlot
        if let key, slot < state.pointee.endOfSlots, slot.pointee.keyID != 0, slot.pointee.key == key {
            slot.pointee.learn(key)
            state.pointee.nextSlot = slot + 1
            return
        }
        if try beginNextItem(key, of: frame) {
            return
        }
        if let key {
            guard try contains(key), let id = keyID(of: key), let index = try table(of: frame).index(ofKey: id) else {
                throw keyNotFound(key, in: frame)
            }
            let field = try table(of: frame).take(index)
            begin(field.slot, at: field.position)
        } else {
            guard let field = try table(of: frame).takeUnkeyed() else {
                throw error(
                    .valueNotFound,
                    """
                    \(typeName(of: frame)) asked for more unkeyed values than it encoded. Check unkeyedCount, and decode \
                    in the order of encoding.
                    """)
            }
            begin(field.slot, at: field.position)
        }
    }

    /// Goes to the next item of an open composite, if it is the one asked for and no table is needed to find it.
    private func beginNextItem(_ key: String?, of frame: UnsafeMutablePointer<ReaderFrame>) throws -> Bool {
        guard let item = try nextItem(key, of: frame) else { return false }
        frame.pointee.isInItems = true
        begin(directory.itemSlots + Int(item.keyID), at: item.position)
        return true
    }

    /// Where the value of the next item of an open composite begins, if it is the one asked for.
    private func nextItem(
        _ key: String?, of frame: UnsafeMutablePointer<ReaderFrame>
    ) throws -> (keyID: UInt32, position: UnsafeRawPointer)? {
        guard frame.pointee.table == nil, frame.pointee.isOpen,
            frame.pointee.isInItems || state.pointee.nextSlot == state.pointee.endOfSlots
        else { return nil }
        let tag = try _reader.peekTag()
        guard tag == Tag.keyedItem else {
            return tag == Tag.endOfComposite || key != nil ? nil : (0, state.pointee.cursor)
        }
        var input = ByteInput(archive: base, from: state.pointee.cursor + 1, to: state.pointee.end)
        let id = try input.readVarint()
        guard let keyID = key.flatMap({ keyID(of: $0) }), UInt64(keyID) == id else { return nil }
        return (keyID, input.position)
    }

    /// Goes to a value outside of the order of slots.
    private func begin(_ slot: UnsafeMutablePointer<ArchivedSlot>, at position: UnsafeRawPointer) {
        state.pointee.cursor = position
        state.pointee.setCurrentSlot(slot)
    }

    func contains(_ key: String) throws -> Bool {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames else { return false }
        if frame.pointee.table == nil {
            // A key that the archive does not have anywhere need not be searched for; among many values the table searches.
            guard let id = keyID(of: key) else { return false }
            let slots = state.pointee.slotsLeft
            if slots.count > 64 {
                return try table(of: frame).index(ofKey: id) != nil
            }
            for slot in slots where slot.pointee.keyID != 0 && slot.pointee.key == key {
                return true
            }
            if try !frame.pointee.isOpen || nextItem(key, of: frame) != nil {
                return frame.pointee.isOpen
            }
        }
        guard let id = keyID(of: key) else { return false }
        return try table(of: frame).index(ofKey: id) != nil
    }

    /// The keys of the innermost composite that have not been decoded.
    func undecodedKeys() throws -> [String] {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames else { return [] }
        return try table(of: frame).fields.compactMap { field in
            field.keyID == 0 || field.isDecoded ? nil : directory.keys[Int(field.keyID) - 1]
        }
    }

    private func keyID(of key: String) -> UInt32? {
        directory.keyIDs[key]
    }

    /// Where all values of a composite are. From now on its values are found there.
    func table(of frame: UnsafeMutablePointer<ReaderFrame>) throws -> FieldTable {
        if let table = frame.pointee.table?.takeUnretainedValue(), table !== lostTable {
            return table
        }
        let place = place(of: frame)
        let decodedSlots = place.decodedSlots
        let cursor = state.pointee.cursor
        defer { state.pointee.cursor = cursor }
        state.pointee.cursor = frame.pointee.start
        let shape = frame.pointee.shape
        var fields: [FieldTable.Field] = []
        for index in 0..<shape.count {
            let slot = shape.slots + index
            fields.append(
                FieldTable.Field(
                    keyID: slot.pointee.keyID, slot: slot, position: state.pointee.cursor,
                    isDecoded: index < decodedSlots))
            try skipValue(in: slot)
        }
        if frame.pointee.isOpen {
            try addItems(before: decodedSlots == shape.count ? place.cursor : nil, to: &fields)
        }
        let table = FieldTable(fields: fields, end: state.pointee.cursor)
        frame.pointee.table?.release()
        frame.pointee.table = Unmanaged.passRetained(table)
        state.pointee.setCurrentSlot(shape.slots + max(decodedSlots - 1, 0))
        return table
    }

    /// - Parameter cursor: Items that begin before it have been decoded, one after another.
    private func addItems(
        before cursor: UnsafeRawPointer?, to fields: inout [FieldTable.Field]
    ) throws {
        var known = Set(fields.lazy.map(\.keyID))
        while try !_reader.skip(Tag.endOfComposite) {
            let keyID = try skipItemKey()
            guard keyID == 0 || known.insert(keyID).inserted else {
                throw error(.duplicateKey, "A value has the same key twice. The archive is damaged.")
            }
            let slot = directory.itemSlots + Int(keyID)
            fields.append(
                FieldTable.Field(
                    keyID: keyID, slot: slot, position: state.pointee.cursor,
                    isDecoded: cursor.map { state.pointee.cursor < $0 } ?? false))
            try skipValue(in: slot)
        }
    }

    // MARK: Failure

    /// Comes back to a composite after decoding one of its values failed, so that others can still be decoded.
    func recover(to mark: Int) {
        popFrames(to: mark)
        let frame = state.pointee.frame
        guard frame > state.pointee.frames else { return }
        state.pointee.depth = frame.pointee.depth
        guard frame.pointee.table == nil else { return }
        // The cursor is lost; from now on values are found by a table. It is made only if one is asked for: mostly the
        // error goes on outwards, and a table at each level would cost the square of the depth.
        let place = place(of: frame)
        lostPlaces[state.pointee.frameOffset] = place
        frame.pointee.table = Unmanaged.passRetained(lostTable)
        state.pointee.setCurrentSlot(frame.pointee.shape.slots + max(place.decodedSlots - 1, 0))
    }

    /// How far the values of the innermost composite have been decoded one after another.
    private func place(of frame: UnsafeMutablePointer<ReaderFrame>) -> LostPlace {
        if frame.pointee.table != nil, let place = lostPlaces[state.pointee.frameOffset] {
            return place
        }
        return LostPlace(
            decodedSlots: frame.pointee.isInItems
                ? frame.pointee.shape.count : state.pointee.nextSlot - frame.pointee.shape.slots,
            cursor: state.pointee.cursor)
    }

    @inline(never)
    private func keyNotFound(_ key: String, in frame: UnsafeMutablePointer<ReaderFrame>) -> any Error {
        let start = frame.pointee.start
        let message = MissingKeyMessage(
            key: key, typeName: typeName(of: frame), keys: keys(of: frame), superclass: superclass(of: frame))
        let error = error(.keyNotFound, message.text)
        failedPlace?.missingKey = key
        failedPlace?.position = start
        return error
    }

    /// All keys of a composite, decoded or not.
    private func keys(of frame: UnsafeMutablePointer<ReaderFrame>) -> [String] {
        // What is damaged has no table; the keys of the shape are known all the same.
        let ids =
            frame.pointee.isOpen ? (try? table(of: frame))?.fields.map(\.keyID) : nil
        let shape = frame.pointee.shape
        return (ids ?? (0..<shape.count).map { shape.slots[$0].keyID }).compactMap { id in
            id == 0 ? nil : directory.keys[Int(id) - 1]
        }
    }

    /// The decodable superclass of the class that is being decoded.
    private func superclass(of frame: UnsafeMutablePointer<ReaderFrame>) -> Any.Type? {
        guard frame.pointee.shape.isReference, let type = resolvedTypes[frame.pointee.shape.type]?.type,
            let superclass = _getSuperclass(type), superclass is any GDecodable.Type
        else { return nil }
        return superclass
    }

    private func typeName(of frame: UnsafeMutablePointer<ReaderFrame>) -> String {
        guard directory.types.indices.contains(frame.pointee.shape.type) else { return "The value" }
        return directory.types[frame.pointee.shape.type].readableName
    }
}
