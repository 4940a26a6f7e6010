/// Checks what a ``ValueWalker`` leaves to its callers: the contents of strings and of arrays of booleans, the sizes of
/// collections, and that keys are unique and references have records.
struct RecordVerifier: ArchiveValueVisitor {
    private var directory: ArchiveDirectory { walker.directory }
    private let records: RecordTable
    private let walker: ValueWalker
    private let maximumElementCount: Int
    typealias Reference = (id: UInt32, isConditional: Bool)
    /// The references so far, if somebody asks for them.
    private(set) var references: [Reference] = []
    /// The number of references to collect. The walk ends at the next one.
    var maximumReferenceCount: Int?
    /// Whether the walk has ended, or would end, because there are too many references.
    var isFull: Bool { maximumReferenceCount.map { references.count >= $0 } ?? false }
    /// The number of composites of each type so far. Empty if nobody asks for them.
    var counts: [UInt64] = []
    /// The keys so far of each open composite that is being visited. The keys of closed composites were checked with the
    /// directory.
    private var keys: [Set<UInt32>] = []
    /// Whether the innermost value is an open composite.
    private var isOpen = false
    /// Whether the values around it are open composites.
    private var outerLevels: [Bool] = []

    init(_ records: RecordTable, _ walker: ValueWalker, maximumElementCount: Int) {
        (self.records, self.walker, self.maximumElementCount) = (records, walker, maximumElementCount)
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        try checkElementCount(leaf.elementCount, at: leaf.position)
        try walker.checkLeaf(leaf)
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        guard reference.isConditional || records.slots[Int(reference.id)].hasRecord else {
            throw walker.recordIsMissing(reference)
        }
        guard !isFull else { throw .tooManyReferences }
        if maximumReferenceCount != nil {
            references.append((reference.id, reference.isConditional))
        }
    }

    @inline(__always)
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        if isOpen, keyID != 0 {
            try checkKey(keyID, at: position)
        }
    }

    @inline(never)
    private mutating func checkKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        guard let level = keys.indices.last, keys[level].insert(keyID).inserted else {
            throw walker.malformed(
                "The key '\(directory.keys[Int(keyID) - 1])' occurs twice in a composite.", at: position)
        }
    }

    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try visitSlot(keyID: keyID, at: position)
    }

    @inline(__always)
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        outerLevels.append(isOpen)
        isOpen = false
        switch container {
        case .composite(let shape, let isOpen):
            if !counts.isEmpty {
                counts[directory.shapes[shape].type] &+= 1
            }
            if isOpen {
                self.isOpen = true
                keys.append([])
            }
        case .sequence(let count), .map(let count):
            try checkElementCount(count, at: position)
        case .some, .typed:
            break
        }
    }

    private func checkElementCount(_ count: Int, at position: UnsafeRawPointer) throws(GraphCodableError) {
        try GraphCodableError.require(
            count <= maximumElementCount, or: .limitExceeded, LimitMessage.elementCount(count, maximumElementCount),
            at: position - walker.archive)
    }

    mutating func end(at position: UnsafeRawPointer) {
        if isOpen {
            keys.removeLast()
        }
        isOpen = outerLevels.removeLast()
    }
}

extension ValueWalker {
    /// Checks the contents of a string or of an array of booleans.
    @inline(__always)
    func checkLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        switch leaf.tag {
        case Tag.inlineString..<Tag.inlineComposite, Tag.string:
            try checkText(leaf.payload, at: leaf.position)
        case Tag.packed + PackedKind.bool.rawValue:
            guard leaf.payload.allSatisfy({ $0 <= 1 }) else {
                throw malformed("An array of booleans contains values other than 0 and 1.", at: leaf.position)
            }
        default:
            break
        }
    }

    /// Not a part of ``checkLeaf(_:)``, so that checking a number saves no registers for texts.
    @inline(never)
    private func checkText(_ text: UnsafeRawBufferPointer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        let isASCII = text.baseAddress?.isASCII(count: text.count) ?? true
        guard isASCII || String(validating: text, as: UTF8.self) != nil else {
            throw malformed("A string is not valid UTF-8.", at: position)
        }
    }

    /// Checks that the record of an object is not itself a reference, because such records could form a cycle.
    func checkBeginning(ofRecord record: Range<Int>) throws(GraphCodableError) {
        switch archive.load(fromByteOffset: record.lowerBound, as: UInt8.self) {
        case Tag.reference13...Tag.nil, Tag.reference32, Tag.conditionalReference, Tag.some, Tag.typed:
            throw GraphCodableError(
                .malformed, "The record of an object is not an object's value. The archive is damaged.",
                byteOffset: record.lowerBound)
        default:
            break
        }
    }

    func recordIsMissing(_ reference: ArchiveReference) -> GraphCodableError {
        malformed("A reference refers to object \(reference.id), which has no record.", at: reference.position)
    }

    func malformed(_ message: String, at position: UnsafeRawPointer) -> GraphCodableError {
        GraphCodableError(
            .malformed, message + " The archive is damaged or was not made by this package.",
            byteOffset: position - archive)
    }
}
