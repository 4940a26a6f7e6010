extension _GraphReader {
    /// Throws an error if the next value is behind a reference.
    ///
    /// Any value can be stored once and referenced many times, so a few hundred bytes can represent billions of values. A
    /// library that visits everything that it decodes rules that out.
    @inline(__always)
    func checkIsInPlace() throws {
        if Self.isReference(try peekTag()) {
            throw isElsewhere
        }
    }

    private var isElsewhere: any Error {
        error(
            .malformed,
            "The archive holds a reference where the value itself was expected. The archive is damaged or was not made by this package."
        )
    }
}
