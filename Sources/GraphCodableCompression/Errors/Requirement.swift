/// Throws an error unless a rule holds. The text and the offset are computed for an error only.
///
/// - Parameters:
///   - holds: Whether the rule holds.
///   - code: The kind of problem, by default that of bytes that match their checksums but violate the format.
///   - message: What is wrong and what to do.
///   - offset: The byte offset in the archive.
///   - path: The path of the file.
@inline(__always)
func require(
    _ holds: Bool, or code: @autoclosure () -> GraphContainerError.Code = .malformed,
    _ message: @autoclosure () -> String, at offset: @autoclosure () -> UInt64? = nil,
    path: @autoclosure () -> String? = nil
) throws(GraphContainerError) {
    guard holds else { throw GraphContainerError(code(), message(), byteOffset: offset(), path: path()) }
}
