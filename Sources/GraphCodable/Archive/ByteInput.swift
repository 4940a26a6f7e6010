/// Reads the structural parts of an archive, checking every step.
///
/// Invariant: `position <= end`, and the memory between them is readable while the input is used.
struct ByteInput {
    /// Where the archive begins, or would begin if more of it were in memory than a part; offsets are counted from here.
    private let archive: UnsafeRawPointer
    private(set) var position: UnsafeRawPointer
    private let end: UnsafeRawPointer

    /// - Parameters:
    ///   - archive: The whole archive, which offsets are counted from.
    ///   - range: The offsets between which to read; inside the archive.
    @inline(__always)
    init(_ archive: UnsafeRawBufferPointer, range: Range<Int>) {
        // An empty archive has no memory; any address serves for it, since nothing is read.
        let base = archive.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        let clamped = range.clamped(to: 0..<archive.count)
        self.archive = base
        position = base + clamped.lowerBound
        end = base + clamped.upperBound
    }

    /// Reads between two places of an archive; `from` must not lie behind `to`.
    init(archive: UnsafeRawPointer, from: UnsafeRawPointer, to: UnsafeRawPointer) {
        self.archive = archive
        position = from
        end = to
    }

    /// Reads a part of an archive of which the rest is not in memory.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - origin: Where the part begins in the archive.
    init(part: UnsafeRawBufferPointer, origin: Int) {
        let base = part.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        archive = UnsafeRawPointer(bitPattern: UInt(bitPattern: base) &- UInt(bitPattern: origin)) ?? base
        position = base
        end = base + part.count
    }

    /// Where the next byte stands in the archive.
    var offset: Int { position - archive }
    var isAtEnd: Bool { position == end }
    var remaining: Int { end - position }

    func malformed(_ message: String, code: GraphCodableError.Code = .malformed) -> GraphCodableError {
        GraphCodableError(
            code, message + " The archive is damaged or was not made by this package.", byteOffset: offset)
    }

    /// Copies what has been read since an offset to memory that the caller deallocates.
    func copyBytes(from start: Int) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: offset - start, alignment: 8)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: archive + start, count: offset - start))
        return UnsafeRawBufferPointer(copy)
    }

    mutating func readByte() throws(GraphCodableError) -> UInt8 {
        guard position < end else {
            throw malformed("A part of the archive ends too early.")
        }
        defer { position += 1 }
        return position.load(as: UInt8.self)
    }

    /// The next byte, if there is one.
    func peek() -> UInt8? {
        position < end ? position.load(as: UInt8.self) : nil
    }

    /// Passes over bytes.
    mutating func read(_ count: Int) throws(GraphCodableError) -> UnsafeRawBufferPointer {
        guard count <= remaining else {
            throw malformed("A value ends too early.")
        }
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

    /// Reads how many parts follow, of which each takes at least `minimumSize` bytes.
    @inline(__always)
    mutating func readCount(minimumSize: Int = 1) throws(GraphCodableError) -> Int {
        let count = try readVarint()
        guard count <= UInt64(remaining / minimumSize) else {
            throw malformed("A count of \(count) is more than the bytes that are left.")
        }
        return Int(count)
    }

    mutating func readString(maximum: Int = .max) throws(GraphCodableError) -> String {
        let count = try readCount()
        guard count <= maximum else {
            throw GraphCodableError(
                .limitExceeded, "A name of \(count) bytes is longer than the \(maximum) that the decoder allows.",
                byteOffset: offset)
        }
        let utf8 = UnsafeRawBufferPointer(start: position, count: count)
        guard let string = String(validating: utf8, as: UTF8.self) else {
            throw malformed("A string is not valid UTF-8.")
        }
        position += count
        return string
    }
}
