#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Bytes on the heap that grow when they must, and whose reservation fails with an error instead of a trap.
///
/// Invariant: `start` points to `capacity` bytes, of which the first `count` are initialized.
package final class HeapBuffer {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The number of bytes in use.
    package private(set) var count = 0

    package init() {}

    deinit {
        free(start)
    }

    /// The bytes in use.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Makes room for `size` bytes in all, and gives that room. What is in use stays.
    ///
    /// - Throws: `GraphContainerError.limitExceeded` when the system has not so much memory.
    @discardableResult
    package func reserve(_ size: Int) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer {
        if size > capacity {
            guard let grown = realloc(start, size) else {
                throw GraphContainerError(.limitExceeded, "There is no memory for \(size) bytes.")
            }
            start = grown
            capacity = size
            Self.preferLargePages(grown, size)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Asks for large pages: touching fresh memory page by page costs more than decompressing into it.
    private static func preferLargePages(_ start: UnsafeMutableRawPointer, _ size: Int) {
        #if os(Linux)
        let pageSize = 4096
        guard size >= 1 << 22 else { return }
        let first = start.alignedUp(toMultipleOf: pageSize)
        // It is a hint: without large pages everything works as well.
        madvise(first, (size - (first - start)) / pageSize * pageSize, MADV_HUGEPAGE)
        #endif
    }

    /// Declares the first `size` bytes of what was reserved to be in use.
    package func use(_ size: Int) {
        count = min(size, capacity)
    }

    /// Adds bytes at the end; amortized linear in their number.
    ///
    /// - Throws: `GraphContainerError.limitExceeded` when the system has not so much memory.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard !bytes.isEmpty else { return }
        let (size, overflow) = count.addingReportingOverflow(bytes.count)
        guard !overflow else {
            throw GraphContainerError(.limitExceeded, "There is no memory for the result.")
        }
        if size > capacity {
            try reserve(max(size, capacity.multipliedReportingOverflow(by: 2).partialValue, 4096))
        }
        UnsafeMutableRawBufferPointer(start: start, count: capacity)[count..<size].copyBytes(from: bytes)
        count = size
    }

    /// Hands the memory over, to be released with `free`, and leaves the buffer empty.
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

extension Slice where Base == UnsafeMutableRawBufferPointer {
    fileprivate func copyBytes(from source: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: self).copyMemory(from: source)
    }
}
