import Foundation
internal import CStack

/// Addresses for many bytes, of which only those take memory that have been written. Where the system reserves no addresses,
/// all of it is memory from the beginning.
///
/// Invariant: `bytes` is readable and writable as long as this exists. What has not been written is zero.
final class ReservedMemory {
    let bytes: UnsafeMutableRawBufferPointer
    /// Bounds of 0 if the memory was allocated.
    private let reserved: CStackBounds

    /// A multiple of every system's page size, in which parts can be discarded.
    static var unit: Int { 65_536 }

    /// - Throws: `limitExceeded` if there is no memory.
    init(byteCount: Int) throws(GraphCodableError) {
        reserved = cstack_allocate(byteCount)
        if let start = UnsafeMutableRawPointer(bitPattern: reserved.lowest) {
            bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
            return
        }
        try GraphCodableError.require(
            byteCount <= Int(Int32.max), or: .limitExceeded,
            "The system has no addresses for the \(byteCount) bytes of the archive.")
        guard let start = calloc(byteCount, 1) else {
            throw GraphCodableError(
                .limitExceeded, "There is no memory for the \(byteCount) bytes of the archive.")
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    deinit {
        if reserved.lowest == 0 {
            free(bytes.baseAddress)
        } else {
            cstack_free(reserved)
        }
    }

    /// Gives memory back whose contents are not needed any more: a range of multiples of ``unit``.
    func discard(_ range: Range<Int>) {
        if reserved.lowest != 0 {
            cstack_discard(reserved.lowest + UInt(range.lowerBound), range.count)
        }
    }
}
