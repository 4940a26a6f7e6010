/// Where the values of a block begin, which only the blocks before it can tell.
struct BlockStart: Equatable {
    /// The number of bytes before the first tag, or before the elements that the block begins with.
    var headSize = 0
    /// The stream that the elements belong to, of a value that began in a block before; `nil` when there are none.
    var kind: Int?
    /// How many bytes of elements there are, in this block and those behind it.
    var elementSize = 0
    /// Where the values end and the record table begins, if that is in this block or before it.
    var tableOffset: Int?
    /// The id that the next new object will have.
    var nextID: UInt32 = 1
}
