/// One value of a record, for programs that inspect an archive without its types.
///
/// A record is a list of these values in byte order: each value is followed by the values inside it, up to ``next``. A byte of an
/// archive can be a value, so each takes only 32 bytes of memory.
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
    private let headSize: UInt16
    /// The number of the value's key in the enclosing composite, or 0 if it has none.
    package let key: UInt32
    /// The object of a reference; the type of a composite or a typed value; the number of elements or pairs of a
    /// sequence, a map or a packed array; otherwise 0.
    package var number: Int { Int(storedNumber) }
    private let storedNumber: UInt32
    private var storedNext: UInt32
    /// The offset of the value's first byte in the archive.
    package let start: Int
    /// The offset of the contents of a string, binary data, a packed array or a number.
    package var payloadStart: Int { start + Int(headSize) }
    /// The offset after the value's last byte.
    package internal(set) var end: Int
    /// The position in the list of the first value after those inside this one.
    package internal(set) var next: Int {
        get { Int(storedNext) }
        set { storedNext = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Creates a value. More than `UInt32.max` elements are as good as these, and so many values are never in memory.
    init(kind: Kind, tag: UInt8, key: UInt32, number: Int, start: Int, payloadStart: Int, end: Int, next: Int) {
        (self.kind, self.tag, self.key) = (kind, tag, key)
        (self.start, self.end) = (start, end)
        headSize = UInt16(clamping: payloadStart - start)
        storedNumber = UInt32(clamping: number)
        storedNext = UInt32(truncatingIfNeeded: next)
    }

    package var byteCount: Int { end - start }
    package var isReference: Bool { kind == .reference || kind == .conditionalReference }
    /// Whether the value can contain other values.
    package var isContainer: Bool { kind.rawValue >= Kind.composite.rawValue }
}
