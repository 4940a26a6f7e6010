/// The start of a block's values, which depends on the previous blocks.
struct BlockStart: Equatable {
    /// The number of bytes before the first tag, or before the elements at the beginning of the block.
    var headSize = 0
    /// The kind of stream for the elements of a value that began in an earlier block; 0 if there are none.
    var firstKind = 0
    /// The number of bytes of these elements, in this block and the following ones.
    var firstSize = 0
    /// The layout of these elements, without the mark of an array, if they are rows.
    var firstLayout: [UInt8] = []
    /// The offset at which the values end and the record table begins, if it begins in this block or an earlier one.
    var tableOffset: Int?
    var nextID: UInt32 = 1
}
