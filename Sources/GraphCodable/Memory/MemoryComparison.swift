#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(ucrt)
import ucrt
#endif

/// Compares bytes at the machine's speed.
enum MemoryComparison {
    /// Returns whether a part of an archive begins with the given bytes.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - range: The offsets of the part.
    ///   - prefix: The bytes.
    static func begins(_ archive: UnsafeRawBufferPointer, at range: Range<Int>, with prefix: UnsafeRawBufferPointer)
        -> Bool
    {
        guard range.count >= prefix.count, range.upperBound <= archive.count, let base = archive.baseAddress,
            let start = prefix.baseAddress
        else { return prefix.isEmpty }
        return memcmp(base + range.lowerBound, start, prefix.count) == 0
    }

    static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.isEmpty && right.isEmpty
        }
        return memcmp(leftStart, rightStart, left.count) == 0
    }
}
