/// Describes values of an archive in error messages.
enum ValueDescription {
    /// Returns a description of the kind of value that begins with a tag.
    static func kind(of tag: UInt8) -> String {
        switch tag {
        case ..<Tag.inlineIntegerLimit, Tag.int8...Tag.uint128: "an integer"
        case ..<Tag.inlineComposite, Tag.string: "a string"
        case ..<Tag.reference13, Tag.composite, Tag.openComposite: "a composite value"
        case ..<Tag.nil, Tag.reference32, Tag.conditionalReference: "a reference to an object"
        case Tag.nil: "nil"
        case Tag.false, Tag.true: "a boolean"
        // No other type reads it.
        case Tag.float16: "a Float16"
        case Tag.float32, Tag.float64: "a floating point number"
        case Tag.sequence: "a sequence"
        case Tag.map: "a dictionary"
        case Tag.packed...Tag.lastPacked: "an array of plain elements"
        case Tag.some: "an optional inside an optional"
        case Tag.binary: "binary data"
        case Tag.typed: "a value with its type"
        case Tag.absent: "no value"
        default: "an unknown tag (\(ValueWalker.hex(tag)))"
        }
    }
}
