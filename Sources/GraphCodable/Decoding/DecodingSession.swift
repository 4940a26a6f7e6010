/// The decoder that `init(from:)` gets: all that one decoding needs, kept for the next.
///
/// An object is in one of three states: not started, in progress, done. Done objects are retained until the decoding
/// ends, and are then released parents first: releasing a chain of objects from its head would recurse, and
/// overflow the stack.
@usableFromInline
final class DecodingSession: GDecoder {
    @usableFromInline var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @usableFromInline let _reader: _GraphReader

    let state: UnsafeMutablePointer<ReaderState>
    let rootSlot: UnsafeMutablePointer<ArchivedSlot>
    var archive = UnsafeRawBufferPointer(start: nil, count: 0)
    var base = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    var limits = Limits()
    var directory: ArchiveDirectory?
    var records: RecordTable?
    /// The ids of done objects, in the order in which they were done: children first.
    var completed: ContiguousArray<UInt32> = []
    /// The ids of objects in progress, outermost first.
    var inProgress: [UInt32] = []
    var deferred: [DeferredValue] = []
    var found: [(id: UInt32, slot: UnsafeMutablePointer<ArchivedSlot>)] = []
    var stackLimit: UInt = 0
    var recursionLimit: UInt = 0

    /// What a decoding may use.
    struct Limits {
        var depth = ArchiveFormat.defaultMaximumDepth
        var nameLength = 4_096
        var objectCount = ArchiveFormat.maximumIDCount
    }

    init() {
        let frames = UnsafeMutablePointer<ReaderFrame>.allocate(capacity: ArchiveFormat.defaultMaximumDepth + 2)
        rootSlot = .allocate(capacity: 1)
        rootSlot.initialize(to: ArchivedSlot(key: "", keyID: 0))
        state = .allocate(capacity: 1)
        _reader = _GraphReader(state: state)
        state.initialize(
            to: ReaderState(
                cursor: base, end: base, slots: rootSlot, slotIndex: 1, slotCount: 0,
                frame: frames, frames: frames, depth: 0, session: Unmanaged.passUnretained(self)))
    }

    deinit {
        state.pointee.frames.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
        rootSlot.deinitialize(count: 1)
        rootSlot.deallocate()
    }

    /// Decodes the root of an archive, which must stay where it is during the call.
    func run<Root: GDecodable>(_ type: Root.Type, from archive: UnsafeRawBufferPointer) throws -> Root {
        defer { finish() }
        try begin(archive)
        guard let root = records?.slots[0] else {
            throw error(.malformed, "The archive has no root.")
        }
        state.pointee.cursor = base + root.start
        state.pointee.end = base + root.start + root.size
        let value = try Root._decode(from: _reader)
        guard state.pointee.cursor == state.pointee.end else {
            throw error(.malformed, "Bytes follow the root value. The archive is damaged.")
        }
        try decodeDeferredValues()
        return value
    }

    private func begin(_ archive: UnsafeRawBufferPointer) throws {
        let layout = try ArchiveLayout(archive)
        self.archive = archive
        base = archive.baseAddress ?? base
        try readDirectory(layout)
        records = try RecordTable(archive, layout, maximumObjectCount: limits.objectCount)
        state.pointee.frame = state.pointee.frames
        state.pointee.depth = 0
        stackLimit = 0
        recursionLimit = 0
        leaveRecord()
    }

    private func readDirectory(_ layout: ArchiveLayout) throws {
        // The same kind of archive as the last one begins its directory with the same bytes, which describe themselves.
        if let directory, layout.directory.count >= directory.bytes.count,
            archive[layout.directory].starts(with: directory.bytes)
        {
            return
        }
        var input = ByteInput(archive, range: layout.directory)
        directory = nil
        let directory = try ArchiveDirectory(reading: &input, maximumNameLength: limits.nameLength)
        _ = try ArchiveDirectory.readCounts(&input, typeCount: directory.types.count)
        self.directory = directory
    }

    /// Goes to where no composite is being decoded.
    func leaveRecord() {
        state.pointee.slots = rootSlot
        state.pointee.slotIndex = 1
        state.pointee.slotCount = 0
    }

    private func finish() {
        popFrames(to: state.pointee.frames)
        deferred.removeAll()
        userInfo = [:]
        inProgress.removeAll()
        if let slots = records?.slots {
            for id in completed.reversed() {
                if let object = slots[Int(id)].object {
                    Unmanaged<AnyObject>.fromOpaque(object).release()
                }
            }
        }
        completed.removeAll(keepingCapacity: completed.count < 1_024)
        records = nil
        archive = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    // MARK: Errors

    /// The offset in the archive of what is being decoded.
    var offset: Int { state.pointee.cursor - base }

    func error(_ code: GraphCodableError.Code, _ message: String, underlying: (any Error)? = nil) -> any Error {
        GraphCodableError(code, message, byteOffset: offset, underlyingError: underlying)
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
    let body: (_GraphReader) throws -> Void
}
