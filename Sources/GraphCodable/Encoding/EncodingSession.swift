/// The encoder that `encode(to:)` gets: all that one encoding needs, kept for the next.
///
/// The session keeps every object that it has met alive until the encoding ends. A temporary's address could otherwise
/// be used again, and the newcomer would pass for the same object.
///
/// Accesses to the variables are not checked for exclusivity, which would cost more than the encoding itself. Invariant: a
/// session belongs to one thread, and no variable is being changed while code of the program runs. Two things see to the
/// second part. Code of the program that runs in the middle of a value is called by ``callOut(_:)``, and every call of the
/// encoder is refused meanwhile. And what releases objects of the program first moves them out of the variable.
@usableFromInline
final class EncodingSession: GEncoder {
    /// What sessions are made for.
    struct Configuration {
        let options: GraphEncoder.Options
        let policy: GraphDecodingPolicy
    }

    /// Whether the encoder may be called.
    enum Phase {
        /// No encoding is going on: none has begun, or it has ended.
        case idle
        /// `encode(to:)` of some value is running, or the session's own code.
        case encoding
        /// Other code of the program is running, in the middle of a value.
        case callingOut
    }

    @usableFromInline @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @usableFromInline let _writer: _GraphWriter

    let state: UnsafeMutablePointer<WriterState>
    /// One ``ExpectedSlot/unexpected``.
    let noSlot: UnsafeMutablePointer<ExpectedSlot>
    let configuration: Configuration
    var options: GraphEncoder.Options { configuration.options }
    var policy: GraphDecodingPolicy { configuration.policy }
    @exclusivity(unchecked) var phase = Phase.idle
    @exclusivity(unchecked) var output = ChunkOutput()
    @exclusivity(unchecked) var epoch: UInt64 = 0

    // What is known of types, kept from archive to archive.
    @exclusivity(unchecked) var types = EncodedTypeTable()
    @exclusivity(unchecked) var arena = ShapeArena()
    @exclusivity(unchecked) var directory = DirectoryBuilder()
    @exclusivity(unchecked) private var repositoryGeneration = GTypesRepository.generation

    // The graph.
    @exclusivity(unchecked) var objects = ObjectTable()
    /// The tables of identities that may have entries.
    @exclusivity(unchecked) var identityTables: [IdentityTable] = []
    @exclusivity(unchecked) var queue = PlainBuffer<QueuedObject>()
    @exclusivity(unchecked) var onlyConditional: ContiguousArray<AnyObject> = []
    @exclusivity(unchecked) var nextID: UInt32 = 1
    /// The objects that are being encoded in place, for want of an identity.
    @exclusivity(unchecked) var inPlace: [AnyObject] = []
    @exclusivity(unchecked) var records = RecordTableBuilder()

    /// The keys that open composites have written, by depth.
    @exclusivity(unchecked) var openKeys: [Int: Set<String>] = [:]
    /// The marks of absent keys of all composites that are not open, the innermost composite's last.
    @exclusivity(unchecked) var absentMarks: ContiguousArray<AbsentMark> = []
    let stack = GrowingStack()
    let unsharedCount = SessionReferences.unshared
    /// Whether ``stack`` has been told which stack this encoding runs on.
    @exclusivity(unchecked) var knowsStack = false
    let maximumDepth: Int
    /// What binary values look like; only kept for a dump.
    @exclusivity(unchecked) var binaryDescriptions: BinaryDescriptions?
    /// The first error, which the encoding throws even if the program has caught it on its way up.
    @exclusivity(unchecked) var failure: (any Error)?

    init(_ configuration: Configuration) {
        self.configuration = configuration
        let (options, policy) = (configuration.options, configuration.policy)
        maximumDepth = min(policy.maximumDepth, ArchiveFormat.defaultMaximumDepth)
        let frameCapacity = ArchiveFormat.shallowDepth + 2
        let frames = UnsafeMutablePointer<WriterFrame>.allocate(capacity: frameCapacity)
        noSlot = .allocate(capacity: 1)
        noSlot.initialize(to: .unexpected)
        WriterFrame.initializeOutside(frames)
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
                frame: frames, frames: frames, frameCapacity: frameCapacity, depth: 0,
                uncheckedDepth: min(maximumDepth, ArchiveFormat.shallowDepth),
                maximumElementCount: policy.maximumElementCount,
                stringsHaveIdentity: stringsHaveIdentity, plainTypes: plainTypes, expectation: .none,
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

    /// Encodes a whole graph; the bytes are in ``output`` and in the last chunk afterwards, until ``end()`` is called.
    ///
    /// - Throws: The first error that was thrown in the middle of the archive, even if the program caught it.
    @inline(__always)
    func run<Root: GEncodable>(
        _ root: Root, sink: ((UnsafeRawBufferPointer) throws -> Void)?, descriptions: BinaryDescriptions?
    ) throws {
        begin()
        output.sink = sink
        binaryDescriptions = descriptions
        do {
            try writeArchive(root)
        } catch {
            throw failure ?? error
        }
    }

    @inline(__always)
    private func writeArchive<Root: GEncodable>(_ root: Root) throws {
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

    /// Refuses an archive that costs more to decode than readers accept.
    func checkCost() throws {
        let allowed = policy.allowedCost(ofBytes: position)
        guard state.pointee.cost <= allowed else {
            throw fail(
                .limitExceeded,
                """
                To decode the archive costs \(state.pointee.cost), more than the \(allowed) that the encoder's policy allows for \
                \(position) bytes: it has values that take much more memory or time than bytes.
                """)
        }
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
            // A reference is nothing but the object's address.
            try $0.withMemoryRebound(to: Object.self, capacity: 1) { try encode(&$0.pointee) }
        }
    }

    @inline(__always)
    private func encode<Object: GEncodable>(_ object: inout Object) throws {
        try object.encode(to: self)
    }

    @inline(__always)
    private func begin() {
        if repositoryGeneration != GTypesRepository.generation {
            // They may have got other names.
            repositoryGeneration = GTypesRepository.generation
            forgetTypes()
        }
        epoch += 1
        phase = .encoding
        directory.begin(epoch: epoch)
    }

    /// Forgets what is known of types. Only to be called when no composite is being written: they refer to it.
    func forgetTypes() {
        directory = DirectoryBuilder()
        arena = ShapeArena()
        types = EncodedTypeTable()
        state.pointee.plainTypes.update(repeating: 0, count: WriterState.plainTypeCount)
    }

    /// Ends the encoding, whatever became of it: the one place where the session becomes as if it were new, but for what it
    /// has learnt of types.
    ///
    /// From here on the encoder refuses every call. That is first of all: the objects that are let go may call it.
    func end() {
        phase = .idle
        let writer = state
        writer.pointee.cursor = writer.pointee.chunk
        writer.pointee.frame = writer.pointee.frames
        writer.pointee.depth = 0
        writer.pointee.cost = 0
        writer.pointee.slot = noSlot
        writer.pointee.expectation = .none
        writer.pointee.absentEnd = nil
        if !absentMarks.isEmpty {
            absentMarks.removeAll(keepingCapacity: absentMarks.count <= 1_024)
        }
        nextID = 1
        if knowsStack {
            knowsStack = false
            stack.trim()
        }
        records.removeAll()
        objects.removeAll()
        output.removeAll()
        if !openKeys.isEmpty {
            openKeys.removeAll()
        }
        if arena.nodeCount > 16_384 || types.count > 4_096 {
            // So much is known of so many types that it is better forgotten.
            forgetTypes()
        }
        releaseGraph()
    }

    /// Lets go of all that is the program's. Nothing of it stands in a variable any more when it goes.
    ///
    /// The objects are released in the order in which they were met: parents first, so that a chain of objects that only
    /// the session holds is not released recursively.
    @inline(__always)
    private func releaseGraph() {
        if !queue.isEmpty {
            releaseQueue()
        }
        if failure != nil || !onlyConditional.isEmpty || !inPlace.isEmpty || !identityTables.isEmpty
            || binaryDescriptions != nil
        {
            releaseRest()
        }
    }

    private func releaseQueue() {
        for entry in queue.elements {
            Unmanaged<AnyObject>.fromOpaque(entry.object).release()
        }
        queue.removeAll(keepingCapacity: 1_024)
    }

    @inline(never)
    private func releaseRest() {
        let released = (failure, onlyConditional, inPlace, identityTables)
        (failure, onlyConditional, inPlace, identityTables) = (nil, [], [], [])
        binaryDescriptions = nil
        for table in released.3 {
            table.isListed = false
            table.removeAll()
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

    // MARK: Errors

    /// An error in the middle of the archive, which the encoding throws even if it is caught on the way.
    func fail(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        record(GraphCodableError(code, message, codingPath: codingPath))
    }

    /// Keeps the first error that is thrown when something is half written: what follows it would make no archive.
    ///
    /// - Returns: The error.
    func record(_ error: any Error) -> any Error {
        if failure == nil, phase != .idle {
            failure = error
            // So that the next call of the encoder throws it, too.
            state.pointee.slot = noSlot
        }
        return error
    }

    /// Calls code of the program other than `encode(to:)`: an identifier's `hash(into:)`, a sink, the bytes of a value.
    ///
    /// The encoder cannot be called meanwhile: something is half written, or a variable is being changed.
    @inline(__always)
    func callOut<Result>(_ body: () throws -> Result) throws -> Result {
        let slot = state.pointee.slot
        state.pointee.slot = noSlot
        phase = .callingOut
        defer {
            state.pointee.slot = slot
            phase = .encoding
        }
        do {
            let result = try body()
            if let failure {
                throw failure
            }
            return result
        } catch {
            throw record(error)
        }
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
