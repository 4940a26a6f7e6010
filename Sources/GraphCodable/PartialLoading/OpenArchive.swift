/// An archive from which objects are decoded one by one.
///
/// Identity holds across all loads: an object that the program still holds is not created again. The archive keeps what
/// its loads created until it is closed, because weak references of objects that the program holds may lead there. Without
/// ``keepsObjects`` it keeps what its last load created or reached, and `savedObjects`, and refers weakly to all other objects.
///
/// Invariants: between loads, every record with bytes is unloaded, except those in `recent`, which are done. During a
/// load, those in `preparedRecords` have their bytes in memory, and those in `adopted` are done.
package final class OpenArchive {
    /// The types with their counts, the shapes, keys and sizes.
    package let summary: GraphArchiveSummary
    let blocks: ArchiveBlocks
    /// Whether blocks count as cost: those of a raw archive are no larger than what arrived.
    let chargesBlocks: Bool
    private(set) var live = LiveObjects()
    /// What copies records of this archive into others.
    var copiers: [WeakCopier] = []
    /// The path of the file, for errors.
    package var path: String?
    /// Whether everything that was loaded stays, not only what the last load created or reached.
    package var keepsObjects = true
    /// What the last load created or reached, or all loads, children first. Each object is retained by its record.
    var recent: ContiguousArray<UInt32> = []
    typealias Retained = (id: UInt32, object: Unmanaged<AnyObject>)
    /// What was in `recent` before a load whose objects do not stay, until the load ends.
    var former: ContiguousArray<Retained> = []
    /// The objects to which weak references lead from those in `recent`, unless all objects stay.
    var weakTargets: [UInt32: Set<UInt32>] = [:]
    /// The objects that were encoded since the file was opened, which has only their old state. Each is held until ``close()``:
    /// references that are not loaded must not load the old state, nor hold the objects, which may refer to them.
    private var savedObjects: [UInt32: AnyObject?] = [:]
    /// Whether the object that is loaded is being saved. A synchronous save goes on in a cancelled task.
    private(set) var isSaving = false
    /// Whether nothing holds what is loaded from now on but the program.
    private(set) var isClosed = false
    /// The conditional references that loads have followed: the object of each, by its place in the archive.
    var conditionalReferences: [Int: UInt32] = [:]
    /// Those of them that ``close()`` has made nil, if the program has not changed them: the objects that have them, or `nil` for
    /// values, and their objects.
    private var lostReferences: [(owner: UInt32?, target: UInt32)] = []
    /// The references of loads whose objects do not stay.
    private var releasedTargets = ReleasedTargets()
    /// The objects' numbers in the order of their bytes.
    package private(set) lazy var idsInOrder = session.records.idsInOrder
    /// The records whose bytes this load has needed.
    var preparedRecords: ContiguousArray<UInt32> = []
    /// The objects of earlier loads to which this load has led. Each is retained by its record.
    var adopted: ContiguousArray<UInt32> = []
    let session: DecodingSession

    /// Opens an archive, of which only the beginning and the end are read.
    ///
    /// - Parameters:
    ///   - arrivedByteCount: The size of the archive as it arrived.
    ///   - chargesBlocks: Whether the plain bytes cost more than those that arrived.
    package init(
        _ blocks: ArchiveBlocks, arrivedByteCount: Int, chargesBlocks: Bool, policy: GraphDecodingPolicy
    ) throws {
        (self.blocks, self.chargesBlocks) = (blocks, chargesBlocks)
        session = DecodingSession(policy)
        do {
            summary = try session.open(blocks, arrivedByteCount: arrivedByteCount, chargesBlocks: chargesBlocks)
        } catch {
            throw session.located(error)
        }
        session.source = self
    }

    deinit {
        session.releaseRecent(recent)
    }

    /// Releases what the loads created. References may still load objects.
    ///
    /// Objects have references that keep the archive, which must not keep the objects forever.
    package func close() {
        isClosed = true
        rememberReferences()
        let objects = recent
        recent = []
        let values = Set(objects.filter(session.isDecodedValue))
        session.releaseRecent(objects)
        // A load has not ended, and holds what it has reached.
        let held = former
        former = []
        session.release(held)
        releaseSavedObjects()
        findLostReferences(to: Set(objects), ofValues: values)
    }

    /// Notes that an object is encoded, and keeps it until ``close()``.
    func keepSaved(_ object: AnyObject, _ id: UInt32) {
        savedObjects.updateValue(isClosed ? nil : object, forKey: id)
    }

    func isSaved(_ id: UInt32) -> Bool { savedObjects.keys.contains(id) }

    /// Throws an error if an object that the program does not have was saved. Its record would undo the changes that were saved.
    func checkIsNotSaved(_ id: UInt32) throws {
        guard isSaved(id) else { return }
        throw GraphCodableError(
            .misuse,
            """
            Object \(id) was saved since the file was opened, and nothing holds it any more, because the GraphFile is gone. \
            The open file has only its old state: open the new file.
            """
        ).naming(path)
    }

    private func releaseSavedObjects() {
        guard !savedObjects.isEmpty else { return }
        var objects = savedObjects
        savedObjects = objects.mapValues { _ in nil }
        // One of them may hold all others.
        GrowingStack.callWithRoom(forDepth: idCount, isSwitching: session.policy.switchesStacks) { objects.removeAll() }
    }

    /// Finds the weak references of objects that still exist to those that have been released, and do not exist any more.
    ///
    /// - Parameter values: The values with identity. Nobody knows whether the program still has them.
    private func findLostReferences(to released: Set<UInt32>, ofValues values: Set<UInt32>) {
        // A reference to a value is a copy of it.
        let lost = conditionalReferences.filter {
            released.contains($0.value) && !values.contains($0.value) && live.object($0.value) == nil
        }
        conditionalReferences = [:]
        for (place, target) in lost {
            lostReferences.append((owner(of: place).flatMap { values.contains($0) ? nil : $0 }, target))
        }
    }

    /// Returns the object whose record has a place; `nil` for that of the root.
    private func owner(of place: Int) -> UInt32? {
        let (ids, slots) = (idsInOrder, session.records.slots)
        let next = ids.indices.bisect { slots[Int(ids[$0])].start > place }
        return next > 0 && slots[Int(ids[next - 1])].range.contains(place) ? ids[next - 1] : nil
    }

    /// Remembers the references that loads have followed to objects which may soon be released.
    func rememberReferences() {
        for (place, target) in conditionalReferences {
            guard let owner = owner(of: place) else { continue }
            weakTargets[owner, default: []].insert(target)
            releasedTargets.add(place, from: owner, to: target, live)
        }
    }

    /// Throws an error if ``close()`` has made a weak reference nil. Nobody can see whether the program had changed it before.
    func checkThatNothingIsLost() throws {
        // The objects of a load that has not ended are not live yet.
        lostReferences.removeAll { reference in
            reference.owner.map { live.object($0) == nil && session.records.slots[Int($0)].doneObject == nil } ?? false
        }
        guard let reference = lostReferences.first else { return }
        throw GraphCodableError(
            .misuse,
            """
            Only the GraphFile held object \(reference.target), to which a weak reference led, and it is gone. Keep it beside the \
            root as long as parts are loaded or saved.
            """
        ).naming(path)
    }

    /// Throws an error if saving would lose a weak reference of an object that the program has.
    ///
    /// - Parameter copiesParts: Whether the new archive may have objects that are not loaded.
    func checkThatNothingIsReleased(copiesParts: Bool) throws {
        guard let reference = releasedTargets.first(where: { copiesParts || live.object($0) != nil }) else { return }
        throw GraphCodableError(
            .misuse,
            """
            Object \(reference.owner) has lost its weak reference to object \(reference.target), because nothing held that: the \
            GraphFile is gone, or its keepsObjects is false. Saving would lose the reference, too. Release object \(reference.owner) \
            first, or open the file again.
            """
        ).naming(path)
    }

    /// The context that `init(from:)` gets from ``GDecoder/userInfo``.
    package var userInfo: [CodingUserInfoKey: any Sendable] {
        get { session.userInfo }
        set { session.userInfo = newValue }
    }

    /// One more than the highest number of an object.
    package var idCount: Int { session.records.count }

    /// Decodes the root. Throws the errors of reading, and those of decoding.
    package func root<Root: GDecodable>(as type: Root.Type) throws -> Root {
        try named { try session.load(0, from: self) { try Root._decode(from: $0) } }
    }

    /// Decodes one of the named roots. Throws `keyNotFound` if there is no such root, and the errors of ``root(as:)``.
    package func root<Root: GDecodable>(_ name: String, as type: Root.Type) throws -> Root {
        try named { try session.load(0, from: self) { try session.decodeRoot(named: name, from: $0) } }
    }

    /// Returns an object, and decodes it if the program does not hold it. Throws `valueNotFound` if there is no such object,
    /// and the errors of ``root(as:)``.
    package func object<Object: GDecodable>(_ id: Int, as type: Object.Type) throws -> Object {
        guard let number = UInt32(exactly: id), number > 0, id < idCount, session.records.slots[id].hasRecord else {
            throw GraphCodableError(
                .valueNotFound,
                """
                The archive has no object \(id). Its objects have numbers from 1 to \(idCount - 1), of which \
                \(summary.absentObjectCount) have no contents.
                """
            ).naming(path)
        }
        // First the object: nil can be cast to an optional.
        if let object = live.object(number), let known = object as? Object {
            return known
        }
        return try named { try session.load(number, from: self) { try Object._decode(from: $0) } }
    }

    /// Calls a closure whose loads release nothing, and do not end if the task is cancelled.
    func loadingForSave<Result>(_ body: () throws -> Result) rethrows -> Result {
        let kept = keepsObjects
        (keepsObjects, isSaving) = (true, true)
        defer { (keepsObjects, isSaving) = (kept, false) }
        return try body()
    }

    private func named<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as GraphCodableError {
            throw error.naming(path)
        }
    }

    /// Remembers an object that a load has created.
    func add(_ object: AnyObject, _ id: UInt32) {
        live.insert(object, id)
        for entry in copiers {
            entry.copier?.noteLoaded(object, id)
        }
    }

    // MARK: Finding

    /// Returns the index in ``summary`` of an object's type, or `nil` if the object is no composite. Reads only the first
    /// bytes of its record.
    package func typeIndex(of id: UInt32) throws -> Int? {
        try named { try session.typeIndex(of: id, in: blocks) }
    }

    /// Returns whether objects of an archived type, such as `id`, are instances of a class of the program. Throws
    /// `typeNotFound` if the program has no class of this name.
    package func isType(_ index: Int, of id: UInt32, _ type: any (GDecodable & AnyObject).Type) throws -> Bool {
        try named { try session.isType(index, of: id, type) }
    }
}
