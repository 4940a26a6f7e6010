internal import CStack

/// How far the current stack reaches.
package enum StackBounds {
    /// The lowest address that nested values may use; below it a reserve is left for the code that they call.
    ///
    /// Returns 0, which limits nothing, where the bounds are not known.
    package static func lowestUsableAddress() -> UInt {
        let bounds = cstack_bounds()
        return bounds.lowest + min((bounds.end - bounds.lowest) / 4, 256 * 1_024)
    }

    /// As ``lowestUsableAddress()``, but at most so many bytes below another address of the same stack.
    ///
    /// - Parameters:
    ///   - origin: The address; one of another stack does not count.
    ///   - size: The bytes.
    static func lowestUsableAddress(below origin: UInt, by size: UInt) -> UInt {
        let bounds = cstack_bounds()
        let lowest = lowestUsableAddress()
        guard origin >= bounds.lowest, origin < bounds.end else { return lowest }
        return max(lowest, origin - min(origin, size))
    }

    /// The stack pointer, or an address close to it.
    @inline(__always)
    package static func currentAddress() -> UInt {
        cstack_pointer()
    }
}
