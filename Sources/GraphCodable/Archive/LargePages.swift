#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Large pages for large memory.
package enum LargePages {
    /// Asks the system for large pages, before the memory is first used.
    ///
    /// Fresh memory that is touched page by page costs more than most of what is done with it, and a table that is read at
    /// random needs the address of another page each time. It is a hint: without large pages everything works as well.
    ///
    /// - Parameters:
    ///   - start: The memory.
    ///   - byteCount: Its size in bytes; below 4 MiB nothing is asked for.
    package static func advise(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
        let pageSize = 4096
        guard byteCount >= 1 << 22 else { return }
        let first = start.alignedUp(toMultipleOf: pageSize)
        madvise(first, (byteCount - (first - start)) / pageSize * pageSize, MADV_HUGEPAGE)
        #endif
    }
}
