extension Double: GEncodable, GDecodable {
    /// Encodes the number as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a number by decoding the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Double { try reader.readDouble() }
}

extension Float: GEncodable, GDecodable {
    /// Encodes the number as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a number by decoding the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.write(self) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Float { try reader.readFloat() }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: GEncodable, GDecodable {
    /// Encodes the number as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    /// Creates a number by decoding the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable @inline(__always)
    public func _encode(into writer: _GraphWriter) throws { try writer.writeFloat16(bitPattern: bitPattern) }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Float16 {
        Float16(bitPattern: try reader.readFloat16BitPattern(for: Float16.self))
    }
}
#endif
