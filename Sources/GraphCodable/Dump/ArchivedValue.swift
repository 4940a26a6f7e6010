/// One value of a record, for programs that look at an archive without its types.
///
/// A record is a list of these in the order of its bytes: each value is followed by the values inside it, up to ``next``.
package struct ArchivedValue: Sendable {
    package enum Kind: UInt8, Sendable {
        case `nil`, boolean, number, string, binary, packed, reference, conditionalReference, composite, sequence, map
        /// What stands before an optional inside of an optional, and before a value whose type is named: it has one value inside.
        case some, typed
    }

    package let kind: Kind
    /// The byte that begins the value.
    package let tag: UInt8
    /// The number of the value's key in the composite around it; 0 if it has none.
    package let key: UInt32
    /// The object of a reference; the type of a composite or a typed value; the number of elements or pairs of a sequence,
    /// a map or a packed array; else 0.
    package let number: Int
    /// The offset of the value's first byte in the archive.
    package let start: Int
    /// The offset of the contents of a string, of binary data, of a packed array or of a number.
    package let payloadStart: Int
    /// The offset behind the value's last byte.
    package internal(set) var end: Int
    /// The position in the list of the first value that is not inside this one.
    package internal(set) var next: Int

    package var byteCount: Int { end - start }
    package var isReference: Bool { kind == .reference || kind == .conditionalReference }
    /// Whether there can be values inside.
    package var isContainer: Bool { kind.rawValue >= Kind.composite.rawValue }
}
