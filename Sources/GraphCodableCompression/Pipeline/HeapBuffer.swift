import GraphCodable

import Foundation

/// A growable buffer on the heap, which throws an error if memory cannot be allocated.
///
/// Invariant: `start` points to `capacity` bytes, of which the first `count` are initialized.
final class HeapBuffer {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The number of bytes in use.
    private(set) var count = 0

    deinit {
        free(start)
    }

    /// The bytes in use.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Reserves a total of `size` bytes and returns them. Bytes in use are kept.
    ///
    /// - Throws: `GraphContainerError.limitExceeded` if the memory cannot be allocated.
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

    /// Reserves `size` bytes after those in use, and returns them. The amortized time is linear in the number of bytes
    /// used.
    ///
    /// - Throws: The errors of ``reserve(_:)``.
    func reserveMore(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        let (end, overflow) = count.addingReportingOverflow(size)
        guard !overflow else {
            throw GraphContainerError(.limitExceeded, "There is no memory for the result.")
        }
        if end > capacity {
            try reserve(max(end, capacity.multipliedReportingOverflow(by: 2).partialValue, 4096))
        }
        return UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: size)
    }

    /// Appends bytes, in amortized linear time.
    ///
    /// - Throws: The errors of ``reserve(_:)``.
    func append(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard !bytes.isEmpty else { return }
        try reserveMore(bytes.count).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Transfers ownership of the memory, to be released with `free`, and leaves the buffer empty; `nil` if it owns no
    /// memory.
    func relinquish() -> (start: UnsafeMutableRawPointer, count: Int)? {
        guard let start else { return nil }
        defer {
            self.start = nil
            capacity = 0
            count = 0
        }
        return (start, count)
    }
}
