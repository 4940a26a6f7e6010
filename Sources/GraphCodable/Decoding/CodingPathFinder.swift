/// Finds the path from the root of a graph to a position in its archive, for an error.
///
/// Decoding stores nothing for this purpose. After it has failed, this type searches the archive from the root, breadth
/// first and without recursion, for the record that contains the position. So the path is a shortest one.
struct CodingPathFinder {
    /// A position in an archive.
    struct Location {
        /// The record that was being decoded, if known.
        var record: UInt32?
        /// The start of a value, or a position inside the innermost value to find.
        var position: UnsafeRawPointer
        /// The key that is missing from the composite around the position, if the error is about a key.
        var missingKey: String?
    }

    /// The reference by which an object was first reached.
    private struct Arrival {
        var record: UInt32
        var position: UnsafeRawPointer
    }

    let walker: ValueWalker
    let records: RecordTable
    /// The record with which decoding began: that of the root, or of an object of an open file.
    let root: UInt32

    /// Returns the path to a position, and the readable name of the class or type that contains it.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    func find(_ location: Location) -> (path: CodingPath, className: String?) {
        guard let target = record(of: location) else { return (CodingPath(), nil) }
        guard let arrivals = arrivals(before: target) else { return (CodingPath(), className(of: target)) }
        var stops: [Arrival] = []
        var id = target
        while id != root, let arrival = arrivals[id] {
            stops.append(arrival)
            id = arrival.record
        }
        var steps: [CodingPath.Step] = []
        if let name = rootName(stops, target: target) {
            steps.append(.type(Self.lastPart(ofName: name)))
        }
        for stop in stops.reversed() {
            steps += stepsInside(stop.record, Location(record: stop.record, position: stop.position))
        }
        steps += stepsInside(target, location)
        return (CodingPath(steps), className(of: target))
    }

    // MARK: Records

    private func record(of location: Location) -> UInt32? {
        let offset = location.position - walker.archive
        if let known = location.record, Int(clamping: known) < records.count {
            let slot = records.slots[Int(known)]
            // An error may be at the end of the record.
            if slot.hasRecord, slot.range.contains(offset) || slot.range.upperBound == offset { return known }
        }
        return (0..<UInt32(clamping: records.count)).first { records.slots[Int($0)].range.contains(offset) }
    }

    /// Returns the reference by which each object was first reached, up to `target`, or `nil` if `target` is
    /// unreachable.
    private func arrivals(before target: UInt32) -> [UInt32: Arrival]? {
        guard target != root else { return [:] }
        var visitor = ArrivalCollector(records)
        visitor.queue = [root]
        var next = 0
        while next < visitor.queue.count {
            visitor.record = visitor.queue[next]
            next += 1
            walk(visitor.record, &visitor)
            if visitor.arrivals[target] != nil {
                return visitor.arrivals
            }
        }
        return nil
    }

    private func walk<Visitor: ArchiveValueVisitor>(_ id: UInt32, _ visitor: inout Visitor) {
        // What an open file has not needed was not the problem.
        guard !records.slots[Int(id)].isUnloaded else { return }
        // A damaged record ends the walk, but what has been visited until then still helps.
        try? walker.walk(over: records.slots[Int(id)].range, visitor: &visitor)
    }

    /// Collects the first reference to each object. All references together may take far more memory than the archive.
    private struct ArrivalCollector: ArchiveValueVisitor {
        let records: RecordTable
        var isKnown: [Bool]
        var arrivals: [UInt32: Arrival] = [:]
        var queue: [UInt32] = []
        /// The record that is being visited.
        var record: UInt32 = 0

        init(_ records: RecordTable) {
            self.records = records
            isKnown = Array(repeating: false, count: records.count)
        }

        mutating func visitReference(_ reference: ArchiveReference) {
            guard !isKnown[Int(reference.id)], records.slots[Int(reference.id)].hasRecord else { return }
            isKnown[Int(reference.id)] = true
            arrivals[reference.id] = Arrival(record: record, position: reference.position)
            queue.append(reference.id)
        }
    }

    // MARK: Names

    /// Returns the type of the root, if it is an object or a composite.
    private func rootName(_ stops: [Arrival], target: UInt32) -> String? {
        guard let first = stops.last, first.position == walker.archive + records.slots[Int(root)].start else {
            return className(of: root)
        }
        // The root is a reference, and its target is the next stop.
        return className(of: stops.count > 1 ? stops[stops.count - 2].record : target)
    }

    private func className(of id: UInt32) -> String? {
        let slot = records.slots[Int(id)]
        return slot.isUnloaded ? nil : walker.typeOfComposite(slot.range)?.readableName
    }

    /// Returns the last part of a qualified name: `Screen` for `App.Main.Screen`, `Box<App.Screen>` for
    /// `App.Box<App.Screen>`.
    static func lastPart(ofName name: String) -> String {
        let generic = name.firstIndex(of: "<") ?? name.endIndex
        let start = name[..<generic].lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex
        return String(name[start...])
    }

    // MARK: Inside a record

    private func stepsInside(_ record: UInt32, _ location: Location) -> [CodingPath.Step] {
        var visitor = PathTracer(directory: walker.directory, location: location)
        walk(record, &visitor)
        var steps = visitor.found ?? visitor.steps
        if let key = location.missingKey {
            steps.append(.key(key))
        }
        return steps
    }
}

/// Tracks the path to the current value of a walk, up to a position.
private struct PathTracer: ArchiveValueVisitor {
    struct Level {
        let container: ArchiveContainer
        /// The number of values inside that have begun. `unkeyedCount` is the number of those without a key.
        var count = 0
        var unkeyedCount = 0
        var step: CodingPath.Step?
    }

    let directory: ArchiveDirectory
    let location: CodingPathFinder.Location
    var levels: [Level] = []
    var found: [CodingPath.Step]?

    /// The path to the current value of the walk.
    var steps: [CodingPath.Step] { levels.compactMap(\.step) }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        try beginValue(at: leaf.position)
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        try beginValue(at: reference.position)
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try stopIfBehind(position)
        guard let last = levels.indices.last else { return }
        if let key = directory.key(keyID) {
            levels[last].step = .key(key)
        } else {
            levels[last].step = .index(levels[last].unkeyedCount)
            levels[last].unkeyedCount += 1
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try beginValue(at: position)
        levels.append(Level(container: container))
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        try stopIfBehind(position)
        levels.removeLast()
    }

    private mutating func beginValue(at position: UnsafeRawPointer) throws(GraphCodableError) {
        try stopIfBehind(position)
        guard let last = levels.indices.last else { return }
        switch levels[last].container {
        case .sequence:
            levels[last].step = .index(levels[last].count)
        case .map:
            levels[last].step = .index(levels[last].count / 2)
        case .composite, .some, .typed:
            break
        }
        levels[last].count += 1
    }

    /// Ends the walk when it has passed the position.
    private mutating func stopIfBehind(_ position: UnsafeRawPointer) throws(GraphCodableError) {
        guard found == nil,
            position > location.position || (location.missingKey != nil && position == location.position)
        else {
            return
        }
        found = steps
        throw .walkMayEnd
    }
}
