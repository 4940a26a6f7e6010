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

    /// The stack pointer, or an address close to it.
    @inline(__always)
    package static func currentAddress() -> UInt {
        cstack_pointer()
    }
}
