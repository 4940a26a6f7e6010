/// What is wrong with a filtered block.
enum FilterError: String, Error, CustomStringConvertible {
    case short = "ends too early"
    case number = "has a number that is too large or not in its shortest form"
    case coding = "has a stream of an unknown kind or coding"
    case streams = "has streams that are too long for the block"
    case layout = "has rows of a layout that they cannot have"
    case tag = "has a tag that no value begins with"
    case stream = "asks for more than a stream has, or for a stream that it has not"
    case string = "repeats a string that it does not have"
    case size = "does not make a block of the announced size"
    case formSize = "announces a size that it cannot have"
    case memory = "takes more memory than is allowed"
    case unused = "has bytes that nothing asks for"

    var description: String { "The filtered block \(rawValue)." }
}
