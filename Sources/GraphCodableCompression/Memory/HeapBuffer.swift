import GraphCodable

import Foundation

/// A growable buffer on the heap, which throws an error if memory cannot be allocated.
///
/// Invariant: `start` points to `capacity` bytes, of which the first `count` are initialized.
final class HeapBuffer {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0

    deinit {
        free(start)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Reserves a total of `size` bytes and returns them. Bytes in use are kept.
    @discardableResult
    func reserve(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        if size > capacity {
            guard let grown = realloc(start, size) else {
                throw GraphContainerError(.limitExceeded, "There is no memory for \(size) bytes.")
            }
            start = grown
            capacity = size
            LargePages.advise(grown, byteCount: size)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Marks the first `size` reserved bytes as in use.
    func use(_ size: Int) {
        count = min(size, capacity)
    }

    /// Reserves `size` bytes after those in use, and returns them, in amortized linear time.
    func reserveMore(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        let (end, overflow) = count.addingReportingOverflow(size)
        try require(!overflow, or: .limitExceeded, "There is no memory for the result.")
        if end > capacity {
            try reserve(max(end, capacity.multipliedReportingOverflow(by: 2).partialValue, 4096))
        }
        return UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: size)
    }

    /// Appends bytes, in amortized linear time.
    func append(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard !bytes.isEmpty else { return }
        try reserveMore(bytes.count).copyMemory(from: bytes)
        count += bytes.count
    }

    func append(littleEndian value: some FixedWidthInteger & BitwiseCopyable) throws(GraphContainerError) {
        let room = try reserveMore(value.bitWidth / 8)
        room.storeLittleEndian(value, at: 0)
        count += room.count
    }

    /// Appends a number of up to 63 bits, seven of them in each byte.
    func append(varint number: Int) throws(GraphContainerError) {
        var rest = UInt64(truncatingIfNeeded: number)
        while rest > 0x7F {
            try append(littleEndian: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        try append(littleEndian: UInt8(truncatingIfNeeded: rest))
    }

    /// Transfers ownership of the bytes in use, to be released with `free`, and leaves the buffer empty; `nil` if it has no
    /// memory.
    func relinquish() -> (start: UnsafeMutableRawPointer, count: Int)? {
        guard let owned = start else { return nil }
        let start = realloc(owned, max(count, 1)) ?? owned
        defer {
            self.start = nil
            capacity = 0
            count = 0
        }
        return (start, count)
    }
}
