/// Reads the structural parts of an archive, with every access checked.
///
/// Invariant: `position <= end`, and the memory between them is readable while the input is used.
struct ByteInput {
    /// The beginning of the archive, from which offsets are counted. If only a part of the archive is in memory, this
    /// is where the archive would begin.
    private let archive: UnsafeRawPointer
    private(set) var position: UnsafeRawPointer
    private let end: UnsafeRawPointer

    /// Reads a range of a whole archive.
    @inline(__always)
    init(_ archive: UnsafeRawBufferPointer, range: Range<Int>) {
        // An empty archive has no memory. Any address will do, because nothing is read.
        let base = archive.baseAddress ?? .nowhere
        let clamped = range.clamped(to: 0..<archive.count)
        self.archive = base
        position = base + clamped.lowerBound
        end = base + clamped.upperBound
    }

    /// Reads between two positions of an archive. `from` must not be after `to`.
    init(archive: UnsafeRawPointer, from: UnsafeRawPointer, to: UnsafeRawPointer) {
        self.archive = archive
        position = from
        end = to
    }

    /// Reads a part of an archive, at an offset in it. The other parts are not in memory.
    init(part: UnsafeRawBufferPointer, origin: Int) {
        let base = part.baseAddress ?? .nowhere
        archive = UnsafeRawPointer(bitPattern: UInt(bitPattern: base) &- UInt(bitPattern: origin)) ?? base
        position = base
        end = base + part.count
    }

    var offset: Int { position - archive }
    var isAtEnd: Bool { position == end }
    var remaining: Int { end - position }

    func malformed(_ message: String) -> GraphCodableError {
        GraphCodableError(
            .malformed, message + " The archive is damaged or was not made by this package.", byteOffset: offset)
    }

    /// Throws the error of a malformed archive unless a condition holds.
    @inline(__always)
    func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(GraphCodableError) {
        guard holds else { throw malformed(message()) }
    }

    /// Copies the bytes read since an offset to memory that the caller deallocates.
    func copyBytes(from start: Int) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: offset - start, alignment: 8)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: archive + start, count: offset - start))
        return UnsafeRawBufferPointer(copy)
    }

    mutating func readByte() throws(GraphCodableError) -> UInt8 {
        try require(position < end, "A part of the archive ends too early.")
        defer { position += 1 }
        return position.load(as: UInt8.self)
    }

    /// Returns the next byte, if any, without reading it.
    func peek() -> UInt8? {
        position < end ? position.load(as: UInt8.self) : nil
    }

    /// Reads bytes without copying them.
    mutating func read(_ count: Int) throws(GraphCodableError) -> UnsafeRawBufferPointer {
        try require(count <= remaining, "A value ends too early.")
        defer { position += count }
        return UnsafeRawBufferPointer(start: position, count: count)
    }

    /// Reads a little-endian number of up to eight bytes.
    mutating func readFixed(_ count: Int) throws(GraphCodableError) -> UInt64 {
        try read(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @inline(__always)
    mutating func readVarint() throws(GraphCodableError) -> UInt64 {
        // Most numbers take one byte, and most others two.
        if position < end {
            let byte = position.load(as: UInt8.self)
            if byte < 0x80 {
                position += 1
                return UInt64(byte)
            }
            if position + 1 < end {
                let next = position.load(fromByteOffset: 1, as: UInt8.self)
                if next &- 1 < 0x7F {
                    position += 2
                    return UInt64(byte & 0x7F) | UInt64(next) &<< 7
                }
            }
        }
        return try readLongVarint()
    }

    @inline(never)
    private mutating func readLongVarint() throws(GraphCodableError) -> UInt64 {
        let number = try Varint.read { () throws(GraphCodableError) in try readByte() }
        switch number {
        case .success(let value): return value
        case .failure(.isTooLarge): throw malformed("A number does not fit into 64 bits.")
        case .failure(.isNotShortest): throw malformed("A number is not in its shortest form.")
        }
    }

    /// Reads the number of items that follow, each of which takes at least `minimumSize` bytes.
    @inline(__always)
    mutating func readCount(minimumSize: Int = 1) throws(GraphCodableError) -> Int {
        let count = try readVarint()
        try require(
            count <= UInt64(remaining / minimumSize), "A count of \(count) is more than the bytes that are left.")
        return Int(count)
    }

    mutating func readString(maximum: Int = .max) throws(GraphCodableError) -> String {
        let count = try readCount()
        try GraphCodableError.require(
            count <= maximum, or: .limitExceeded,
            LimitMessage.more("The name of a type has \(count) bytes", than: maximum, "maximumTypeNameLength"),
            at: offset)
        let utf8 = UnsafeRawBufferPointer(start: position, count: count)
        guard let string = String(validating: utf8, as: UTF8.self) else {
            throw malformed("A string is not valid UTF-8.")
        }
        position += count
        return string
    }

    /// Reads the beginning of a composite, and returns the number of its shape, or `nil` for any other value.
    mutating func readShape() throws(GraphCodableError) -> UInt64? {
        let tag = try readByte()
        switch tag {
        case Tag.inlineComposite..<Tag.reference13: return UInt64(tag - Tag.inlineComposite)
        case Tag.composite, Tag.openComposite: return try readVarint()
        default: return nil
        }
    }
}
