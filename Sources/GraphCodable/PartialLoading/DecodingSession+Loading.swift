extension DecodingSession {
    /// Decodes one object, or the root for 0, with everything to which it leads.
    func load<Value>(_ id: UInt32, from source: OpenArchive, _ decode: (_GraphReader) throws -> Value) throws -> Value {
        try checkIsIdle()
        try source.checkThatNothingIsLost()
        isLoading = true
        if !source.keepsObjects {
            source.rememberReferences()
            source.conditionalReferences.removeAll()
            // This load adopts what it reaches.
            source.former = unload(source.recent)
            source.recent = []
        }
        var isComplete = false
        defer { end(source, isComplete: isComplete) }
        do {
            source.blocks.beginTurn()
            try refreshTypes()
            beginCounting()
            guard beginNextTurn() else { throw tooCostly() }
            try _reader.charge(costOfDirectory.addingClamped(records.count &* DecodingCost.record))
            rootRecord = id
            try begin(id, source)
            let value = try decode(_reader)
            try complete(value, isRoot: id == 0)
            // The task may have been cancelled after the last report.
            guard beginNextTurn() else { throw tooCostly() }
            if source.isClosed {
                releaseFinishedWork()
                try withExtendedLifetime(value) {
                    // An initializer may have let the file go.
                    try source.checkThatNothingIsLost()
                    try checkThatAllIsHeld()
                }
            }
            isComplete = true
            return value
        } catch {
            throw located(moved(error, id))
        }
    }

    /// Releases what has been deferred and done: it retains objects, too.
    private func releaseFinishedWork() {
        let work = deferred.removeAll(keepingOwners: true)
        withExtendedLifetime(work) {}
    }

    /// Throws an error if the end of a load would release an object that it has created or reached: a weak reference to it would
    /// silently be nil.
    private func checkThatAllIsHeld() throws {
        for id in (source?.adopted ?? []) + completed.elements where records.isOnlyHere(id) {
            guard records.slots[Int(id)].doneObject != nil, !isDecodedValue(id) else { continue }
            throw GraphCodableError(
                .misuse,
                """
                Nothing would hold object \(id), to which perhaps a weak reference leads: the GraphFile is gone. Keep it beside \
                the root as long as parts are loaded.
                """)
        }
    }

    /// Whether a record has been decoded as a value with identity.
    func isDecodedValue(_ id: UInt32) -> Bool {
        records.slots[Int(id)].doneObject?._withUnsafeGuaranteedRef { $0 is AnyDecodedValue } ?? false
    }

    func checkIsIdle() throws {
        try GraphCodableError.require(
            !isLoading, or: .misuse,
            """
            An object of an open file was requested while another one is being decoded. Load it after that: not in \
            init(from:), didDecode or whenDecoded.
            """)
    }

    /// Moves to the record of the root, or to a reference to an object.
    private func begin(_ id: UInt32, _ source: OpenArchive) throws {
        guard id != 0 else {
            try prepareRecord(0)
            return enterRootRecord()
        }
        // The reference is after the archive, as if something had referred to the object.
        let place = source.blocks.extra
        place.storeBytes(of: Tag.reference32, as: UInt8.self)
        place.storeBytes(of: id.littleEndian, toByteOffset: 1, as: UInt32.self)
        let start = UnsafeRawPointer(place.baseAddress ?? UnsafeMutableRawPointer(mutating: base))
        offsetOfDecoded = base - start
        (state.pointee.cursor, state.pointee.end) = (start, start + 5)
        state.pointee.stackLimit = stack.begin()
    }

    /// Returns an error about the reference after the archive as one about the object's record.
    private func moved(_ error: any Error, _ id: UInt32) -> any Error {
        guard let known = error as? GraphCodableError, case .inRecord(_, let offset, let key) = known.position,
            offset >= archive.count
        else { return error }
        return self.error(
            known.code, known.message, inRecord: id, at: records.slots[Int(id)].start, missingKey: key,
            underlying: known.underlyingError)
    }

    /// Ends a load. What it created or reached stays as long as the program holds it, or until the next load.
    private func end(_ source: OpenArchive, isComplete: Bool) {
        let created = isComplete ? ContiguousArray(completed.elements) : []
        if isComplete {
            completed.removeAll(keepingCapacity: 1_024)
            for id in created {
                records.slots[Int(id)].doneObject?._withUnsafeGuaranteedRef {
                    if !($0 is AnyDecodedValue) { source.add($0, id) }
                }
            }
        }
        endDecoding()
        // A later load must not decide by references that could not be read now.
        if let knownGraph, knownGraph.isPartial || !knownGraph.isComplete { self.knownGraph = nil }
        let prepared = source.preparedRecords
        source.preparedRecords.removeAll()
        for id in prepared where records.slots[Int(id)].doneObject == nil {
            records.slots[Int(id)].markUnloaded()
        }
        adoptRest(source, isComplete: isComplete)
        let reached = source.adopted + created
        source.adopted.removeAll()
        var released: ContiguousArray<OpenArchive.Retained> = []
        swap(&released, &source.former)
        if source.isClosed {
            released += unload(reached)
        } else {
            source.recent += reached
        }
        if !source.keepsObjects, !released.isEmpty { source.rememberReferences() }
        source.blocks.endTurn()
        rootRecord = 0
        isLoading = false
        // Deinitializers may load something.
        release(released)
    }

    /// Adopts the objects to which weak references lead from those that the load has reached; all objects if it has failed.
    private func adoptRest(_ source: OpenArchive, isComplete: Bool) {
        if !isComplete {
            for (id, _) in source.former where records.slots[Int(id)].isUnloaded { _ = adopt(id, source) }
        }
        var count = 0
        while count < source.adopted.count {
            for id in source.weakTargets[source.adopted[count]] ?? [] where records.slots[Int(id)].isUnloaded {
                _ = adopt(id, source)
            }
            count += 1
        }
        guard !source.keepsObjects else { return }
        source.weakTargets = source.weakTargets.filter { !records.slots[Int($0.key)].isUnloaded }
    }

    /// Releases objects of earlier loads, which are unloaded from then on.
    func releaseRecent(_ ids: ContiguousArray<UInt32>) {
        release(unload(ids))
    }

    private func unload(_ ids: ContiguousArray<UInt32>) -> ContiguousArray<OpenArchive.Retained> {
        var objects: ContiguousArray<OpenArchive.Retained> = []
        objects.reserveCapacity(ids.count)
        for id in ids {
            if let object = records.slots[Int(id)].forget() { objects.append((id, object)) }
            records.slots[Int(id)].markUnloaded()
        }
        return objects
    }

    func release(_ objects: ContiguousArray<OpenArchive.Retained>) {
        guard !objects.isEmpty else { return }
        GrowingStack.callWithRoom(forDepth: objects.count, isSwitching: policy.switchesStacks) {
            for (_, object) in objects.reversed() { object.release() }
        }
    }
}
