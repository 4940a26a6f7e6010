/// Throws an error unless a condition holds. The default code, `malformed`, is for bytes that match their checksums but violate
/// the format. The other arguments are evaluated only for an error.
@inline(__always)
func require(
    _ holds: Bool, or code: @autoclosure () -> GraphContainerError.Code = .malformed,
    _ message: @autoclosure () -> String, at offset: @autoclosure () -> UInt64? = nil,
    path: @autoclosure () -> String? = nil
) throws(GraphContainerError) {
    guard holds else { throw GraphContainerError(code(), message(), byteOffset: offset(), path: path()) }
}
