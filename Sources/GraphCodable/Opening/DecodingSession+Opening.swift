// An open file has a session of its own. Its records are elsewhere until a reference leads to them: this is a state of the
// records that decoding checks anyway, so decoding a whole archive is no slower.

extension DecodingSession {
    // MARK: Opening

    /// Reads everything but the records.
    func open(
        _ blocks: ArchiveBlocks, arrivedByteCount: Int, chargesBlocks: Bool
    ) throws -> GraphArchiveSummary {
        do {
            return try readAllButRecords(blocks, arrivedByteCount: arrivedByteCount, chargesBlocks: chargesBlocks)
        } catch {
            throw located(error)
        }
    }

    private func readAllButRecords(
        _ blocks: ArchiveBlocks, arrivedByteCount: Int, chargesBlocks: Bool
    ) throws -> GraphArchiveSummary {
        let archive = blocks.archive
        var spent = 0
        let allowed = policy.allowedCost(ofBytes: arrivedByteCount)
        func require(_ range: Range<Int>) throws {
            try blocks.require(range) { size in
                spent = spent.addingClamped(chargesBlocks ? size : 0)
                guard spent <= allowed else { throw tablesTooLarge(allowed) }
            }
        }
        try require(0..<min(ArchiveFormat.headerSize, archive.count))
        try require(max(archive.count - ArchiveFormat.maximumTrailerSize, 0)..<archive.count)
        let layout = try ArchiveLayout(archive)
        try require(layout.recordTable.lowerBound..<archive.count)
        budget = DecodingBudget(arrivedByteCount: arrivedByteCount, spentCost: spent) { _ in
            if Task.isCancelled { throw CancellationError() }
        }
        try readTables(of: archive, layout)
        let root = RootNames.range(in: layout, size: UInt64(records.slots[0].size))
        try require(root)
        var rest = ByteInput(
            archive, range: layout.directory.lowerBound + directoryBytes.count..<layout.directory.upperBound)
        let summary = GraphArchiveSummary(
            layout: layout, recordCount: records.recordCount, idCount: records.count, directory: directory,
            typeCounts: try ArchiveDirectory.readCounts(&rest, typeCount: directory.types.count),
            extensions: try ArchiveExtensions.read(&rest),
            rootNames: RootNames.read(
                UnsafeRawBufferPointer(rebasing: archive[root]), directory, idCount: records.count))
        for id in 0..<records.count where records.slots[id].start != 0 {
            records.slots[id].setElsewhere()
        }
        endDecoding()
        blocks.endTurn()
        return summary
    }

    private func tablesTooLarge(_ allowed: Int) -> GraphCodableError {
        GraphCodableError(
            .limitExceeded,
            """
            The tables of the archive take more than the \(allowed) bytes of memory that the policy allows. Raise \
            GraphDecodingPolicy.maximumCostPerByte or maximumMemory if you trust the archive.
            """)
    }

    // MARK: Loading

    /// Decodes one object, or the root, with everything to which it leads.
    ///
    /// - Parameter id: The object's number, or 0 for the root.
    func load<Value>(
        _ id: UInt32, from source: OpenArchive, _ decode: (_GraphReader) throws -> Value
    ) throws -> Value {
        try checkIsIdle()
        try source.checkThatNothingIsLost()
        isLoading = true
        if !source.keepsObjects { source.conditionalReferences.removeAll() }
        var isComplete = false
        defer { end(source, isComplete: isComplete) }
        do {
            source.blocks.beginTurn()
            try refreshTypes()
            beginCounting()
            try _reader.charge(costOfDirectory.addingClamped(records.count &* DecodingCost.record))
            rootRecord = id
            try begin(id, source)
            let value = try decode(_reader)
            guard id != 0 || state.pointee.cursor == state.pointee.end else {
                throw error(.malformed, "Bytes follow the root value. The archive is damaged.")
            }
            if state.pointee.journalCount > 0 {
                try completeGraph()
            }
            if !keptFields.isEmpty {
                try withExtendedLifetime(value) { try finishKeptFields() }
            }
            guard !state.pointee.isTooCostly else { throw tooCostly() }
            if source.isClosed {
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

    /// Throws an error if the end of a load would release an object that it has created: a weak reference to it would
    /// silently be nil.
    private func checkThatAllIsHeld() throws {
        for id in completed.elements where records.isOnlyHere(id) {
            guard records.slots[Int(id)].doneObject != nil, !isSharedValue(id) else { continue }
            throw GraphCodableError(
                .misuse,
                """
                Nothing would hold object \(id), to which perhaps a weak reference leads: the GraphFile is gone. Keep it beside \
                the root as long as parts are loaded.
                """)
        }
    }

    /// Whether a record has been decoded as a value with identity.
    func isSharedValue(_ id: UInt32) -> Bool {
        records.slots[Int(id)].doneObject.map {
            Unmanaged<AnyObject>.fromOpaque($0)._withUnsafeGuaranteedRef { $0 is SharedValue }
        } ?? false
    }

    func checkIsIdle() throws {
        guard !isLoading else {
            throw GraphCodableError(
                .misuse,
                """
                An object of an open file was requested while another one is being decoded. Load it after that: not in \
                init(from:), didDecode or whenDecoded.
                """)
        }
    }

    /// Moves to the record of the root, or to a reference to an object.
    private func begin(_ id: UInt32, _ source: OpenArchive) throws {
        guard id != 0 else {
            try bring(0)
            return enterRootRecord()
        }
        // The reference stands behind the archive, as if something had referred to the object.
        let place = source.blocks.extra
        place.storeBytes(of: Tag.reference32, as: UInt8.self)
        place.storeBytes(of: id.littleEndian, toByteOffset: 1, as: UInt32.self)
        let start = UnsafeRawPointer(place.baseAddress ?? UnsafeMutableRawPointer(mutating: base))
        offsetOfDecoded = base - start
        (state.pointee.cursor, state.pointee.end) = (start, start + 5)
        state.pointee.stackLimit = stack.begin()
    }

    /// Returns an error about the reference behind the archive as one about the object's record.
    private func moved(_ error: any Error, _ id: UInt32) -> any Error {
        guard let known = error as? GraphCodableError, case .inRecord(_, let offset, let key) = known.position,
            offset >= archive.count
        else { return error }
        let start = records.slots[Int(id)].start
        var error = GraphCodableError(
            known.code, known.message, byteOffset: start, underlyingError: known.underlyingError)
        error.position = .inRecord(id, offset: start, missingKey: key)
        return error
    }

    /// Ends a load. What it created stays as long as the program holds it, or until the next load that creates something.
    private func end(_ source: OpenArchive, isComplete: Bool) {
        let created = isComplete ? ContiguousArray(completed.elements) : []
        if isComplete {
            completed.removeAll(keepingCapacity: 1_024)
            for id in created {
                guard let object = records.slots[Int(id)].doneObject else { continue }
                let retained = Unmanaged<AnyObject>.fromOpaque(object)
                retained._withUnsafeGuaranteedRef {
                    if !($0 is SharedValue) { source.add($0, id) }
                }
            }
        }
        endDecoding()
        if !isComplete || knownGraph?.isPartial == true {
            // A later load must not decide by references that could not be read now.
            knownGraph = nil
        }
        let (brought, adopted) = (source.brought, source.adopted)
        source.brought.removeAll()
        source.adopted.removeAll()
        for id in brought where records.slots[Int(id)].doneObject == nil {
            records.slots[Int(id)].setElsewhere()
        }
        var former = adopted
        if source.isClosed {
            former += created
        } else if source.keepsObjects {
            source.recent += created
        } else if !created.isEmpty {
            former += source.recent
            source.recent = created
        }
        source.blocks.endTurn()
        rootRecord = 0
        isLoading = false
        // Deinitializers may load something.
        releaseRecent(former)
    }

    /// Releases objects of earlier loads, which are elsewhere from then on.
    func releaseRecent(_ ids: ContiguousArray<UInt32>) {
        guard !ids.isEmpty else { return }
        var objects: ContiguousArray<Unmanaged<AnyObject>> = []
        objects.reserveCapacity(ids.count)
        for id in ids {
            if let object = records.slots[Int(id)].forget() { objects.append(object) }
            records.slots[Int(id)].setElsewhere()
        }
        RecordTable.releaseInReverse(objects, withRoom: policy.switchesStacks)
    }
}

extension DecodingSession {
    // MARK: Records

    /// Makes a record of an open file ready to be decoded, or finds the object that the program still holds.
    @inline(never)
    func bring(_ id: UInt32) throws {
        guard let source, records.slots[Int(id)].isElsewhere else { return }
        if let object = source.live.object(id) {
            records.slots[Int(id)].finish(Unmanaged.passRetained(object))
            source.adopted.append(id)
            return
        }
        try requireBytes(of: id, from: source)
        _ = records.slots[Int(id)].forget()
        source.brought.append(id)
    }

    /// Returns the object of a record that ``bring(_:)`` has found.
    @inline(never)
    func objectOfOpenFile(_ id: UInt32) -> AnyObject? {
        records.slots[Int(id)].doneObject.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Ensures that the bytes of a record are in memory until the load ends.
    func requireBytes(of id: UInt32, from source: OpenArchive) throws {
        let record = records.slots[Int(id)]
        try source.blocks.require(record.start..<record.start + record.size) {
            try _reader.charge(source.chargesBlocks ? $0 : 0)
        }
    }

    /// Returns whether the bytes of a record are in memory, after trying to read those of an open file.
    func makeReadable(_ id: UInt32) -> Bool {
        guard let source else { return true }
        return (try? requireBytes(of: id, from: source)) != nil
    }

    /// Finds the references of all records of an open file. The blocks pass through memory one by one, in their order.
    ///
    /// Like all that is read for a load, it counts as cost. If it costs too much, the load fails.
    func readGraph(_ walker: ValueWalker, from source: OpenArchive, _ maximumReferenceCount: Int) -> ReferenceGraph {
        func prepare(_ range: Range<Int>) -> Bool {
            do {
                try source.blocks.requireInPassing(range) {
                    try _reader.charge(source.chargesBlocks ? $0 : 0)
                }
                return true
            } catch {
                return false
            }
        }
        let graph = ReferenceGraph(
            walker, records: records, order: [0] + source.idsInOrder(), maximumReferenceCount: maximumReferenceCount,
            prepare: prepare)
        _ = prepare(0..<0)
        return graph
    }

    /// The references between the records that this load has completed. To find those of all others, all of the file would
    /// have to be read.
    var graphOfLoad: ReferenceGraph {
        // What belongs to no record belongs to the root's.
        let graph = ReferenceGraph(
            walker, records: records, among: [0] + completed.elements, maximumReferenceCount: maximumReferenceCount
        ) { range in
            range.lowerBound != records.slots[0].start || !records.slots[0].isElsewhere
        }
        charge(graph)
        return graph
    }

    /// Returns an error of reading a record that no load needs, whose bytes are in memory, with its place in the open file.
    func located(_ error: any Error, inCopied id: UInt32) -> any Error {
        guard !isLoading, records.slots[Int(id)].isElsewhere, var known = error as? GraphCodableError,
            case .unknown = known.position, let offset = known.byteOffset
        else { return error }
        rootRecord = id
        _ = records.slots[Int(id)].forget()
        defer {
            rootRecord = 0
            records.slots[Int(id)].setElsewhere()
        }
        known.position = .inRecord(id, offset: Int(clamping: offset), missingKey: nil)
        return located(known)
    }

    // MARK: Finding

    /// Returns the number of the type of an object's record, or `nil` if it is no composite.
    func typeIndex(of id: UInt32, in blocks: ArchiveBlocks) throws -> Int? {
        try checkIsIdle()
        blocks.beginTurn()
        defer { blocks.endTurn() }
        let record = records.slots[Int(id)]
        // A tag and a varint of up to ten bytes.
        let head = record.start..<record.start + min(record.size, 11)
        try blocks.require(head)
        do {
            var input = ByteInput(archive, range: head)
            guard let shape = try input.readShape() else { return nil }
            guard shape < UInt64(shapes.count) else {
                throw input.malformed("A composite has shape \(shape), but the archive has only \(shapes.count).")
            }
            return shapes[Int(shape)].type
        } catch {
            throw located(error)
        }
    }

    /// Returns whether instances of an archived type are instances of a class of the program.
    ///
    /// - Parameter id: The number of such an instance, for errors.
    /// - Throws: `typeNotFound`; `typeNotAllowed` for a class that might be a subclass.
    func isType(_ index: Int, of id: UInt32, _ type: any (GDecodable & AnyObject).Type) throws -> Bool {
        try checkIsIdle()
        try refreshTypes()
        beginCounting()
        state.pointee.cursor = base + records.slots[Int(id)].start
        let archived = directory.types[index]
        guard archived.isReference else { return false }
        // Without a name it is decoded as the class that the program requests: a class with the same name, for people, counts.
        guard let name = archived.name else {
            return PortableNames.portable(archived.readableName) == TypeNames.readableName(of: type)
        }
        do {
            // It may be a superclass of the requested class.
            let expected: AnyClass? = sequence(first: type as AnyClass) { _getSuperclass($0) }
                .first { Self.answers($0, to: archived) }
            let found = try findType(index, name, expected: expected ?? type).type
            return (found as? AnyClass).map { isSubclass($0, of: type) } ?? false
        } catch {
            throw located(error)
        }
    }
}
