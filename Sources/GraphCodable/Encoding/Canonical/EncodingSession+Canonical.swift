extension EncodingSession {
    /// Writes the graph of an archive with sets and dictionaries in canonical order, as if it was encoded in that order.
    func run(
        _ archive: MarkedArchive, _ extensions: [String: Bytes], sink: ((UnsafeRawBufferPointer) throws -> Void)?
    ) throws {
        begin()
        output.sink = sink
        do {
            try write(archive, extensions)
        } catch {
            throw failure ?? error
        }
    }

    private func write(_ archive: MarkedArchive, _ extensions: [String: Bytes]) throws {
        let storage = archive.storage
        let objects = CanonicalObjects(count: storage.records.count)
        writeHeader()
        try storage.withBytes { bytes in
            guard let walker = storage.walker(of: bytes) else { return }
            var form = CanonicalForm(storage, walker, objects)
            if archive.hasMarks {
                try form.compareObjects()
            }
            var writer = CanonicalWriter(self, archive, objects)
            var levels: [ValueWalker.Level] = []
            var next = 0
            while next < objects.queue.count {
                let id = objects.queue[next]
                next += 1
                guard let record = storage.record(id) else { continue }
                try writeRecord(id: objects.objects[id].number) {
                    let source = UnsafeRawBufferPointer(rebasing: bytes[record])
                    // The byte may also be a part of something else, which does no harm.
                    guard archive.hasMarks, MemoryComparison.contains(UnorderedMark.tag, in: source) else {
                        return try walker.walk(over: record, levels: &levels, visitor: &writer)
                    }
                    try form.sort(record)
                    try form.bytes.withUnsafeBytes { sorted in
                        guard let start = sorted.baseAddress else { return }
                        _ = try walker.walk(from: start, to: start + sorted.count, levels: &levels, visitor: &writer)
                    }
                }
            }
        }
        nextID = objects.nextNumber
        state.pointee.cost = archive.cost
        try writeEnd(extensions)
    }
}

/// Writes the values of a ``MarkedArchive`` with the numbers of the canonical one.
private struct CanonicalWriter: ArchiveValueVisitor {
    private let session: EncodingSession
    private let writer: _GraphWriter
    private let objects: CanonicalObjects
    private let directory: ArchiveDirectory
    private let types: [UnsafeMutablePointer<EncodedType>]
    /// For each container that has not ended, whether it is a composite.
    private var areComposites: [Bool] = []

    init(_ session: EncodingSession, _ archive: MarkedArchive, _ objects: CanonicalObjects) {
        (self.session, self.objects, writer) = (session, objects, session._writer)
        directory = archive.storage.directory
        types = archive.types.map {
            session.encodedType($0.metatype, isInheritanceDisabled: $0.isInheritanceDisabled)
        }
    }

    /// Calls `body`. The session remembers an error that is not of this package, such as that of a sink.
    private func write(_ body: () throws -> Void) throws(GraphCodableError) {
        do {
            try body()
        } catch {
            throw error as? GraphCodableError ?? .walkMayEnd
        }
    }

    func visitLeaf(
        _ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let headerSize = payload.baseAddress.map { $0 - position } ?? 1
        // In the same pieces as a program's values, so that chunks end in the same places.
        let isLong = tag == Tag.string || tag == Tag.binary || headerSize > 2 || payload.count > 1_024
        try write {
            try writer.writeBytes(
                UnsafeRawBufferPointer(start: position, count: headerSize + (isLong ? 0 : payload.count)), owner: nil)
            if isLong {
                try writer.writeBytes(payload, owner: nil)
            }
        }
    }

    func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let number = objects.number(of: id, isConditional: isConditional)
        try write { try session.writeReference(number, isConditional: isConditional) }
    }

    func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try write {
            if keyID == 0 {
                try writer.beginSlot()
            } else {
                try writer.beginSlot(directory.keys[Int(keyID) - 1])
            }
        }
    }

    func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try write { try writer.skip(directory.keys[Int(keyID) - 1]) }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        var isComposite = false
        if case .composite = container { isComposite = true }
        areComposites.append(isComposite)
        try write {
            switch container {
            case .composite(let shape, _): try session.openComposite(of: types[directory.shapes[shape].type])
            case .sequence(let count): try writer.openCollection(Tag.sequence, count: count, elementSize: 0)
            case .map(let count): try writer.openCollection(Tag.map, count: count, elementSize: 0)
            case .some: try writer.openSome()
            case .typed(let type): try session.openTyped(types[type])
            }
        }
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        if areComposites.popLast() == true {
            try write { try session.closeComposite() }
        } else {
            writer.closeCollection()
        }
    }
}
