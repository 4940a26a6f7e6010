internal import CStack

/// The bounds of the current stack.
package enum StackBounds {
    /// Returns the lowest address that nested values may use. The stack below it is reserved for the code that they
    /// call.
    ///
    /// Returns 0, which is no limit, if the bounds are unknown.
    package static func lowestUsableAddress() -> UInt {
        let bounds = cstack_bounds()
        return bounds.lowest + min((bounds.end - bounds.lowest) / 4, 256 * 1_024)
    }

    /// Returns the same address as ``lowestUsableAddress()``, but at most a number of bytes below another address of
    /// the same stack.
    ///
    /// - Parameters:
    ///   - origin: The address. An address of another stack is ignored.
    ///   - size: The number of bytes.
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
