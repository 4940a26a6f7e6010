internal import CStack

/// The bounds of the current stack.
enum StackBounds {
    /// Returns the lowest address that nested values may use, at most `size` bytes below another address of the same stack. The
    /// stack below it is reserved for the code that they call. An address of another stack is ignored.
    static func lowestUsableAddress(below origin: UInt, by size: UInt) -> UInt {
        let bounds = cstack_bounds()
        guard bounds.end != 0 else {
            // Unless the addresses are far apart, they are of the same stack.
            let current = cstack_pointer()
            let isSameStack = current <= origin && origin - current < 1 << 24
            return isSameStack ? limit(lowest: 0, end: 0, current: origin) : 0
        }
        let lowest = bounds.lowest + min((bounds.end - bounds.lowest) / 4, 256 * 1_024)
        guard origin >= bounds.lowest, origin < bounds.end else { return lowest }
        return max(lowest, origin - min(origin, size))
    }

    /// Returns the address below which nothing may recurse on a stack that cannot be left. Unknown bounds are 0.
    ///
    /// Less than 64 KiB may be left below the stack pointer: in WebAssembly, the stack can be the lowest part of memory. So half of
    /// what may be there is used.
    static func limit(lowest: UInt, end: UInt, current: UInt) -> UInt {
        end > lowest ? lowest + (end - lowest) / 4 : current - min(current / 2, 64 * 1_024)
    }
}
