// An archive has one value for each identity. If an element of a set had the identity of a different value, it would be decoded
// as that value. It might equal another element then, and the set could not be decoded.

extension _GraphWriter {
    /// Writes the elements of a set, or a key of a dictionary. Meanwhile, the session compares values with the same identity.
    @inlinable @inline(__always)
    func hashing(_ write: () throws -> Void) rethrows {
        let outer = state.pointee.isHashed
        state.pointee.isHashed = true
        defer { state.pointee.isHashed = outer }
        try write()
    }
}
