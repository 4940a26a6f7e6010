/// Throws an error unless a rule holds: by default that of bytes which match their checksums but violate the format. The
/// code, the text and the places are computed for an error only.
@inline(__always)
func require(
    _ holds: Bool, or code: @autoclosure () -> GraphContainerError.Code = .malformed,
    _ message: @autoclosure () -> String, at offset: @autoclosure () -> UInt64? = nil,
    path: @autoclosure () -> String? = nil
) throws(GraphContainerError) {
    guard holds else { throw GraphContainerError(code(), message(), byteOffset: offset(), path: path()) }
}
