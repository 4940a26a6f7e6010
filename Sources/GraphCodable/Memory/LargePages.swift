#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Large pages for large allocations.
package enum LargePages {
    /// Advises the system to use large pages, before the memory is first used.
    ///
    /// Touching fresh memory page by page costs more than most of the work on it, and random accesses to a table need
    /// the address of a different page each time. This is only a hint: everything also works without large pages.
    ///
    /// - Parameters:
    ///   - start: The memory.
    ///   - byteCount: The size of the memory in bytes. Nothing happens below 4 MiB.
    package static func advise(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
        let pageSize = 4096
        guard byteCount >= 1 << 22 else { return }
        let first = start.alignedUp(toMultipleOf: pageSize)
        madvise(first, (byteCount - (first - start)) / pageSize * pageSize, MADV_HUGEPAGE)
        #endif
    }
}
