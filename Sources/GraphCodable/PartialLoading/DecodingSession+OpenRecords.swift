extension DecodingSession {
    /// Makes a record of an open file ready to be decoded, or finds the object that the program still holds.
    @inline(never)
    func prepareRecord(_ id: UInt32) throws {
        guard let source, records.slots[Int(id)].isUnloaded else { return }
        if adopt(id, source) { return }
        try source.checkIsNotSaved(id)
        try requireBytes(of: id, from: source)
        _ = records.slots[Int(id)].forget()
        source.preparedRecords.append(id)
    }

    /// Retains the object of an unloaded record, and returns whether it exists.
    func adopt(_ id: UInt32, _ source: OpenArchive) -> Bool {
        guard let object = source.live.object(id) else { return false }
        records.slots[Int(id)].finish(Unmanaged.passRetained(object))
        source.adopted.append(id)
        return true
    }

    /// Returns the object of a record that is done, such as one that the program still holds.
    @inline(never)
    func objectOfOpenFile(_ id: UInt32) -> AnyObject? {
        records.slots[Int(id)].doneObject?.takeUnretainedValue()
    }

    /// Ensures that the bytes of a record are in memory until the load ends.
    func requireBytes(of id: UInt32, from source: OpenArchive) throws {
        try source.blocks.require(records.slots[Int(id)].range) { try _reader.charge(source.chargesBlocks ? $0 : 0) }
    }

    /// Returns whether the bytes of a record are in memory, after trying to read those of an open file.
    func makeReadable(_ id: UInt32) -> Bool {
        guard let source else { return true }
        do {
            try requireBytes(of: id, from: source)
            return true
        } catch {
            // What has been noted of the record may not hold for a later load.
            if !source.blocks.isDamaged(records.slots[Int(id)].range) { knownGraph?.isPartial = true }
            return false
        }
    }

    /// Finds the references of all records of an open file. The blocks pass through memory one by one, in their order.
    ///
    /// Like all that is read for a load, it counts as cost. If it costs too much, the load fails.
    func readGraph(_ walker: ValueWalker, from source: OpenArchive, _ maximumReferenceCount: Int) -> ReferenceGraph {
        var isPartial = false
        func prepare(_ range: Range<Int>) -> Bool {
            do {
                try source.blocks.requireUntilNextCall(range) {
                    try _reader.charge(source.chargesBlocks ? $0 : 0)
                }
                return true
            } catch {
                // What is damaged cannot be read later, either, and no load that succeeds needs it.
                isPartial = isPartial || !source.blocks.isDamaged(range)
                return false
            }
        }
        let graph = ReferenceGraph(
            walker, records: records, order: [0] + source.idsInOrder, maximumReferenceCount: maximumReferenceCount,
            prepare: prepare)
        _ = prepare(0..<0)
        graph.isPartial = isPartial
        return graph
    }

    /// The references between the records that this load has completed. To find those of all others, all of the file would
    /// have to be read.
    var graphOfLoad: ReferenceGraph {
        // What belongs to no record belongs to the root's.
        let graph = ReferenceGraph(
            walker, records: records, among: [0] + completed.elements, maximumReferenceCount: maximumReferenceCount
        ) { range in
            range.lowerBound != records.slots[0].start || !records.slots[0].isUnloaded
        }
        charge(graph)
        return graph
    }

    /// Returns an error of reading a record that no load needs, whose bytes are in memory, with its place in the open file.
    func located(_ error: any Error, inCopied id: UInt32) -> any Error {
        guard !isLoading, records.slots[Int(id)].isUnloaded, var known = error as? GraphCodableError,
            case .unknown = known.position, let offset = known.byteOffset
        else { return error }
        rootRecord = id
        _ = records.slots[Int(id)].forget()
        defer {
            rootRecord = 0
            records.slots[Int(id)].markUnloaded()
        }
        known.position = .inRecord(id, offset: Int(clamping: offset), missingKey: nil)
        return located(known)
    }
}
