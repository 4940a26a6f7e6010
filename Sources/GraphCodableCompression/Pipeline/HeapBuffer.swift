import GraphCodable

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Bytes on the heap that grow when they must, and whose reservation fails with an error instead of a trap.
///
/// It can also stand for memory of a fixed size that belongs to somebody else.
///
/// Invariant: `start` points to `capacity` bytes, of which the first `count` are initialized. Borrowed memory is neither
/// released nor replaced.
package final class HeapBuffer {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private let isBorrowed: Bool
    /// The number of bytes in use.
    package private(set) var count = 0

    package init() {
        isBorrowed = false
    }

    /// Uses memory of the caller's, which must stay valid as long as the buffer is used.
    package init(borrowing memory: UnsafeMutableRawBufferPointer) {
        isBorrowed = true
        start = memory.baseAddress
        capacity = memory.count
        if let start {
            LargePages.advise(start, byteCount: capacity)
        }
    }

    deinit {
        if !isBorrowed {
            free(start)
        }
    }

    /// The bytes in use.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Makes room for `size` bytes in all, and gives that room. What is in use stays.
    ///
    /// - Throws: `GraphContainerError.limitExceeded` when the system, or the memory that was borrowed, has not so much.
    @discardableResult
    package func reserve(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        if size > capacity {
            guard !isBorrowed, let grown = realloc(start, size) else {
                throw GraphContainerError(.limitExceeded, "There is no memory for \(size) bytes.")
            }
            start = grown
            capacity = size
            LargePages.advise(grown, byteCount: size)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Declares the first `size` bytes of what was reserved to be in use.
    package func use(_ size: Int) {
        count = min(size, capacity)
    }

    /// Makes room for `size` bytes after those in use, and gives that room; amortized linear in the number of bytes used.
    ///
    /// - Throws: As ``reserve(_:)`` does.
    package func reserveMore(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        let (end, overflow) = count.addingReportingOverflow(size)
        guard !overflow else {
            throw GraphContainerError(.limitExceeded, "There is no memory for the result.")
        }
        if end > capacity {
            try reserve(isBorrowed ? end : max(end, capacity.multipliedReportingOverflow(by: 2).partialValue, 4096))
        }
        return UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: size)
    }

    /// Adds bytes at the end; amortized linear in their number.
    ///
    /// - Throws: As ``reserve(_:)`` does.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard !bytes.isEmpty else { return }
        try reserveMore(bytes.count).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Hands the memory over, to be released with `free`, and leaves the buffer empty; `nil` if it has none of its own.
    func relinquish() -> (start: UnsafeMutableRawPointer, count: Int)? {
        guard !isBorrowed, let start else { return nil }
        defer {
            self.start = nil
            capacity = 0
            count = 0
        }
        return (start, count)
    }
}
