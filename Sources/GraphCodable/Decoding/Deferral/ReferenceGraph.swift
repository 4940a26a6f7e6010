/// The references between the records of an archive, whether or not anything has followed them.
///
/// Hashing asks which objects lead back to an object in progress, and in which order collections are built. Both are
/// properties of the archive, so they are found once, without creating anything. A decoding that needs neither has no
/// graph.
///
/// No function here recurses. A damaged record counts as far as it can be read.
///
/// Accesses to the variables are not checked for exclusivity, as in ``DecodingSession``.
final class ReferenceGraph {
    /// For each record, the index of its first reference in ``targets``.
    @exclusivity(unchecked) private var starts: ContiguousArray<Int>
    /// For each record, the end of its unconditional references, which come first.
    @exclusivity(unchecked) private var strongEnds: ContiguousArray<Int>
    /// For each record, the end of its references.
    @exclusivity(unchecked) private var ends: ContiguousArray<Int>
    @exclusivity(unchecked) private var targets: ContiguousArray<UInt32> = []
    /// For each record, the number of its strongly connected component: the records that lead to one another.
    @exclusivity(unchecked) private var components: ContiguousArray<UInt32> = []
    /// A search by unconditional references only. A conditional reference usually leads back.
    private lazy var strongSearch = DepthFirstSearch(starts: starts, ends: strongEnds, targets: targets)
    /// For each record, its position in a depth-first search from the root, by unconditional references only, which
    /// leaves a record after those to which it refers, unless these lead back.
    var positions: ContiguousArray<UInt32> { strongSearch.positions }
    /// For each record, how far ``DecodingSession/settle(_:after:)`` has come with its object.
    @exclusivity(unchecked) var marks: ContiguousArray<UInt8>
    private enum Kind: UInt8 { case unknown, object, value }
    /// The indices of the records, if these are not all records of the archive.
    private let places: [UInt32: UInt32]?
    /// What is known of each record.
    @exclusivity(unchecked) private var kinds: ContiguousArray<Kind>
    /// Whether the graph has all references, as far as the records can be read.
    private(set) var isComplete = true
    /// Whether the bytes of a record could not be read, but perhaps can later, so that its references are missing.
    @exclusivity(unchecked) var isPartial = false
    var referenceCount: Int { targets.count }

    /// - Parameters:
    ///   - ids: The records to find, whose bytes are in memory; `nil` for all. What they refer to besides is left out, and
    ///     only ``completePosition(of:)`` is known.
    ///   - order: All records in the order in which to read them; `nil` for that of their numbers.
    ///   - maximumReferenceCount: Where there are more, the graph is not complete.
    ///   - prepare: Ensures that a part of the archive is in memory, and returns whether it succeeded.
    init(
        _ walker: ValueWalker, records: RecordTable, among ids: ContiguousArray<UInt32>? = nil,
        order: ContiguousArray<UInt32>? = nil, maximumReferenceCount: Int = .max,
        prepare: (Range<Int>) -> Bool = { _ in true }
    ) {
        let count = ids?.count ?? records.count
        places = ids.map { Dictionary(zip($0, 0...), uniquingKeysWith: { first, _ in first }) }
        marks = ContiguousArray(repeating: 0, count: count)
        kinds = ContiguousArray(repeating: .unknown, count: count)
        starts = ContiguousArray(repeating: 0, count: count)
        (strongEnds, ends) = (starts, starts)
        var levels: [ValueWalker.Level] = []
        var visitor = Visitor()
        for index in 0..<(order?.count ?? count) {
            let place = order.map { Int($0[index]) } ?? index
            starts[place] = visitor.targets.count
            let record = records.slots[ids.map { Int($0[place]) } ?? place]
            if record.hasRecord, prepare(record.range) {
                visitor.maximumCount = maximumReferenceCount
                do {
                    try walker.walk(over: record.range, levels: &levels, visitor: &visitor)
                } catch {
                    if visitor.isFull { isComplete = false }
                }
            }
            if let places {
                let strong = visitor.targets[starts[place]...].compactMap { places[$0] }
                visitor.targets.replaceSubrange(starts[place]..., with: strong)
                visitor.conditional = visitor.conditional.compactMap { places[$0] }
            }
            strongEnds[place] = visitor.targets.count
            if !visitor.conditional.isEmpty {
                visitor.targets += visitor.conditional
                visitor.conditional.removeAll(keepingCapacity: true)
            }
            ends[place] = visitor.targets.count
        }
        targets = visitor.targets
    }

    /// Collects the references of records, or of a part of one.
    struct Visitor: ArchiveValueVisitor {
        /// The unconditional references, and all of the records before.
        var targets: ContiguousArray<UInt32> = []
        /// The conditional references of a record.
        var conditional: [UInt32] = []
        var maximumCount = 0
        var isFull: Bool { targets.count + conditional.count >= maximumCount }

        mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
            guard !isFull else { throw .tooManyReferences }
            if reference.isConditional {
                conditional.append(reference.id)
            } else {
                targets.append(reference.id)
            }
        }
    }

    /// Forgets how far the objects have come.
    func forgetMarks() {
        marks.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// Returns all references of a record.
    func references(of id: UInt32) -> ContiguousArray<UInt32>.SubSequence {
        targets[starts[Int(id)]..<ends[Int(id)]]
    }

    /// Returns the objects that are hashed with others, each once: values with an identity are hashed by what they refer to.
    func hashedObjects(_ ids: [UInt32], _ isObject: (UInt32) -> Bool) -> [UInt32] {
        // A single object, or two, need no set.
        if ids.count == 1 || (ids.count == 2 && ids[0] != ids[1]), ids.allSatisfy({ self.isObject($0, isObject) }) {
            return ids.reversed()
        }
        var objects: [UInt32] = []
        var isVisited: Set<UInt32> = []
        var pending = ids
        while let id = pending.popLast() {
            guard isVisited.insert(id).inserted else { continue }
            if self.isObject(id, isObject) {
                objects.append(id)
            } else {
                pending += references(of: id)
            }
        }
        return objects
    }

    /// Returns whether a record holds an object, and not a value with an identity.
    ///
    /// - Parameter isObject: Determines that, once for each record.
    func isObject(_ id: UInt32, _ isObject: (UInt32) -> Bool) -> Bool {
        if kinds[Int(id)] == .unknown {
            kinds[Int(id)] = isObject(id) ? .object : .value
        }
        return kinds[Int(id)] == .object
    }

    /// Returns whether two records lead to each other.
    func areConnected(_ first: UInt32, _ second: UInt32) -> Bool {
        if components.isEmpty {
            components = DepthFirstSearch(starts: starts, ends: ends, targets: targets).components
        }
        return components[Int(first)] == components[Int(second)]
    }

    /// Returns the position of a record in an order in which records come after those to which they lead, unless these lead
    /// back. Such records are one component, and follow one another in the order of ``positions``.
    func completePosition(of id: UInt32) -> UInt64 {
        let place = places.map { Int($0[id] ?? 0) } ?? Int(id)
        return UInt64(UInt32.max - strongSearch.components[place]) << 32 | UInt64(strongSearch.positions[place])
    }
}
