extension DecodingSession {
    /// Lets a value keep the fields of the innermost composite that its initializer has not read.
    @usableFromInline
    func keepUnknownFields(of value: inout some GKeepsUnknown) throws {
        guard let kept = try unreadFields() else { return }
        value.unknownFields.kept = kept
        // A known case of an enumeration has no place for them.
        guard value.unknownFields.kept === kept else { return }
        try table(of: state.pointee.frame).takeRest()
        keptFields.append(kept)
    }

    /// The same for an object.
    @inline(never)
    func keepUnknownFields(ofObject object: AnyObject, _ type: Int) throws {
        guard resolvedTypes[type]?.keepsUnknown ?? true, var object = object as? any GKeepsUnknown else { return }
        try keepUnknownFields(of: &object)
    }

    /// Returns the fields of the innermost composite that have not been read, after verifying them.
    private func unreadFields() throws -> KeptFields? {
        let frame = state.pointee.frame
        // Usually there are none.
        guard
            state.pointee.nextSlot != state.pointee.endOfSlots || !frame.pointee.isInSlots || frame.pointee.isOpen
        else { return nil }
        try checkIsInside()
        try checkIsNotWaiting()
        let unread = try table(of: frame).fields.filter { !$0.isDecoded }
        guard !unread.isEmpty else { return nil }
        let cursor = state.pointee.cursor
        defer { state.pointee.cursor = cursor }
        var verifier = unknownVerifier
        let fields = try unread.map { field in
            try walk(from: field.position, to: state.pointee.end, visitor: &verifier)
            let bytes = field.position - base..<state.pointee.cursor - base
            try _reader.charge(DecodingCost.deferred.addingClamped(bytes.count))
            return KeptFields.Field(keyID: field.keyID, bytes: bytes)
        }
        let keys = fields.filter { $0.keyID != 0 }.map { directory.keys[Int($0.keyID) - 1] }
        return KeptFields(fields, verifier.references, keys: keys)
    }

    private var unknownVerifier: RecordVerifier {
        var verifier = RecordVerifier(directory, records, walker, maximumElementCount: policy.maximumElementCount)
        verifier.collectsReferences = true
        return verifier
    }

    /// Gives the unknown fields of a decoded graph what they need when they are written.
    @inline(never)
    func finishKeptFields() throws {
        // Initializers may have been called again. What they made then is not used.
        let isUsed = keptFields.indices.map { !isKnownUniquelyReferenced(&keptFields[$0]) }
        let kept = zip(keptFields, isUsed).filter(\.1).map(\.0)[...]
        if let source {
            for value in kept {
                _ = value.holdObjects(decodedObject)
                value.source = source
            }
        } else if !kept.isEmpty {
            _ = try KeptRecords(kept, self)
        }
    }

    /// Returns the directory of the archive for a use that does not end with this decoding.
    func copyDirectory() throws -> ArchiveDirectory {
        var input = ByteInput(directoryBytes, range: 0..<directoryBytes.count)
        return try ArchiveDirectory(
            reading: &input, maximumNameLength: policy.maximumTypeNameLength,
            maximumEntryCount: policy.maximumDirectoryEntryCount)
    }

    /// Returns the object that has been decoded from a record.
    private func decodedObject(_ id: UInt32) -> AnyObject? {
        let object = records.slots[Int(id)].doneObject.map {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
        return object is SharedValue ? nil : object
    }

    /// Holds the objects to which unknown fields refer, and finds the records to which the fields lead besides, and all objects
    /// that the program has decoded from any of these.
    ///
    /// The program may let go of an object to which only records lead. So these lead on through its record.
    func findRecords(of kept: ArraySlice<KeptFields>) throws -> (records: [UInt32: Range<Int>], live: LiveObjects) {
        var (found, live) = ([UInt32: Range<Int>](), LiveObjects())
        var pending: [RecordVerifier.Reference] = []
        for value in kept {
            pending += value.holdObjects { id in
                let object = decodedObject(id)
                if let object { live.insert(object, id) }
                return object
            }
        }
        var levels: [ValueWalker.Level] = []
        while let (id, isConditional) = pending.popLast() {
            let slot = records.slots[Int(id)]
            if let object = decodedObject(id) { live.insert(object, id) }
            guard !isConditional, found[id] == nil else { continue }
            let record = slot.start..<slot.start + slot.size
            try _reader.charge(DecodingCost.deferred.addingClamped(slot.size))
            try walker.checkBeginning(ofRecord: record)
            var verifier = unknownVerifier
            try walker.walk(over: record, levels: &levels, visitor: &verifier)
            found[id] = record
            pending += verifier.references
        }
        return (found, live)
    }
}
