import Foundation

/// Compares bytes at the machine's speed.
enum MemoryComparison {
    /// Returns whether a part of an archive begins with the given bytes.
    static func begins(_ archive: UnsafeRawBufferPointer, at range: Range<Int>, with prefix: UnsafeRawBufferPointer)
        -> Bool
    {
        guard range.count >= prefix.count, range.upperBound <= archive.count, let base = archive.baseAddress,
            let start = prefix.baseAddress
        else { return prefix.isEmpty }
        return memcmp(base + range.lowerBound, start, prefix.count) == 0
    }

    /// Returns whether bytes come before others: at the first difference, or because they end there.
    static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.count < right.count
        }
        let order = memcmp(leftStart, rightStart, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
    }

    static func contains(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }

    static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.isEmpty && right.isEmpty
        }
        return memcmp(leftStart, rightStart, left.count) == 0
    }
}
