/// What is kept for each field of a block: numbers of 32 bits.
enum FieldRecord {
    /// A slot for the field's elements; 0 when it has none.
    static let slot = 0
    /// The last number of a string; -1 when there is none.
    static let lastString = 1
    /// The field's own number.
    static let ownNumber = 2
    /// When a block is taken apart: the streams of each kind, or -1.
    static let firstStream = 3
    /// When a block is put together: where the readers of each kind are, two pointers each; ``noReader`` until one is needed.
    static let readerOffset = 16

    static let maximumCount = 4_096
    /// The bits of both pointers of a reader that has not been made: it has nothing left.
    static let noReader = UInt.max
}

/// How much is kept for each field, in numbers: a power of two, so that finding a field is cheap.
protocol FieldLayout {
    static var stride: Int { get }
}

/// A block is taken apart.
enum SplitFields: FieldLayout {
    static var stride: Int { 16 }
}

/// A block is put together: 16 bytes for the numbers, and 16 for each of the readers.
enum JoinedFields: FieldLayout {
    static var stride: Int { 64 }
}
