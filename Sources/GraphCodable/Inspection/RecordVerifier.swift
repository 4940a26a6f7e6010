/// Checks what a ``ValueWalker`` leaves to its callers: the contents of strings and of arrays of booleans, that
/// collections are not too large, that keys are unique, and that references have records.
struct RecordVerifier: ArchiveValueVisitor {
    private let directory: ArchiveDirectory
    private let records: RecordTable
    private let archive: UnsafeRawPointer
    private let maximumElementCount: Int
    /// The number of composites of each type so far. Empty if nobody asks for them.
    var counts: [UInt64] = []
    /// The keys so far of each open composite that is being visited. The keys of closed composites were checked with the
    /// directory.
    private var keys: [Set<UInt32>] = []
    /// Whether the innermost value is an open composite.
    private var isOpen = false
    /// The same for the values around it.
    private var outerLevels: [Bool] = []

    init(_ storage: ArchiveStorage, archive: UnsafeRawPointer) {
        directory = storage.directory
        records = storage.records
        self.archive = archive
        maximumElementCount = storage.policy.maximumElementCount
    }

    mutating func visitLeaf(
        _ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        switch tag {
        case Tag.inlineString..<Tag.inlineComposite, Tag.string:
            try checkText(payload, at: position)
        case Tag.packed...Tag.lastPacked:
            try checkElementCount(payload.count / (PackedKind(rawValue: tag - Tag.packed)?.stride ?? 1), at: position)
            guard tag == Tag.packed + PackedKind.bool.rawValue else { return }
            guard payload.allSatisfy({ $0 <= 1 }) else {
                throw malformed("An array of booleans contains values other than 0 and 1.", at: position)
            }
        default:
            break
        }
    }

    /// Not a part of ``visitLeaf(_:payload:at:)``, so that checking a number saves no registers for texts.
    @inline(never)
    private func checkText(_ text: UnsafeRawBufferPointer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        let isASCII = text.baseAddress?.isASCII(count: text.count) ?? true
        guard isASCII || String(validating: text, as: UTF8.self) != nil else {
            throw malformed("A string is not valid UTF-8.", at: position)
        }
    }

    func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        guard isConditional || records.slots[Int(id)].start != 0 else {
            throw malformed("A reference refers to object \(id), which has no record.", at: position)
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
            throw malformed("The key '\(directory.keys[Int(keyID) - 1])' occurs twice in a composite.", at: position)
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
        guard count <= maximumElementCount else {
            throw GraphCodableError(
                .limitExceeded,
                """
                A collection has \(count) elements, more than the \(maximumElementCount) that the policy allows. Raise \
                GraphDecodingPolicy.maximumElementCount if you trust the archive.
                """,
                byteOffset: position - archive)
        }
    }

    mutating func end(at position: UnsafeRawPointer) {
        if isOpen {
            keys.removeLast()
        }
        isOpen = outerLevels.removeLast()
    }

    private func malformed(_ message: String, at position: UnsafeRawPointer) -> GraphCodableError {
        GraphCodableError(
            .malformed, message + " The archive is damaged or was not made by this package.",
            byteOffset: position - archive)
    }
}
