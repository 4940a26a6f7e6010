/// The decoder that `init(from:)` receives. It holds everything that one decoding needs, and is kept for the next one.
///
/// An object is not started, in progress, done, or given up after a failure; one of an open file may be unloaded. Done objects
/// are retained until the decoding ends, and are then released parents first: releasing a chain of objects from its head would
/// recurse and overflow the stack.
///
/// Accesses to the variables are not checked for exclusivity, which would cost more than the decoding itself. Invariant: a
/// session belongs to one thread, and no variable changes while code of the program runs. Anything whose release may run a
/// deinitializer is first moved out of its variable.
///
/// The program may retain a session. Outside `init(from:)`, the innermost frame is ``ReaderFrame/Access/outside``, and every
/// call throws `misuse`.
@usableFromInline
final class DecodingSession: GDecoder {
    @usableFromInline @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @exclusivity(unchecked) var userInfoGeneration = 0
    @usableFromInline let _reader: _GraphReader
    let policy: GraphDecodingPolicy

    let state: UnsafeMutablePointer<ReaderState>
    /// Represents the composite of a type that was archived as its raw value, and the outside of all composites.
    let rawValueShape: UnsafeMutablePointer<ArchivedShape>
    @exclusivity(unchecked) var archive = UnsafeRawBufferPointer(start: nil, count: 0)
    @exclusivity(unchecked) var base = UnsafeRawPointer.nowhere
    @exclusivity(unchecked) var directory = ArchiveDirectory() {
        didSet {
            shapes = directory.shapes
            resolvedTypes.deallocate()
            resolvedTypes = .allocate(capacity: directory.types.count)
            resolvedTypes.initialize(repeating: nil)
            directoryBytes = directory.bytes
            typesByIndex = Array(repeating: nil, count: directory.types.count)
            notes.vainSearches.removeAll()
            (hasCompletions, hasKeepers) = (false, false)
        }
    }
    /// The results of looking up the type names of ``directory``: what was found, and what the policy does not allow. They
    /// hold for the next archive with the same directory, too.
    @exclusivity(unchecked) var typesByIndex: [Result<FoundType, GraphCodableError>?] = []
    /// The cost of looking up all type names of ``directory``.
    @exclusivity(unchecked) private var lookUpCost = 0
    /// The bytes and shapes of ``directory``, which owns them.
    @exclusivity(unchecked) var directoryBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    @exclusivity(unchecked) var shapes = UnsafeMutableBufferPointer<ArchivedShape>(start: nil, count: 0)
    /// The types of ``directory`` that the program has, filled in while decoding.
    @exclusivity(unchecked) private(set) var resolvedTypes = UnsafeMutableBufferPointer<ResolvedType?>(
        start: nil, count: 0)
    let records = RecordTable()
    /// The IDs of done objects in order of completion, children first.
    @exclusivity(unchecked) var completed = PlainBuffer<UInt32>()
    /// The IDs of objects in progress, outermost first.
    @usableFromInline @exclusivity(unchecked) var inProgress = PlainBuffer<UInt32>()
    @exclusivity(unchecked) var deferred = DeferredList()
    /// Why the value that is being decoded has to wait. It is set when the error is thrown, until the call that defers the value
    /// catches the error.
    @exclusivity(unchecked) var waitingReason: WaitingReason?
    /// What the next deferred value waits for.
    @exclusivity(unchecked) var progressOfNewWork = DeferredWork.Progress.waiting
    /// The innermost deferred value that is being decoded, if there is one.
    @exclusivity(unchecked) var runningValue = RunningValue()
    @exclusivity(unchecked) var knownGraph: ReferenceGraph?
    /// Memory for walks through values.
    @exclusivity(unchecked) var walkedLevels: [ValueWalker.Level] = []
    @exclusivity(unchecked) var notes = DecodingNotes()
    /// Whether there may be notes, objects in place, or anything else to forget in addition to the journal.
    @exclusivity(unchecked) var hasNotes = false
    /// The objects without a record, which those that they hold come before.
    @exclusivity(unchecked) var objectsInPlace: ContiguousArray<ObjectInPlace> = []
    /// Whether the root has been released before its objects.
    @exclusivity(unchecked) var dropsRoot = false
    @exclusivity(unchecked) var hasCompletions = false
    @exclusivity(unchecked) var hasKeepers = false
    /// The layouts of the trivial types that are known to have no initializer of their own.
    @exclusivity(unchecked) var copiedLayouts: [ObjectIdentifier: Bytes] = [:]
    /// The state of the repository for which ``directory`` and ``typesByIndex`` hold, or `nil` if they hold for one decoding.
    @exclusivity(unchecked) var repositoryGeneration: Int? = GTypesRepository.generation
    /// The checks of the values that are being decoded of properties whose type has changed.
    @exclusivity(unchecked) var typeChecks = TypeChecks()
    /// The facts about the archive that its bytes do not state.
    @exclusivity(unchecked) var context: DecodingContext?
    /// The part of the cost that is kept for later turns, after each of which the progress is reported.
    @exclusivity(unchecked) var keptCost = 0
    /// The work since the last report; `nil` if nothing is reported.
    @exclusivity(unchecked) var turn: DecodingTurn?
    /// The error with which the last report ended the decoding.
    @exclusivity(unchecked) var cancellation: (any Error)?
    /// The number of bytes of all records, and of those that have been decoded, beyond the offset of the cursor.
    @exclusivity(unchecked) var recordByteCount = 0
    @exclusivity(unchecked) var offsetOfDecoded = 0
    /// The open file from which objects are loaded one by one, if this is its session.
    @exclusivity(unchecked) weak var source: OpenArchive?
    /// Whether an object of the open file is being decoded.
    @exclusivity(unchecked) var isLoading = false
    /// The record with which decoding begins.
    @exclusivity(unchecked) var rootRecord: UInt32 = 0
    /// Collects the keys that initializers do not read, for a check.
    @exclusivity(unchecked) var unreadKeys: UnreadKeys?
    #if DEBUG
    /// The keys that initializers have looked for without success, inner ones last. Some may have ended since.
    @exclusivity(unchecked) var missingKeys: [MissingKey] = []
    /// What was found in values of properties whose type has changed, as long as they may be of their former type.
    @exclusivity(unchecked) var pendingWarnings: [RenamedKeysWarning] = []
    /// The composites that have an older version than their type, by their starts, and whether the initializer has asked for
    /// the version, to migrate them.
    @exclusivity(unchecked) var olderComposites: [UnsafeRawPointer: Bool] = [:]
    #endif
    let stack: GrowingStack

    init(_ policy: GraphDecodingPolicy) {
        self.policy = policy
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        let frames = UnsafeMutablePointer<ReaderFrame>.allocate(capacity: ReaderState.initialFrameCapacity)
        let slots = UnsafeMutablePointer<ArchivedSlot>.allocate(capacity: 1)
        slots.initialize(to: ArchivedSlot(key: "", keyID: 0))
        slots.pointee.unkeyedCount = 1
        rawValueShape = .allocate(capacity: 1)
        rawValueShape.initialize(to: ArchivedShape(type: -1, slots: slots, count: 1, isReference: false))
        frames.initialize(
            to: ReaderFrame(
                outerNextSlot: slots, outerEndOfSlots: slots, depth: 0, start: base, shape: rawValueShape,
                isOpen: false, access: .outside))
        state = .allocate(capacity: 1)
        _reader = _GraphReader(state: state)
        state.initialize(
            to: ReaderState(
                cursor: base, end: base, nextSlot: slots, endOfSlots: slots,
                frame: frames, frames: frames,
                lastFrame: frames + min(ReaderState.initialFrameCapacity - 1, max(policy.maximumInitializerDepth, 0)),
                depth: 0, stackLimit: .max, uncheckedDepth: 0, deepest: ReaderState.unmeasured, costLeft: 0,
                sharedSize: 0,
                maximumElementCount: policy.maximumElementCount,
                scratch: .allocate(byteCount: ReaderState.scratchSize, alignment: 16),
                session: Unmanaged.passUnretained(self)))
    }

    deinit {
        resolvedTypes.deallocate()
        state.pointee.frames.deallocate()
        state.pointee.scratch.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
        rawValueShape.pointee.slots.deinitialize(count: 1)
        rawValueShape.pointee.slots.deallocate()
        rawValueShape.deinitialize(count: 1)
        rawValueShape.deallocate()
    }

    /// Decodes a whole archive, whose memory must not move during the call, by a closure that decodes its root.
    @inline(__always)
    func run<Root>(from archive: UnsafeRawBufferPointer, _ decode: (_GraphReader) throws -> Root) throws -> Root {
        defer { reset() }
        do {
            try readTables(of: archive, try ArchiveLayout(archive))
            enterRootRecord()
            let value = try decode(_reader)
            try complete(value, isRoot: true)
            guard state.pointee.journalCount > 0 || hasNotes else { return value }
            return try hand(over: consume value)
        } catch {
            throw located(error)
        }
    }

    /// Completes the graph of a value that has been decoded. Nothing may follow it if it is that of the root's record.
    @inline(__always)
    func complete<Value>(_ value: borrowing Value, isRoot: Bool) throws {
        guard !isRoot || state.pointee.cursor == state.pointee.end else {
            throw malformed("Bytes follow the root value.")
        }
        // The program may have caught the error that reported the cost. Nothing was undone since, so nothing that was deferred
        // may be called.
        guard !state.pointee.isTooCostly else { throw tooCostly() }
        if state.pointee.journalCount > 0 {
            try completeGraph()
        }
        if !notes.keptFields.isEmpty {
            try finishKeptFields()
        }
        guard !state.pointee.isTooCostly else { throw tooCostly() }
    }

    /// Moves to the record with which decoding begins.
    @inline(__always)
    func enterRootRecord() {
        let root = records.slots[Int(rootRecord)]
        offsetOfDecoded = -root.start
        state.pointee.cursor = base + root.start
        state.pointee.end = state.pointee.cursor + root.size
        state.pointee.stackLimit = stack.begin()
    }

    /// Reads the directory and the record table, which must be in memory.
    @inline(__always)
    func readTables(of archive: UnsafeRawBufferPointer, _ layout: ArchiveLayout) throws {
        guard UInt64(archive.count) <= policy.maximumPlainByteCount else { throw tooLarge(archive.count) }
        if repositoryGeneration != GTypesRepository.generation {
            // The names may identify other types now.
            repositoryGeneration = GTypesRepository.generation
            directory = ArchiveDirectory()
        }
        self.archive = archive
        recordByteCount = layout.records.count
        base = archive.baseAddress ?? base
        beginCounting()
        try readDirectory(layout)
        try _reader.charge(costOfDirectory)
        try records.read(
            archive, layout, maximumObjectCount: policy.maximumObjectCount,
            maximumAffordableCount: totalCostLeft / DecodingCost.record)
        try _reader.charge(records.count &* DecodingCost.record)
    }

    /// Sets what is counted during a decoding to its beginning.
    @inline(__always)
    func beginCounting() {
        // Progress may be reported before the first record begins.
        (state.pointee.cursor, offsetOfDecoded) = (base, 0)
        beginCost()
        state.pointee.sharedSize = 0
        stopMeasuringDepth()
    }

    /// The cost of all names, used or not, so that the cost does not depend on what was decoded before.
    var costOfDirectory: Int { lookUpCost.addingClamped(directory.entryCount &* DecodingCost.directoryEntry) }

    @inline(never)
    private func tooLarge(_ count: Int) -> GraphCodableError {
        GraphCodableError(
            .limitExceeded,
            LimitMessage.more(
                "The archive has \(count) bytes", than: policy.maximumPlainByteCount, "maximumPlainByteCount"),
            byteOffset: Int(clamping: policy.maximumPlainByteCount))
    }

    /// Forgets which types the names identify, if that may have changed.
    func refreshTypes() throws {
        guard repositoryGeneration != GTypesRepository.generation else { return }
        repositoryGeneration = GTypesRepository.generation
        directory = try copyDirectory()
    }

    private func readDirectory(_ layout: ArchiveLayout) throws {
        // If the archive is of the same kind as the last one, its directory begins with the same bytes, which are
        // self-delimiting.
        if !directoryBytes.isEmpty, MemoryComparison.begins(archive, at: layout.directory, with: directoryBytes) {
            var rest = ByteInput(
                archive, range: layout.directory.lowerBound + directoryBytes.count..<layout.directory.upperBound)
            return try ArchiveDirectory.checkEnd(&rest, typeCount: resolvedTypes.count)
        }
        var input = ByteInput(archive, range: layout.directory)
        directory = ArchiveDirectory()
        let directory = try ArchiveDirectory(
            reading: &input, policy, maximumAffordableCount: totalCostLeft / DecodingCost.directoryEntry)
        try ArchiveDirectory.checkEnd(&input, typeCount: directory.types.count)
        self.directory = directory
        lookUpCost = policy.allowedTypes.asksRuntime ? directory.types.reduce(0) { $0.addingClamped($1.lookUpCost) } : 0
    }

    /// Releases everything that belongs to one archive, whatever the result.
    @inline(__always)
    private func reset() {
        endDecoding()
        base = .nowhere
        archive = UnsafeRawBufferPointer(start: nil, count: 0)
        records.removeAll()
    }

    /// Releases everything that belongs to one decoding, whatever its result.
    func endDecoding() {
        assert(state.pointee.frame == state.pointee.frames)
        // If one was left nevertheless, the next decoding must not begin inside it.
        while state.pointee.frame > state.pointee.frames { popFrame() }
        shrinkFrames()
        let slots = rawValueShape.pointee.slots
        state.pointee.position = ReaderState.Position(
            cursor: .nowhere, end: .nowhere, nextSlot: slots, endOfSlots: slots, depth: 0)
        inProgress.removeAll(keepingCapacity: 1_024)
        dropsRoot = false
        cancellation = nil
        state.pointee.deferrableCount = 0
        state.pointee.hasCycles = false
        (waitingReason, progressOfNewWork, runningValue) = (nil, .waiting, RunningValue())
        #if DEBUG
        missingKeys.removeAll()
        pendingWarnings.removeAll()
        olderComposites.removeAll()
        #endif
        // The journal is empty if everything was taken back.
        if state.pointee.journalCount > 0 || hasNotes {
            forgetEverything()
        }
        assert(isIdle)
        stack.trim()
    }

    /// Whether nothing is left of a decoding.
    private var isIdle: Bool {
        completed.isEmpty && deferred.isReset && notes.blockers.isEmpty && notes.keptFields.isEmpty && !hasNotes
    }

    // MARK: Errors

    /// The offset in the archive of the value that is being decoded.
    var offset: Int { state.pointee.cursor - base }

    func error(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        error(code, message, at: state.pointee.cursor)
    }

    /// - Parameters:
    ///   - position: The position of the value that the error is about.
    ///   - missingKey: The key that is missing from the composite that begins at the position.
    func error(
        _ code: GraphCodableError.Code, _ message: String, at position: UnsafeRawPointer, missingKey: String? = nil,
        underlying: (any Error)? = nil
    ) -> any Error {
        // A missing key has no position. A value that reaches beyond the end of its record leaves the cursor past the
        // end.
        let byteOffset = min(max(missingKey == nil ? position - base : offset, 0), archive.count)
        var error = GraphCodableError(code, message, byteOffset: byteOffset, underlyingError: underlying)
        // The program may catch the error and try again. Both texts may be long: that with names, keys and values of the
        // archive, and the one that is cut and escaped.
        chargeFailure(byteCount: message.utf8.count + error.message.utf8.count - 1_024)
        error.position = .inRecord(inProgress.elements.last ?? 0, offset: position - base, missingKey: missingKey)
        return error
    }

    /// Throws an error about the value at a position, or at the cursor, unless a condition holds.
    @inline(__always)
    func require(
        _ holds: Bool, _ code: @autoclosure () -> GraphCodableError.Code, _ message: @autoclosure () -> String,
        at position: @autoclosure () -> UnsafeRawPointer? = nil
    ) throws {
        guard holds else { throw error(code(), message(), at: position() ?? state.pointee.cursor) }
    }

    /// Returns an error about a place in a record, when nothing is being decoded.
    func error(
        _ code: GraphCodableError.Code, _ message: String, inRecord id: UInt32, at offset: Int,
        missingKey: String? = nil,
        underlying: (any Error)? = nil
    ) -> any Error {
        var error = GraphCodableError(code, message, byteOffset: offset, underlyingError: underlying)
        error.position = .inRecord(id, offset: offset, missingKey: missingKey)
        return error
    }

    func malformed(_ message: String) -> any Error { error(.malformed, message + " The archive is damaged.") }

    /// What to do about a value of another type.
    static let conversionAdvice =
        "If the type has changed, convert the value with @CodableConvert or decode(for:convertingFrom:with:)."

    func mismatch(_ expected: Any.Type) -> any Error {
        guard state.pointee.cursor < state.pointee.end else { return _reader.endOfRecord() }
        let tag = state.pointee.cursor.load(as: UInt8.self)
        let name = TypeNames.shortName(of: expected)
        if tag == Tag.absent {
            return absentKeyError() ?? strayMark()
        }
        if tag == Tag.nil {
            return error(
                .valueNotFound, "The archive holds nil where \(name) was expected. Decode it as an optional.")
        }
        return namedRootsError()
            ?? error(
                .typeMismatch,
                """
                The archive holds \(ValueDescription.kind(of: tag)) where \(name) was expected. \(Self.conversionAdvice)
                """)
    }

    /// Whether an earlier reference may have chosen the class of an object that was archived without its class.
    private func mayHaveChosen(_ found: Any.Type, over expected: Any.Type) -> Bool {
        guard let found = found as? AnyClass, let expected = expected as? AnyClass else { return false }
        return isSubclass(expected, of: found) && directory.hasNamelessClass
    }

    /// Returns the error for an object or a value with an identity that an earlier reference has decoded as another type.
    func otherTypeError(_ found: Any.Type, expected: Any.Type, at start: UnsafeRawPointer) -> any Error {
        let found = (found as? AnyDecodedValue.Type)?.valueType ?? found
        return error(
            .typeMismatch,
            """
            The archive holds an object that has been decoded as \(TypeNames.shortName(of: found)) where \
            \(TypeNames.shortName(of: expected)) was expected. Request one type for all references to an object.
            """, at: start)
    }

    @usableFromInline @inline(never)
    func wrongClass(_ found: Any.Type, expected: Any.Type, at start: UnsafeRawPointer) -> any Error {
        guard !(found is AnyDecodedValue.Type) else { return otherTypeError(found, expected: expected, at: start) }
        let advice =
            mayHaveChosen(found, over: expected)
            ? "If it was archived with disabled inheritance, the first reference decides: request this class there, too."
            : "Request the class that was encoded, or a superclass of it."
        return error(
            .wrongClass,
            """
            The archive holds an object of class \(TypeNames.readableName(of: found)) where \
            \(TypeNames.readableName(of: expected)) was expected. \(advice)
            """, at: start)
    }
}
