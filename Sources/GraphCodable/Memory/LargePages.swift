import Foundation

package enum LargePages {
    /// Advises the system to use large pages for memory of at least 4 MiB, before it is first used.
    ///
    /// Touching fresh memory page by page costs more than most of the work on it, and random accesses to a table need the
    /// address of a different page each time. Without large pages everything works, too.
    package static func advise(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
        let pageSize = 4096
        guard byteCount >= 1 << 22 else { return }
        let first = start.alignedUp(toMultipleOf: pageSize)
        madvise(first, (byteCount - (first - start)) / pageSize * pageSize, MADV_HUGEPAGE)
        #endif
    }
}
