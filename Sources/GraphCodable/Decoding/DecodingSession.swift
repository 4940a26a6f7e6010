/// The decoder that `init(from:)` gets: all that one decoding needs, kept for the next.
///
/// An object is in one of three states: not started, in progress, done. Done objects are retained until the decoding
/// ends, and are then released parents first: releasing a chain of objects from its head would recurse, and
/// overflow the stack.
///
/// Accesses to the variables are not checked for exclusivity, which would cost more than the decoding itself. Invariant: a
/// session belongs to one thread, and no variable is being changed while code of the program runs.
@usableFromInline
final class DecodingSession: GDecoder {
    @usableFromInline @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @usableFromInline let _reader: _GraphReader
    let policy: GraphDecodingPolicy

    let state: UnsafeMutablePointer<ReaderState>
    let rootSlot: UnsafeMutablePointer<ArchivedSlot>
    /// Stands for the composite of a type that was archived as its raw value.
    let rawValueShape: ArchivedShape
    @exclusivity(unchecked) var archive = UnsafeRawBufferPointer(start: nil, count: 0)
    @exclusivity(unchecked) var base = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    @exclusivity(unchecked) var directory = ArchiveDirectory() {
        didSet {
            shapes = directory.shapes
            resolvedTypes = directory.resolvedTypes
            directoryBytes = directory.bytes
        }
    }
    /// The bytes, shapes and types of ``directory``, which keeps them.
    @exclusivity(unchecked) var directoryBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    @exclusivity(unchecked) var shapes = UnsafeMutableBufferPointer<ArchivedShape>(start: nil, count: 0)
    @exclusivity(unchecked) var resolvedTypes = UnsafeMutableBufferPointer<ResolvedType?>(start: nil, count: 0)
    let records = RecordTable()
    /// The ids of done objects, in the order in which they were done: children first.
    @exclusivity(unchecked) var completed: ContiguousArray<UInt32> = []
    /// The ids of objects in progress, outermost first.
    @exclusivity(unchecked) var inProgress: [UInt32] = []
    @exclusivity(unchecked) var deferred: [DeferredValue] = []
    @exclusivity(unchecked) var deferredByOwner = DeferredIndex()
    /// How often a deferred value was tried too early.
    @exclusivity(unchecked) var failedFinishCount = 0
    /// The ids of objects that could not be made before they were asked for.
    @exclusivity(unchecked) var notAhead: Set<UInt32> = []
    @exclusivity(unchecked) var found: [(id: UInt32, slot: UnsafeMutablePointer<ArchivedSlot>)] = []
    @exclusivity(unchecked) private var repositoryGeneration = GTypesRepository.generation
    /// Stands for the table of a composite that has lost its place, until a value is asked for again.
    let lostTable = FieldTable.lost
    /// How far such composites had been decoded, by ``ReaderState/frameOffset``.
    @exclusivity(unchecked) var lostPlaces: [Int: LostPlace] = [:]
    /// Where the last error was found.
    @exclusivity(unchecked) var failedPlace: CodingPathFinder.Place?
    @exclusivity(unchecked) var stackLimit: UInt = 0
    @exclusivity(unchecked) var recursionLimit: UInt = 0

    init(_ policy: GraphDecodingPolicy) {
        self.policy = policy
        let frames = UnsafeMutablePointer<ReaderFrame>.allocate(capacity: ReaderState.initialFrameCapacity)
        rootSlot = .allocate(capacity: 1)
        rootSlot.initialize(to: ArchivedSlot(key: "", keyID: 0))
        let rawValueSlots = UnsafeMutablePointer<ArchivedSlot>.allocate(capacity: 2)
        rawValueSlots.initialize(repeating: ArchivedSlot(key: "", keyID: 0), count: 2)
        rawValueSlots.pointee.unkeyedCount = 1
        rawValueShape = ArchivedShape(type: -1, slots: rawValueSlots, count: 1, isReference: false)
        state = .allocate(capacity: 1)
        _reader = _GraphReader(state: state)
        state.initialize(
            to: ReaderState(
                cursor: base, end: base, nextSlot: rootSlot + 1, endOfSlots: rootSlot,
                frame: frames, frames: frames, lastFrame: frames + (ReaderState.initialFrameCapacity - 1), depth: 0,
                uncheckedDepth: min(policy.maximumDepth, ArchiveFormat.shallowDepth),
                maximumElementCount: policy.maximumElementCount,
                scratch: .allocate(byteCount: ReaderState.scratchSize, alignment: 16),
                session: Unmanaged.passUnretained(self)))
    }

    deinit {
        state.pointee.frames.deallocate()
        state.pointee.scratch.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
        rawValueShape.slots.deinitialize(count: 2)
        rawValueShape.slots.deallocate()
        rootSlot.deinitialize(count: 1)
        rootSlot.deallocate()
    }

    /// Decodes the root of an archive, which must stay where it is during the call.
    @inline(__always)
    func run<Root: GDecodable>(_ type: Root.Type, from archive: UnsafeRawBufferPointer) throws -> Root {
        defer { finish() }
        try begin(archive)
        do {
            let root = records.slots[0]
            state.pointee.cursor = base + root.start
            state.pointee.end = base + root.start + root.size
            let value = try Root._decode(from: _reader)
            guard state.pointee.cursor == state.pointee.end else {
                throw error(.malformed, "Bytes follow the root value. The archive is damaged.")
            }
            try decodeDeferredValues()
            return value
        } catch {
            throw located(error)
        }
    }

    private func begin(_ archive: UnsafeRawBufferPointer) throws {
        let layout = try ArchiveLayout(archive)
        try checkSize(archive.count)
        if repositoryGeneration != GTypesRepository.generation {
            // The names may stand for other types now.
            repositoryGeneration = GTypesRepository.generation
            directory = ArchiveDirectory()
        }
        self.archive = archive
        base = archive.baseAddress ?? base
        try readDirectory(layout)
        try records.read(archive, layout, maximumObjectCount: policy.maximumObjectCount)
        state.pointee.frame = state.pointee.frames
        state.pointee.depth = 0
        stackLimit = 0
        recursionLimit = 0
        leaveRecord()
    }

    private func checkSize(_ count: Int) throws {
        guard UInt64(count) <= policy.maximumPlainByteCount else {
            throw GraphCodableError(
                .limitExceeded,
                """
                The archive has \(count) bytes, more than the \(policy.maximumPlainByteCount) that the decoder's policy allows.
                """,
                byteOffset: Int(clamping: policy.maximumPlainByteCount))
        }
    }

    private func readDirectory(_ layout: ArchiveLayout) throws {
        // The same kind of archive as the last one begins its directory with the same bytes, which describe themselves.
        if !directoryBytes.isEmpty, MemoryComparison.begins(archive, at: layout.directory, with: directoryBytes) {
            var counts = ByteInput(
                archive, range: layout.directory.lowerBound + directoryBytes.count..<layout.directory.upperBound)
            return try ArchiveDirectory.checkCounts(&counts, typeCount: resolvedTypes.count)
        }
        var input = ByteInput(archive, range: layout.directory)
        directory = ArchiveDirectory()
        let directory = try ArchiveDirectory(
            reading: &input, maximumNameLength: policy.maximumTypeNameLength,
            maximumEntryCount: policy.maximumDirectoryEntryCount)
        try ArchiveDirectory.checkCounts(&input, typeCount: directory.types.count)
        self.directory = directory
    }

    /// Goes to where no composite is being decoded.
    func leaveRecord() {
        state.pointee.setCurrentSlot(rootSlot)
    }

    private func finish() {
        popFrames(to: 0)
        shrinkFrames()
        if !deferred.isEmpty {
            deferred.removeAll()
            deferredByOwner = DeferredIndex()
        }
        failedPlace = nil
        if !lostPlaces.isEmpty {
            lostPlaces.removeAll()
        }
        failedFinishCount = 0
        if !notAhead.isEmpty {
            notAhead.removeAll()
        }
        for id in completed.reversed() {
            if let object = records.slots[Int(id)].object {
                Unmanaged<AnyObject>.fromOpaque(object).release()
            }
        }
        if !completed.isEmpty {
            completed.removeAll(keepingCapacity: completed.count < 1_024)
        }
        records.removeAll()
        archive = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    // MARK: Errors

    /// The offset in the archive of what is being decoded.
    var offset: Int { state.pointee.cursor - base }

    func error(_ code: GraphCodableError.Code, _ message: String, underlying: (any Error)? = nil) -> any Error {
        failedPlace = CodingPathFinder.Place(record: inProgress.last ?? 0, position: state.pointee.cursor)
        // A value that reaches over the end of its record leaves the cursor behind it.
        return GraphCodableError(code, message, byteOffset: min(offset, archive.count), underlyingError: underlying)
    }

    func mismatch(_ expected: Any.Type) -> any Error {
        guard state.pointee.cursor < state.pointee.end else { return _reader.endOfRecord() }
        let tag = state.pointee.cursor.load(as: UInt8.self)
        let name = TypeNames.readableName(of: expected)
        if tag == Tag.nil {
            return error(
                .valueNotFound, "The archive holds nil where a \(name) is needed. Decode it as an optional.")
        }
        return error(.typeMismatch, "The archive holds \(ValueDescription.kind(of: tag)) where \(name) was asked for.")
    }

    func wrongClass(_ found: Any.Type, expected: Any.Type) -> any Error {
        error(
            .wrongClass,
            """
            The archive holds an object of class \(TypeNames.readableName(of: found)) where \
            \(TypeNames.readableName(of: expected)) was asked for.
            """)
    }
}

/// A value that is decoded when all objects have been initialized.
struct DeferredValue {
    let cursor: UnsafeRawPointer
    let end: UnsafeRawPointer
    let slot: UnsafeMutablePointer<ArchivedSlot>
    /// The object whose initializer deferred the value; 0 for the root.
    let owner: UInt32
    /// Whether it has been decoded already, for a set or a dictionary that needed it.
    var isDone = false
    let body: (_GraphReader) throws -> Void
}
