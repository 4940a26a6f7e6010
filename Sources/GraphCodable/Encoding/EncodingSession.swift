/// The encoder that `encode(to:)` gets: all that one encoding needs, kept for the next.
///
/// The session keeps every object that it has met alive until the encoding ends. A temporary's address could otherwise
/// be used again, and the newcomer would pass for the same object.
///
/// Accesses to the variables are not checked for exclusivity, which would cost more than the encoding itself. Invariant: a
/// session belongs to one thread, and no variable is being changed while code of the program runs.
@usableFromInline
final class EncodingSession: GEncoder {
    @usableFromInline let userInfo: [CodingUserInfoKey: any Sendable]
    @usableFromInline let _writer: _GraphWriter

    let state: UnsafeMutablePointer<WriterState>
    /// One ``ExpectedSlot/unexpected``.
    let noSlot: UnsafeMutablePointer<ExpectedSlot>
    let options: GraphEncoder.Options
    let policy: GraphDecodingPolicy
    @exclusivity(unchecked) var output = ChunkOutput()
    @exclusivity(unchecked) var epoch: UInt64 = 0

    // What is known of types, kept from archive to archive.
    @exclusivity(unchecked) var types = EncodedTypeTable()
    @exclusivity(unchecked) var arena = ShapeArena()
    @exclusivity(unchecked) var directory = DirectoryBuilder()
    @exclusivity(unchecked) private var repositoryGeneration = GTypesRepository.generation

    // The graph.
    @exclusivity(unchecked) var objects = ObjectTable()
    @exclusivity(unchecked) var identities: [ValueIdentity: (id: UInt32, isQueued: Bool)] = [:]
    @exclusivity(unchecked) var queue = PlainBuffer<QueuedObject>()
    @exclusivity(unchecked) var onlyConditional: ContiguousArray<AnyObject> = []
    @exclusivity(unchecked) var nextID: UInt32 = 1
    /// The objects that are being encoded in place, for want of an identity.
    @exclusivity(unchecked) var inPlace: [AnyObject] = []
    @exclusivity(unchecked) var records = RecordTableBuilder()

    /// The keys that open composites have written, by depth.
    @exclusivity(unchecked) var openKeys: [Int: Set<String>] = [:]
    @exclusivity(unchecked) var stackLimit: UInt = 0
    let maximumDepth: Int
    /// What binary values look like; only kept for a dump.
    @exclusivity(unchecked) var binaryDescriptions: BinaryDescriptions?
    /// The first error, so that it cannot be swallowed on its way up.
    @exclusivity(unchecked) var failure: (any Error)?

    init(options: GraphEncoder.Options, policy: GraphDecodingPolicy, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.options = options
        self.policy = policy
        maximumDepth = min(policy.maximumDepth, ArchiveFormat.defaultMaximumDepth)
        self.userInfo = userInfo
        let frames = UnsafeMutablePointer<WriterFrame>.allocate(capacity: ArchiveFormat.defaultMaximumDepth + 2)
        noSlot = .allocate(capacity: 1)
        noSlot.initialize(to: .unexpected)
        let chunk = output.takeChunk()
        let plainTypes = UnsafeMutablePointer<UInt>.allocate(capacity: WriterState.plainTypeCount)
        plainTypes.initialize(repeating: 0, count: WriterState.plainTypeCount)
        state = .allocate(capacity: 1)
        _writer = _GraphWriter(state: state)
        let stringsHaveIdentity =
            !options.contains(.disableIdentity)
            && (!options.isDisjoint(with: [.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast])
                || (!options.contains(.ignoreGIdentifiableProtocol) && String.self is any GIdentifiable.Type))
        state.initialize(
            to: WriterState(
                cursor: chunk, limit: chunk + WriterState.chunkSize, chunk: chunk,
                slot: noSlot,
                frame: frames, frames: frames, depth: 0, uncheckedDepth: min(maximumDepth, ArchiveFormat.shallowDepth),
                maximumElementCount: policy.maximumElementCount,
                stringsHaveIdentity: stringsHaveIdentity, plainTypes: plainTypes, isIdentifiedBody: false,
                isCompositeReplaced: false,
                session: Unmanaged.passUnretained(self)))
    }

    deinit {
        state.pointee.chunk.deallocate()
        state.pointee.frames.deallocate()
        noSlot.deallocate()
        state.pointee.plainTypes.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Where the next byte stands in the archive.
    var position: Int {
        output.handedOn + (state.pointee.cursor - state.pointee.chunk)
    }

    /// Encodes a whole graph; the bytes are in ``output`` and in the last chunk afterwards.
    func run<Root: GEncodable>(_ root: Root) throws {
        begin()
        writeHeader()
        try writeRecord(id: 0) { try root._encode(into: _writer) }
        var next = 0
        while next < queue.count {
            let entry = queue[next]
            next += 1
            try writeRecord(id: entry.id) { try encodeBody(of: entry) }
        }
        try writeEnd()
    }

    /// Writes what an object's record holds.
    ///
    /// The object is called by its class, and not by an existential, which would be retained and released.
    @inline(__always)
    private func encodeBody(of entry: QueuedObject) throws {
        if let type = entry.type, let classType = type.pointee.classType {
            try openComposite(of: type)
            try encode(entry.object, as: classType)
            try closeComposite()
        } else {
            // Without a type, the entry is one of these.
            let object = Unmanaged<AnyObject>.fromOpaque(entry.object).takeUnretainedValue()
            let value = unsafeDowncast(object, to: AnyIdentifiedValue.self)
            try value.encodeBody(to: _writer)
        }
    }

    /// Calls an object's `encode(to:)`.
    ///
    /// A reference that is reached by a pointer is retained for the call, unless it is `inout`: then the compiler knows that
    /// nothing else changes it meanwhile. The queue keeps the object alive.
    ///
    /// - Parameters:
    ///   - object: An instance of `type`, which stays alive during the call.
    ///   - type: The object's class.
    @inline(__always)
    private func encode<Object: GEncodable>(_ object: UnsafeRawPointer, as type: Object.Type) throws {
        var reference = object
        try withUnsafeMutablePointer(to: &reference) {
            try encode(&UnsafeMutableRawPointer($0).assumingMemoryBound(to: Object.self).pointee)
        }
    }

    @inline(__always)
    private func encode<Object: GEncodable>(_ object: inout Object) throws {
        try object.encode(to: self)
    }

    private func begin() {
        if repositoryGeneration != GTypesRepository.generation {
            forgetTypes()
        }
        epoch += 1
        let writer = state
        writer.pointee.cursor = writer.pointee.chunk
        writer.pointee.frame = writer.pointee.frames
        writer.pointee.depth = 0
        writer.pointee.slot = noSlot
        writer.pointee.isIdentifiedBody = false
        writer.pointee.isCompositeReplaced = false
        nextID = 1
        stackLimit = 0
        failure = nil
        directory.begin(epoch: epoch)
        records.removeAll()
    }

    /// Forgets what is known of types: they may have got other names.
    private func forgetTypes() {
        repositoryGeneration = GTypesRepository.generation
        directory = DirectoryBuilder()
        arena = ShapeArena()
        types = EncodedTypeTable()
        state.pointee.plainTypes.update(repeating: 0, count: WriterState.plainTypeCount)
    }

    /// Lets go of the graph and of what would be too much to keep.
    ///
    /// The objects are released in the order in which they were met: parents first, so that a chain of objects that only
    /// the session holds is not released recursively.
    func finish() {
        if !queue.isEmpty {
            for entry in queue.elements {
                Unmanaged<AnyObject>.fromOpaque(entry.object).release()
            }
            queue.removeAll(keepingCapacity: 1_024)
        }
        if !onlyConditional.isEmpty {
            onlyConditional.removeAll()
        }
        if !inPlace.isEmpty {
            inPlace.removeAll()
        }
        if !identities.isEmpty {
            identities.removeAll()
        }
        objects.removeAll()
        if !openKeys.isEmpty {
            openKeys.removeAll()
        }
        output.removeAll()
        binaryDescriptions = nil
        if arena.nodeCount > 16_384 || types.count > 4_096 {
            // So much is known of so many types that it is better forgotten. After an error the writer may still be among them.
            state.pointee.slot = noSlot
            directory = DirectoryBuilder()
            arena = ShapeArena()
            types = EncodedTypeTable()
        }
    }

    @inline(__always)
    private func writeRecord(id: UInt32, _ body: () throws -> Void) throws {
        let start = position
        binaryDescriptions?.record = id
        try body()
        guard state.pointee.frame == state.pointee.frames, state.pointee.depth == 0, failure == nil else {
            throw failure
                ?? GraphCodableError(
                    .misuse, "An error that was thrown inside encode(to:) was caught there. Let it pass on.")
        }
        records.append(id: id, size: position - start)
    }

    /// Keeps the first error, so that the encoding fails even if it is caught on the way.
    func fail(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        let error = GraphCodableError(code, message, codingPath: codingPath)
        if failure == nil {
            failure = error
        }
        return error
    }

    /// The types and keys from the record's object to the value that is being written.
    private var codingPath: CodingPath {
        var steps: [CodingPath.Step] = []
        let writer = state.pointee
        var frame = writer.frames + 1
        while frame <= writer.frame {
            if frame == writer.frames + 1 {
                steps.append(.type(TypeNames.readableName(of: frame.pointee.root.pointee.type.pointee.metatype)))
            }
            let node = currentNode(of: frame)
            if !frame.pointee.isOpen, node.pointee.depth > 0 {
                steps.append(node.pointee.key.map { .key($0) } ?? .index(node.pointee.depth - 1))
            }
            frame += 1
        }
        return CodingPath(steps)
    }
}

/// An object that waits for its record.
struct QueuedObject: BitwiseCopyable {
    /// The object, retained.
    let object: UnsafeRawPointer
    /// The object's class; `nil` for an ``AnyIdentifiedValue``.
    let type: UnsafeMutablePointer<EncodedType>?
    let id: UInt32
}
