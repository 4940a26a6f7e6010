/// Copies records of another archive into the one that a session writes, without creating objects.
///
/// Values are written as if a program encoded them: types, shapes, keys and objects get the numbers of the new archive, and a
/// record leads to others. Where a record refers to an object that the program has, the object is encoded.
final class RecordCopier: ArchiveValueVisitor {
    /// What is known about an ID of the source.
    private struct Entry {
        /// The ID in the new archive, or 0 as long as there is none.
        var number: UInt32 = 0
        var isQueued = false
        /// Whether the program may have the object.
        var mayBeLoaded = false
    }

    // No code of the program runs while one of the variables is being accessed.
    private let session: EncodingSession
    private let writer: _GraphWriter
    private let source: any RecordSource
    private let walker: ValueWalker
    private let isUnchecked: Bool
    @exclusivity(unchecked) private var entries: ContiguousArray<Entry>
    /// The keys of the source. They are replaced by equal strings that the session recognizes by their addresses.
    @exclusivity(unchecked) private var keys: [String]
    @exclusivity(unchecked) private var types: [UnsafeMutablePointer<EncodedType>?]
    /// The containers that have not ended.
    @exclusivity(unchecked) private var containers: [ArchiveContainer] = []
    /// The number of collections among them.
    @exclusivity(unchecked) private var collectionCount = 0
    @exclusivity(unchecked) private var levels: [ValueWalker.Level] = []

    /// - Complexity: O(*n*) for *n* IDs of the source.
    init(_ session: EncodingSession, _ source: any RecordSource) {
        (self.session, self.source, writer, walker) = (session, source, session._writer, source.walker)
        isUnchecked = source.isUnchecked
        entries = ContiguousArray(repeating: Entry(), count: walker.idCount)
        keys = walker.directory.keys
        types = Array(repeating: nil, count: walker.directory.types.count)
        for id in source.live.ids {
            entries[Int(id)].mayBeLoaded = true
        }
    }

    deinit {
        source.endCopying()
    }

    /// Returns the ID in the new archive, or 0 as long as there is none.
    func number(of id: UInt32) -> UInt32 { entries[Int(id)].number }

    /// Returns the object that the program has for an ID, to be encoded with its changes. References that are decoded from the
    /// source later must not lead to its old state, unless a conditional reference alone leads to it, which writes nothing.
    func loadedObject(_ id: UInt32, isConditional: Bool = false) -> (any GEncodable & AnyObject)? {
        guard entries[Int(id)].mayBeLoaded, let object = source.live.object(id) as? any GEncodable & AnyObject else {
            return nil
        }
        if !isConditional { source.keepSaved(object, id) }
        return object
    }

    /// Notes that the program has loaded an object during the encoding. It is the one to which copied records have referred.
    func noteLoaded(_ object: AnyObject, _ id: UInt32) {
        entries[Int(id)].mayBeLoaded = true
        let entry = entries[Int(id)]
        if entry.number != 0 {
            // The program may have loaded it while the session looks at its objects.
            session.loadedLate.append((object, entry.number, entry.isQueued))
        }
    }

    /// Writes a reference to an object of the source. If there was none yet, the record will be copied.
    func writeReference(to id: UInt32, isConditional: Bool) throws {
        let index = Int(id)
        if let object = loadedObject(id, isConditional: isConditional) {
            return try session.encodeReference(object, isConditional: isConditional)
        }
        if entries[index].number == 0 {
            entries[index].number = try session.takeID()
        }
        let number = entries[index].number
        if !isConditional, !entries[index].isQueued {
            entries[index].isQueued = true
            session.enqueue(self, nil, id: number, copying: id)
        }
        try session.writeReference(number, isConditional: isConditional)
    }

    /// Writes the values of a record. Throws the errors of reading the source, with their positions in it, and those of
    /// encoding.
    func copy(_ id: UInt32) throws {
        try source.withRecord(id, copyValue)
    }

    /// Writes fields into the composite that is being written, except those whose keys it has already.
    func copy(_ fields: [KeptFields.Field]) throws {
        // No field has the key of another one.
        let written = session.writtenKeys
        for field in fields where field.keyID == 0 || !written.contains(ExactText(keys[Int(field.keyID) - 1])) {
            try source.withBytes(field.bytes) { start, end in
                try visitSlot(keyID: field.keyID, at: start)
                try copyValue(from: start, to: end)
            }
        }
    }

    /// Writes a value. An object inside it that the program encodes in place may have unknown fields, which are copied meanwhile.
    private func copyValue(from start: UnsafeRawPointer, to end: UnsafeRawPointer) throws {
        var levels: [ValueWalker.Level] = []
        var outer: [ArchiveContainer] = []
        var outerCount = 0
        swap(&levels, &self.levels)
        swap(&outer, &containers)
        swap(&outerCount, &collectionCount)
        defer {
            swap(&levels, &self.levels)
            swap(&outer, &containers)
            swap(&outerCount, &collectionCount)
        }
        var visitor = self
        let reached = try walker.walk(from: start, to: end, levels: &levels, visitor: &visitor)
        guard reached == end else { throw walker.bytesFollow(at: reached) }
    }

    private func type(_ index: Int) throws -> UnsafeMutablePointer<EncodedType> {
        if let known = types[index] { return known }
        let type = try session.copiedType(walker.directory.types[index])
        types[index] = type
        return type
    }

    /// Calls `body`. The session remembers an error that is not of this package, such as that of a sink.
    @inline(__always)
    private func write(_ body: () throws -> Void) throws(GraphCodableError) {
        do {
            try body()
        } catch {
            throw error as? GraphCodableError ?? .walkMayEnd
        }
    }

    // MARK: Values

    func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        if isUnchecked {
            try walker.checkLeaf(leaf)
        }
        let headerSize = leaf.payloadStart - leaf.position
        // In the same pieces as a program's values, so that chunks end in the same places.
        let (tag, count) = (leaf.tag, leaf.payload.count)
        let isLong = tag == Tag.string || tag == Tag.binary || headerSize > 2 || count > 1_024
        try write {
            try charge(leaf)
            if tag == Tag.binary {
                try session.describeBinary("unknown")
            }
            try writer.writeBytes(
                UnsafeRawBufferPointer(start: leaf.position, count: headerSize + (isLong ? 0 : count)), owner: nil)
            if isLong {
                try writer.writeBytes(leaf.payload, owner: nil)
            }
        }
    }

    /// Adds the cost of decoding a value.
    private func charge(_ leaf: ArchiveLeaf) throws {
        chargeElement()
        try writer.checkElementCount(leaf.elementCount)
        writer.charge(leaf.cost)
    }

    /// Adds the memory of a part of a collection's element. Outside of collections it is that of the object, which counts as a
    /// whole.
    private func chargeElement() {
        if collectionCount > 0 { writer.charge(DecodingCost.unknownElement) }
    }

    func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        guard reference.isConditional || source.hasRecord(reference.id) else { throw walker.recordIsMissing(reference) }
        chargeElement()
        try write { try writeReference(to: reference.id, isConditional: reference.isConditional) }
    }

    func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        guard keyID != 0 else {
            return try write { try writer.beginSlot() }
        }
        let index = Int(keyID) - 1
        let slot = writer.state.pointee.slot
        if slot.pointee.identity == KeyIdentity(keys[index]) {
            writer.state.pointee.slot = slot + 1
        } else {
            try write {
                try session.beginUnexpectedSlot(keys[index])
                keys[index] = session.keyOfSlot ?? keys[index]
            }
        }
    }

    func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try write { try writer.skip(keys[Int(keyID) - 1]) }
    }

    func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        containers.append(container)
        try write {
            switch container {
            case .composite(let shape, _): try session.openComposite(of: type(walker.directory.shapes[shape].type))
            case .sequence(let count): try openCollection(Tag.sequence, count, elementSize: 0)
            case .map(let count):
                // Its elements are charged when they are visited, and here the rest of the hash table.
                let size = 2 * DecodingCost.unknownElement * (DecodingCost.hashTableFactor - 1)
                try openCollection(Tag.map, count, elementSize: size)
            case .some: try writer.openSome()
            case .typed(let index): try session.openTyped(type(index))
            }
        }
    }

    private func openCollection(_ tag: UInt8, _ count: Int, elementSize: Int) throws {
        chargeElement()
        collectionCount += 1
        try writer.openCollection(tag, count: count, elementSize: elementSize)
    }

    func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        switch containers.popLast() ?? .some {
        case .composite: return try write { try session.closeComposite() }
        case .sequence, .map: collectionCount -= 1
        case .some, .typed: break
        }
        writer.closeCollection()
    }
}
