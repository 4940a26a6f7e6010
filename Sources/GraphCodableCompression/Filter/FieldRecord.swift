/// The layout of the record of a field in a block, in numbers of 32 bits.
enum FieldRecord {
    /// The slot for the field's elements; 0 if it has none.
    static let slot = 0
    /// The number of the last string; -1 if there is none.
    static let lastString = 1
    static let ownNumber = 2
    /// When filtering: the streams of each kind, or -1.
    static let firstStream = 3
    /// When filtering: 1 if rows are taken apart, 0 if they stay together, or -1 while that is not decided.
    static let rowChoice = 14
    /// When filtering: what the rows of small arrays take beyond two thirds of their bytes.
    static let rowBalance = 15
    /// When restoring: the tag of the last composite with its shape in the tag, and 256 × the place of its first value; -1 if
    /// there was none.
    static let lastComposite = 3
    /// When restoring: the streams of each kind, or -1.
    static let assignedStream = 48

    /// When restoring: the byte offset of the reader of a kind: where its next byte is, and where its bytes end. Both are
    /// ``noReader`` until it is assigned.
    @inline(__always)
    static func readerOffset(_ kind: Int) -> Int { 16 &+ kind &* 16 }
    /// The byte offset of the end in a reader.
    static let readerEnd = 8

    static let maximumCount = 4_096
    /// The bits of both pointers of an unassigned reader, which has no bytes left.
    static let noReader = UInt.max
}

/// The size of a record in numbers. It is a power of two, so that locating a field is cheap.
protocol FieldLayout {
    static var stride: Int { get }
}

enum SplitFields: FieldLayout {
    static var stride: Int { 16 }
}

/// The layout for restoring a block: 16 bytes for the numbers, 16 for each reader, and 4 for the number of its stream.
enum JoinedFields: FieldLayout {
    static var stride: Int { 64 }
}
