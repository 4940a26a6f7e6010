/// One value of a record, for programs that inspect an archive without its types.
///
/// A record is a list of these values in byte order: each value is followed by the values inside it, up to ``next``.
package struct ArchivedValue: Sendable {
    package enum Kind: UInt8, Sendable {
        case `nil`, boolean, number, string, binary, packed, reference, conditionalReference
        /// The end of the container that began last, where a record is read in pieces.
        case end
        case composite, sequence, map
        /// The prefix of an optional inside an optional, or of a value whose type is named. It contains one value.
        case some, typed
    }

    package let kind: Kind
    /// The first byte of the value.
    package let tag: UInt8
    /// The number of the value's key in the enclosing composite, or 0 if it has none.
    package let key: UInt32
    /// The object of a reference; the type of a composite or a typed value; the number of elements or pairs of a
    /// sequence, a map or a packed array; otherwise 0.
    package let number: Int
    /// The offset of the value's first byte in the archive.
    package let start: Int
    /// The offset of the contents of a string, binary data, a packed array or a number.
    package let payloadStart: Int
    /// The offset after the value's last byte.
    package internal(set) var end: Int
    /// The position in the list of the first value after those inside this one.
    package internal(set) var next: Int

    package var byteCount: Int { end - start }
    package var isReference: Bool { kind == .reference || kind == .conditionalReference }
    /// Whether the value can contain other values.
    package var isContainer: Bool { kind.rawValue >= Kind.composite.rawValue }
}
