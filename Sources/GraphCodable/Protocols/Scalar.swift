/// A number of up to 64 bits, or a Boolean value. Do not use it outside the package.
public protocol _GScalar: GEncodable, GDecodable {
    /// Stores the value with its tag in at most nine bytes, for which there is room.
    func _store(into writer: _GraphWriter)
}

extension _GScalar {
    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws {
        try writer.makeRoom()
        _store(into: writer)
    }
}
