extension DecodingSession {
    /// Lets a value keep the fields of the innermost composite that its initializer has not read.
    @usableFromInline
    func keepUnknownFields(of value: inout some GKeepsUnknown) throws {
        let frame = state.pointee.frame
        // Usually there are none.
        guard
            state.pointee.nextSlot != state.pointee.endOfSlots || !frame.pointee.isInSlots || frame.pointee.isOpen
        else { return }
        try checkIsInside()
        try checkIsNotWaiting()
        try checkType()
        let (position, access) = (state.pointee.position, frame.pointee.access)
        guard let kept = try readUnreadFields(of: frame) else { return }
        value.unknownFields.kept = kept
        let isKept = value.unknownFields.kept === kept
        // The program's code may have moved the frames.
        let current = state.pointee.frame
        guard isKept else {
            // A known case of an enumeration has no place for them.
            state.pointee.position = position
            if case .items = current.pointee.access { current.pointee.access = access }
            return
        }
        if case .table(let table) = current.pointee.access { table._withUnsafeGuaranteedRef { $0.takeRest() } }
        notes.keptFields.append(kept)
        hasNotes = true
    }

    /// Keeps the fields of an object that the program has not read, if its class does so.
    @inline(never)
    func keepUnknownFields(ofObject object: AnyObject, _ type: Int) throws {
        guard resolvedTypes[type]?.keepsUnknown ?? true, var object = object as? any GKeepsUnknown else { return }
        try keepUnknownFields(of: &object)
    }

    /// Returns the fields of the innermost composite that have not been read, after verifying them. Moves past them.
    private func readUnreadFields(of frame: UnsafeMutablePointer<ReaderFrame>) throws -> KeptFields? {
        var fields: [KeptFields.Field] = []
        var verifier = unknownVerifier
        func read(_ keyID: UInt32) throws {
            let start = state.pointee.cursor
            try refusingTooMany(&verifier) { try walk(from: start, to: state.pointee.end, visitor: &$0) }
            try _reader.charge(MemoryLayout<KeptFields.Field>.stride.addingClamped(state.pointee.cursor - start))
            fields.append(KeptFields.Field(keyID: keyID, bytes: start - base..<state.pointee.cursor - base))
        }
        switch frame.pointee.access {
        case .slots, .items:
            // Without a table, which at each level would take time quadratic in the depth.
            for slot in state.pointee.slotsLeft {
                if isAbsent(slot) { try skipField(of: slot) } else { try read(slot.pointee.keyID) }
            }
            state.pointee.nextSlot = state.pointee.endOfSlots
            guard frame.pointee.isOpen else { break }
            var known = Set(fields.lazy.map(\.keyID))
            while try _reader.peekTag() != Tag.endOfComposite {
                let keyID = try skipItemKey()
                guard keyID == 0 || known.insert(keyID).inserted else { throw keyIsRepeated(keyID) }
                try read(keyID)
            }
            frame.pointee.access = .items(current: state.pointee.cursor)
        case .table, .afterSlots, .beforeItem, .outside:
            let cursor = state.pointee.cursor
            defer { state.pointee.cursor = cursor }
            for field in try table(of: frame).fields where !field.isDecoded {
                state.pointee.cursor = field.position
                try read(field.keyID)
            }
        }
        guard !fields.isEmpty else { return nil }
        try charge(verifier)
        try _reader.charge(DecodingCost.deferred + 2 * DecodingCost.allocation)
        return KeptFields(fields, verifier.references)
    }

    private var unknownVerifier: RecordVerifier {
        var verifier = RecordVerifier(records, walker, maximumElementCount: policy.maximumElementCount)
        verifier.maximumReferenceCount = totalCostLeft / Self.costOfKeptReference
        return verifier
    }

    /// Lets decoding fail if a walk finds more references than there is memory for.
    private func refusingTooMany(
        _ verifier: inout RecordVerifier, _ walk: (inout RecordVerifier) throws -> Void
    ) throws {
        do {
            try walk(&verifier)
        } catch  where verifier.isFull {
            throw tooCostly()
        }
    }

    /// A list that grows takes twice its size.
    private static var costOfKeptReference: Int { 2 * MemoryLayout<RecordVerifier.Reference>.stride }

    /// Charges for the list of references that have been found.
    private func charge(_ verifier: RecordVerifier) throws {
        try _reader.charge(
            DecodingCost.collection(verifier.references.count, elementSize: Self.costOfKeptReference))
    }

    /// Gives the unknown fields of a decoded graph what they need when they are written.
    @inline(never)
    func finishKeptFields() throws {
        // Initializers may have been called again. What they made then is not used.
        let isUsed = notes.keptFields.indices.map { !isKnownUniquelyReferenced(&notes.keptFields[$0]) }
        let kept = zip(notes.keptFields, isUsed).filter(\.1).map(\.0)[...]
        if let source {
            for value in kept {
                value.references = []
                value.source = source
            }
        } else if !kept.isEmpty {
            _ = try KeptRecords(kept, self)
        }
    }

    /// Returns the directory of the archive for a use that does not end with this decoding.
    func copyDirectory() throws -> ArchiveDirectory {
        var input = ByteInput(directoryBytes, range: 0..<directoryBytes.count)
        return try ArchiveDirectory(reading: &input, policy)
    }

    /// Finds the records to which unknown fields lead, and the objects that the program has decoded from these.
    func findRecords(of kept: ArraySlice<KeptFields>) throws -> (records: [UInt32: Range<Int>], live: LiveObjects) {
        var (found, live) = ([UInt32: Range<Int>](), LiveObjects())
        var pending = kept.flatMap(\.references)
        var levels: [ValueWalker.Level] = []
        while let (id, isConditional) = pending.popLast() {
            let slot = records.slots[Int(id)]
            slot.doneObject?._withUnsafeGuaranteedRef {
                if !($0 is AnyDecodedValue) { live.insert($0, id) }
            }
            guard !isConditional, found[id] == nil else { continue }
            try _reader.charge(DecodingCost.deferred.addingClamped(slot.size))
            try walker.checkBeginning(ofRecord: slot.range)
            var verifier = unknownVerifier
            try refusingTooMany(&verifier) { try walker.walk(over: slot.range, levels: &levels, visitor: &$0) }
            found[id] = slot.range
            try charge(verifier)
            pending += verifier.references
        }
        return (found, live)
    }
}
