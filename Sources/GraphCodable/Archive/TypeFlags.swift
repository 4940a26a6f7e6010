/// The bits of a type's flags in the directory.
enum TypeFlags {
    static let isReference: UInt8 = 1 << 0
    static let hasName: UInt8 = 1 << 1
    static let isProgramName: UInt8 = 1 << 2
    static let known: UInt8 = isReference | hasName | isProgramName
}
