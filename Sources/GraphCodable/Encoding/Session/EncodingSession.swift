/// The encoder that `encode(to:)` receives. It holds everything that one encoding needs, and is kept for the next one.
///
/// It keeps every object that it has encountered alive until the encoding ends. Otherwise the address of a temporary object
/// could be reused, and a new object could be mistaken for it.
///
/// Accesses to the variables are not checked for exclusivity, which would cost more than the encoding itself. Invariant: a
/// session belongs to one thread, and code of the program never runs while a variable is being accessed. An `encode(to:)`
/// changes the variables through the encoder's methods, but each access of the session's own code has ended before it is
/// called. Two rules ensure this elsewhere. ``callUserCode(_:)`` calls any other code of the program, and the encoder
/// meanwhile refuses every call. Code that releases objects of the program first moves them out of the variable.
@usableFromInline
final class EncodingSession: GEncoder {
    /// The settings for which a session is created.
    struct Configuration {
        let options: GraphEncoder.Options
        let policy: GraphDecodingPolicy
    }

    /// Determines whether the encoder may be used.
    enum Phase {
        /// No encoding is in progress: none has begun, or it has ended.
        case idle
        /// The `encode(to:)` of some value, or the session's own code, is running.
        case encoding
        /// Other code of the program is running in the middle of a value.
        case inUserCode
    }

    @usableFromInline @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @exclusivity(unchecked) var userInfoGeneration = 0
    @usableFromInline let _writer: _GraphWriter

    let state: UnsafeMutablePointer<WriterState>
    /// A single ``ExpectedSlot/unexpected``.
    let noSlot: UnsafeMutablePointer<ExpectedSlot>
    let configuration: Configuration
    var options: GraphEncoder.Options { configuration.options }
    /// Whether the archive only serves to find objects.
    var isForReleasing: Bool { options.isSuperset(of: .forReleasing) }
    /// Returns whether ``GIdentifiable`` chooses identities. If objects are to be found, it does so for values only.
    func adoptsIdentifiable(isReference: Bool) -> Bool {
        !options.contains(.ignoreGIdentifiableProtocol) && !(isReference && isForReleasing)
    }
    var policy: GraphDecodingPolicy { configuration.policy }
    @exclusivity(unchecked) var phase = Phase.idle
    @exclusivity(unchecked) var output = ChunkOutput()
    @exclusivity(unchecked) var epoch: UInt64 = 0

    // Knowledge of types, kept from archive to archive.
    @exclusivity(unchecked) var types = EncodedTypeTable()
    @exclusivity(unchecked) var arena = ShapeArena()
    @exclusivity(unchecked) var directory = ArchiveDirectoryWriter()
    @exclusivity(unchecked) private var repositoryGeneration = GTypesRepository.generation

    // The graph.
    @exclusivity(unchecked) var objects = ObjectTable()
    /// The tables of identities that may have entries.
    @exclusivity(unchecked) var identityTables: [IdentityTable] = []
    @exclusivity(unchecked) var queue = PlainBuffer<QueuedObject>()
    @exclusivity(unchecked) var onlyConditional: ContiguousArray<AnyObject> = []
    @exclusivity(unchecked) var nextID: UInt32 = 1
    /// The references whose objects must have records at the end.
    @exclusivity(unchecked) var unowned: ContiguousArray<UnownedReference> = []
    /// The object of the conditional reference that was written last, unless it is known to have a record.
    @exclusivity(unchecked) var pendingID: UInt32?
    /// The objects that are being encoded inline because they have no identity.
    @exclusivity(unchecked) var inPlace: [AnyObject] = []
    /// The number of objects that have been encoded inline.
    @exclusivity(unchecked) var inPlaceCount = 0
    @exclusivity(unchecked) var records = RecordTableBuilder()
    /// The archives from which records or references are written.
    @exclusivity(unchecked) var sources: [ObjectIdentifier: WrittenSource] = [:]
    /// The objects that the program has loaded after copied records had referred to them, until the session looks for an object.
    @exclusivity(unchecked) var loadedLate: [(object: AnyObject, id: UInt32, isQueued: Bool)] = []
    /// All types by what they are in archives, once values are copied. A session that has copied any forgets its types.
    @exclusivity(unchecked) var copiedTypes: [TypeKey: UnsafeMutablePointer<EncodedType>]?

    /// Whether a type's conformance is isolated to an actor. A session that has encoded such values forgets its types.
    @exclusivity(unchecked) var hasIsolatedTypes = false

    /// The keys that open composites have written, by depth.
    @exclusivity(unchecked) var openKeys: [Int: Set<ExactText>] = [:]
    /// The marks of absent keys of all composites that are not open, with those of the innermost composite last.
    @exclusivity(unchecked) var absentMarks: ContiguousArray<AbsentMark> = []
    /// How values are written whose types the reader cannot know. Each encoding finds out anew, because conformances may be
    /// isolated to an actor.
    @exclusivity(unchecked) var anyForms: [ObjectIdentifier: ExistentialForm] = [:]
    let stack: GrowingStack
    /// Whether ``stack`` knows on which stack this encoding runs.
    @exclusivity(unchecked) var knowsStack = false
    let maximumDepth: Int
    /// The descriptions of binary values, which are only kept for a dump.
    @exclusivity(unchecked) var binaryDescriptions: BinaryDescriptions?
    /// Whether there is an ``UnorderedMark`` in the archive. A session that writes marks is not used again.
    @exclusivity(unchecked) var hasMarks = false
    /// The first error, which the encoding throws even if the program has caught it.
    @exclusivity(unchecked) var failure: (any Error)?

    init(_ configuration: Configuration) {
        self.configuration = configuration
        let (options, policy) = (configuration.options, configuration.policy)
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        maximumDepth = policy.maximumDepthOfValues
        let frameCapacity = ArchiveFormat.shallowDepth + 2
        let frames = UnsafeMutablePointer<WriterFrame>.allocate(capacity: frameCapacity)
        noSlot = .allocate(capacity: 1)
        noSlot.initialize(to: .unexpected)
        WriterFrame.initializeOutside(frames)
        let chunk = ChunkOutput.makeChunk()
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
                marksUnordered: options.contains(.canonical), stringsHaveIdentity: stringsHaveIdentity,
                plainTypes: plainTypes, expectation: .none,
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

    /// The offset of the next byte in the archive.
    @usableFromInline var position: Int {
        output.handedOn + (state.pointee.cursor - state.pointee.chunk)
    }

    /// Encodes a whole graph. Afterwards the bytes are in ``output`` and in the last chunk, until ``end()`` is called.
    ///
    /// - Throws: The first error that was thrown in the middle of the archive, even if the program caught it.
    @inline(__always)
    func run(
        _ encodeRoot: (_GraphWriter) throws -> Void, _ extensions: [String: Bytes],
        sink: ChunkOutput.Sink?, descriptions: BinaryDescriptions?
    ) throws {
        try run(sink) {
            binaryDescriptions = descriptions
            try writeRecord(id: 0) { try encodeRoot(_writer) }
            try writeQueue()
            try checkUnowned()
            if !sources.isEmpty { try checkSources() }
            try writeEnd(extensions)
        }
    }

    /// Writes the header, and what a closure writes.
    ///
    /// - Throws: The first error that was thrown in the middle of the archive, even if the program caught it.
    @inline(__always)
    func run(_ sink: ChunkOutput.Sink?, _ body: () throws -> Void) throws {
        if repositoryGeneration != GTypesRepository.generation {
            // The types may have got other names.
            repositoryGeneration = GTypesRepository.generation
            forgetTypes()
        }
        epoch += 1
        phase = .encoding
        directory.begin(epoch: epoch)
        output.sink = sink
        do {
            writeArchiveHeader()
            try body()
        } catch {
            throw failure ?? error
        }
    }

    /// Writes the records of all objects to which the root leads.
    @inline(__always)
    func writeQueue() throws {
        var next = 0
        while next < queue.count {
            let entry = queue[next]
            next += 1
            try writeRecord(id: entry.id) { try encodeBody(of: entry) }
        }
    }

    /// The cost of decoding what has been written.
    var cost: Int {
        state.pointee.cost.addingClamped(
            Int(nextID) * DecodingCost.record + directory.entryCount * DecodingCost.directoryEntry)
    }

    /// Throws an error if decoding the archive costs more than readers accept.
    func checkCost() throws {
        let (cost, allowed) = (cost, policy.allowedCost(ofBytes: position))
        try require(
            cost <= allowed, .limitExceeded,
            """
            To decode the archive costs \(cost), more than the \(allowed) that maximumCostPerByte and maximumMemory of the \
            encoder's policy allow for \(position) bytes: it has values that take much more memory or time than bytes.
            """)
    }

    /// Writes the contents of an object's record.
    ///
    /// The object is called through its class rather than an existential, which would be retained and released.
    @inline(__always)
    func encodeBody(of entry: QueuedObject) throws {
        if let type = entry.type, let classType = type.pointee.classType {
            try openComposite(of: type)
            try encode(entry.object.toOpaque(), as: classType)
            #if DEBUG
            if type.pointee.mayLoseProperties {
                try warnOfLostProperties(of: entry.object.takeUnretainedValue(), type)
            }
            #endif
            if type.pointee.keepsUnknown {
                try encodeUnknownFields(ofObject: entry.object.takeUnretainedValue())
            }
            try closeComposite()
        } else if entry.copiedID != 0 {
            try encodeCopied(entry)
        } else {
            // Other entries without a type are identified values.
            let value = unsafeDowncast(entry.object.takeUnretainedValue(), to: AnyIdentifiedValue.self)
            try value.encodeBody(to: _writer)
        }
    }

    /// Calls an object's `encode(to:)`.
    ///
    /// A reference that is accessed through a pointer is retained for the call, unless it is `inout`, which tells the
    /// compiler that nothing else changes it meanwhile. The object, an instance of `type`, must stay alive during the call.
    @inline(__always)
    private func encode<Object: GEncodable>(_ object: UnsafeRawPointer, as type: Object.Type) throws {
        var reference = object
        try withUnsafeMutablePointer(to: &reference) {
            // A reference consists only of the object's address.
            try encode(&UnsafeMutableRawPointer($0).bindMemory(to: Object.self, capacity: 1).pointee)
        }
    }

    @inline(__always)
    private func encode<Object: GEncodable>(_ object: inout Object) throws {
        try object.encode(to: self)
    }

    /// Forgets the known types. Composites refer to them, so call this only while none is being written.
    func forgetTypes() {
        directory = ArchiveDirectoryWriter()
        arena = ShapeArena()
        types = EncodedTypeTable()
        state.pointee.plainTypes.update(repeating: 0, count: WriterState.plainTypeCount)
    }

    /// Ends the encoding, whatever its result. Only this method resets the session to its initial state, apart from
    /// what it has learned about types.
    ///
    /// From here on, the encoder refuses every call. This must come first, because objects that are released may call
    /// it.
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
        if !unowned.isEmpty {
            unowned.removeAll()
        }
        if !absentMarks.isEmpty {
            absentMarks.removeAll(keepingCapacity: absentMarks.count <= 1_024)
        }
        (nextID, pendingID) = (1, nil)
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
        if !anyForms.isEmpty {
            anyForms.removeAll()
        }
        if arena.nodeCount > 16_384 || types.count > 4_096 || copiedTypes != nil || hasIsolatedTypes {
            // At this size, it is better to forget the types. Those of other archives belong to this one only, and
            // those that an actor isolates must be checked again: the next encoding may run elsewhere.
            copiedTypes = nil
            hasIsolatedTypes = false
            forgetTypes()
        }
        releaseGraph()
    }

    /// Releases everything that belongs to the program. No variable refers to an object any more when it is released.
    ///
    /// The objects are released in the order in which they were encountered: parents first, so that a chain of objects
    /// that only the session retains is not released recursively.
    @inline(__always)
    private func releaseGraph() {
        if !queue.isEmpty {
            releaseQueue()
        }
        if failure != nil || !onlyConditional.isEmpty || !inPlace.isEmpty || !identityTables.isEmpty
            || binaryDescriptions != nil || !sources.isEmpty
        {
            releaseRest()
        }
    }

    private func releaseQueue() {
        for entry in queue.elements {
            entry.object.release()
        }
        queue.removeAll(keepingCapacity: 1 << 16)
    }

    /// Throws an error if objects of open files have lost weak references.
    @inline(never)
    private func checkSources() throws {
        for source in sources.values {
            try source.archive?.checkThatNothingIsReleased(copiesParts: source.copier != nil)
        }
    }

    @inline(never)
    private func releaseRest() {
        let released = (failure, onlyConditional, inPlace, identityTables, sources, loadedLate)
        (failure, onlyConditional, inPlace, identityTables, sources, loadedLate) = (nil, [], [], [], [:], [])
        binaryDescriptions = nil
        for table in released.3 {
            table.isListed = false
            table.removeAll()
        }
    }

    @inline(__always)
    func writeRecord(id: UInt32, _ body: () throws -> Void) throws {
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

    /// Returns an error in the middle of the archive, which the encoding throws even if it is caught on the way.
    func fail(_ code: GraphCodableError.Code, _ message: String, key: String? = nil) -> any Error {
        record(GraphCodableError(code, message, codingPath: codingPath(key)))
    }

    /// Throws the error that ``fail(_:_:key:)`` returns unless a condition holds.
    @inline(__always)
    func require(
        _ holds: Bool, _ code: @autoclosure () -> GraphCodableError.Code, _ message: @autoclosure () -> String
    ) throws {
        guard holds else { throw fail(code(), message()) }
    }

    /// Stores the first error that is thrown while something is half written. What would follow it is not a valid archive.
    @usableFromInline @inline(never)
    func record(_ error: any Error) -> any Error {
        if failure == nil, phase != .idle {
            failure = error
            expectNoSlot()
        }
        return error
    }

    /// Sets that no slot is expected next, so that the next call of the encoder comes to ``beginUnexpectedSlot(_:)``. That method
    /// throws the error of a failed encoding.
    private func expectNoSlot() {
        state.pointee.slot = noSlot
    }

    /// Calls code of the program other than `encode(to:)`, such as an identifier's `hash(into:)`, a sink, or a value
    /// that writes its bytes.
    ///
    /// The encoder cannot be used meanwhile, because something is half written or a variable is changing.
    @inline(__always)
    func callUserCode<Result>(_ body: () throws -> Result) throws -> Result {
        let slot = state.pointee.slot
        expectNoSlot()
        phase = .inUserCode
        defer {
            if failure == nil { state.pointee.slot = slot }
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

    /// Returns the types and keys from the record's object to the value that is being written.
    ///
    /// - Parameter key: The key of that value; `nil` if its slot has begun.
    private func codingPath(_ key: String?) -> CodingPath {
        var steps: [CodingPath.Step] = []
        let writer = state.pointee
        var frame = writer.frames + 1
        while frame <= writer.frame {
            if frame == writer.frames + 1 {
                steps.append(.type(frame.pointee.root.pointee.type.pointee.readableName))
            }
            let node = currentNode(of: frame)
            if let key, frame == writer.frame {
                steps.append(.key(key))
            } else if !frame.pointee.isOpen, node.pointee.depth > 0 {
                steps.append(node.pointee.key.map { .key($0) } ?? .index(node.pointee.depth - 1))
            }
            frame += 1
        }
        return CodingPath(steps)
    }
}

/// An object that is waiting for its record.
struct QueuedObject: BitwiseCopyable {
    let object: Unmanaged<AnyObject>
    /// The object's class, or `nil` for an ``AnyIdentifiedValue`` or a ``RecordCopier``.
    let type: UnsafeMutablePointer<EncodedType>?
    let id: UInt32
    /// The ID of the record that the object, which is a ``RecordCopier``, copies; or 0.
    var copiedID: UInt32 = 0
}
