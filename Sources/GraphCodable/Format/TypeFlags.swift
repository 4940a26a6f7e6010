/// The bits of a type's flags in the directory.
enum TypeFlags {
    static let isReference: UInt8 = 1 << 0
    static let hasName: UInt8 = 1 << 1
    static let isProgramName: UInt8 = 1 << 2
    static let hasVersion: UInt8 = 1 << 3
    static let known: UInt8 = isReference | hasName | isProgramName | hasVersion
}

/// The bits of the number that begins a shape in the directory; above them stands the number of slots.
///
/// Without them the shape has what no shape before it had: the next type, and the next key in each slot.
enum ShapeFlags {
    static let hasType = 1 << 0
    static let hasKeys = 1 << 1
    static let bitCount = 2
}
