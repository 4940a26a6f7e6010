/// The columns of the rows of a binary value (`format-filter.md`, section 7): the numbers of a trivial type.
///
/// Invariant: `log2s` has room for ``maximumCount`` numbers. The first `count` are base-2 logarithms of the sizes of columns, and
/// `rowSize` is the sum of these sizes.
struct RowLayout: ~Copyable {
    static let maximumCount = 64
    /// The first byte of an array. The layout follows.
    static let mark: UInt8 = 0
    /// Smaller values that stand alone stay as they are.
    private static let leastSingleSize = 4

    private let memory = FixedMemory<UInt8>(Self.maximumCount)
    private(set) var count = 0
    private(set) var rowSize = 0

    var log2s: UnsafeMutablePointer<UInt8> { memory.start }

    /// Reads the layout at the beginning of bytes, after a mark if there is one. Returns the number of bytes of both; `nil` if
    /// there is no layout.
    mutating func read(_ bytes: UnsafePointer<UInt8>, upTo limit: Int) -> Int? {
        var size = limit > 0 && bytes[0] == Self.mark ? 1 : 0
        count = 0
        rowSize = 0
        while size < limit {
            let byte = bytes[size]
            size += 1
            let kind = byte & 0xF
            let number = Int(byte &>> 4 & 7) + 1
            guard kind >= 1, kind <= 13, count + number <= Self.maximumCount else { return nil }
            let log2 = FilterToken.packedWidthLog2(FilterToken.packedTag + kind)
            for _ in 0..<number {
                log2s[count] = UInt8(truncatingIfNeeded: log2)
                count &+= 1
            }
            rowSize += number << log2
            if byte < 0x80 { return size }
        }
        return nil
    }

    /// Reads a layout. Returns false if the bytes have none.
    mutating func read(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.flatMap { read($0, upTo: bytes.count) } } != nil
    }

    /// Reads the layout of a binary value that is an array, or a single value. Of its `size` bytes `limit` are there.
    ///
    /// - Returns: The number of bytes before the first row; `nil` if the value does not consist of rows.
    mutating func readRows(_ bytes: UnsafePointer<UInt8>, upTo limit: Int, of size: Int) -> Int? {
        guard let layoutSize = read(bytes, upTo: min(limit, size)), size > layoutSize,
            (size - layoutSize) % rowSize == 0,
            bytes[0] == Self.mark || size - layoutSize == rowSize && rowSize >= Self.leastSingleSize
        else { return nil }
        return layoutSize
    }

    /// Copies a column of some rows. `sourceStep` and `targetStep` are the numbers of bytes from one element to the next.
    static func copy(
        _ rowCount: Int, _ log2: Int, from source: UnsafePointer<UInt8>, every sourceStep: Int,
        to target: UnsafeMutablePointer<UInt8>, every targetStep: Int
    ) {
        switch log2 {
        case 0: copy(rowCount, UInt8.self, source, sourceStep, target, targetStep)
        case 1: copy(rowCount, UInt16.self, source, sourceStep, target, targetStep)
        case 2: copy(rowCount, UInt32.self, source, sourceStep, target, targetStep)
        case 3: copy(rowCount, UInt64.self, source, sourceStep, target, targetStep)
        default: copy(rowCount, UInt128.self, source, sourceStep, target, targetStep)
        }
    }

    @inline(__always)
    private static func copy<Number: FixedWidthInteger & BitwiseCopyable>(
        _ rowCount: Int, _ type: Number.Type, _ source: UnsafePointer<UInt8>, _ sourceStep: Int,
        _ target: UnsafeMutablePointer<UInt8>, _ targetStep: Int
    ) {
        let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        for index in 0..<rowCount {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: index &* sourceStep, as: type),
                toByteOffset: index &* targetStep, as: type)
        }
    }
}
