/// A type whose values are nothing but their bytes: integers, floating point numbers, and structs of these.
///
/// A trivial type needs no code to be archived. It writes the kinds of its numbers, and its memory as it lies:
///
/// ```swift
/// struct Particle: GTrivialCodable {
///     var x, y, z, mass: Float
/// }
/// ```
///
/// Encoding and decoding check that it is so, and throw ``GraphCodableError/Code/notEncodable`` for a type that has a
/// reference (`_isPOD` is false), a stored property that is no number, a mirror of its own (`CustomReflectable`), or bytes
/// between its properties that belong to none: such bytes have no defined value, and would make every archive differ.
///
/// The numbers of a trivial type cannot change: archives of other numbers are refused with `typeMismatch`.
public protocol GTrivial {}

/// A trivial type that can be encoded.
public protocol GTrivialEncodable: GTrivial, GBinaryEncodable {}

/// A trivial type that can be decoded.
public protocol GTrivialDecodable: GTrivial, GBinaryDecodable {}

/// A trivial type that can be encoded and decoded.
public typealias GTrivialCodable = GTrivialEncodable & GTrivialDecodable

extension GTrivial where Self: BinaryOType {
    /// Writes the kinds of the type's numbers and the value's memory.
    ///
    /// - Parameter wbuffer: What to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` when the type is not trivial.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        try TrivialLayout.write(self, to: &wbuffer)
    }
}

extension GTrivial where Self: BinaryIType {
    /// Reads the value's memory, which must have been written by a type of the same numbers.
    ///
    /// - Parameter rbuffer: What to read from.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` when the type is not trivial, `typeMismatch` when the numbers are
    ///   others, `malformed` when too few bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        self = try TrivialLayout.read(Self.self, from: &rbuffer)
    }
}

extension GTrivialEncodable {
    /// Writes the value's memory as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(self)
    }
}

extension GTrivialDecodable {
    /// Reads the value's memory from the next unkeyed value.
    public init(from decoder: GDecoder) throws {
        self = try decoder.decode()
    }
}
