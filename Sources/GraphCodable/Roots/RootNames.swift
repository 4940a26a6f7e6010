/// Collects the keys of the composite that a root's record is: the names of the roots.
struct RootNames: ArchiveValueVisitor {
    private static let maximumSize: UInt64 = 65_536

    private let directory: ArchiveDirectory
    private var keyIDs: [UInt32] = []
    private var depth = 0

    /// Returns the position of the root's record, or an empty range if it is too large to be read for its names.
    static func range(in layout: ArchiveLayout, size: UInt64) -> Range<Int> {
        let start = layout.records.lowerBound
        return start..<(size <= maximumSize ? min(start + Int(size), layout.records.upperBound) : start)
    }

    /// Returns the names of the roots: none if the record is damaged, or is no struct.
    static func read(_ record: UnsafeRawBufferPointer, _ directory: ArchiveDirectory, idCount: Int) -> [String] {
        guard let start = record.baseAddress, record.count > 0 else { return [] }
        var names = RootNames(directory: directory)
        let walker = ValueWalker(
            directory: directory, idCount: idCount, maximumDepth: ArchiveFormat.defaultMaximumDepth, archive: start)
        guard (try? walker.walk(from: start, to: start + record.count, visitor: &names)) != nil else { return [] }
        return names.keyIDs.compactMap(directory.key)
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        depth += 1
        guard depth == 1 else { return }
        guard case .composite(let shape, _) = container, !directory.shapes[shape].isReference else { throw .walkMayEnd }
    }

    mutating func end(at position: UnsafeRawPointer) {
        depth -= 1
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        if depth == 1 {
            keyIDs.append(keyID)
        }
    }
}
