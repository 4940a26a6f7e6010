/// A type whose values consist only of their bytes: an integer, a floating-point number, or a struct of these.
///
/// A trivial type needs no code to be archived. It writes the kinds of its numbers and a copy of its memory:
///
/// ```swift
/// struct Particle: GTrivialCodable {
///     var x, y, z, mass: Float
/// }
/// ```
///
/// An array writes the kinds once, and a copy of the memory of its elements. A type with a `write(to:)` of its own, or with an
/// identity, is written element by element.
///
/// Encoding and decoding check this, and throw ``GraphCodableError/Code/notEncodable`` for any other type. One with a reference
/// (`_isPOD` is false), a stored property that is not a number, or a custom mirror (`CustomReflectable`) is not trivial. Nor is
/// one with padding between its properties: its bytes have no defined value and would make archives differ. An empty array is
/// not checked.
///
/// The numbers of a trivial type cannot change: decoding an archive with other numbers throws `typeMismatch`.
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
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` if the type is not trivial.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try TrivialLayout.write(self, to: &buffer)
    }
}

extension GTrivial where Self: BinaryIType {
    /// Creates a value by reading its memory, which a type of the same numbers must have written.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` if the type is not trivial, `typeMismatch` if the archived
    ///   numbers differ, `malformed` if too few bytes are left.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self = try TrivialLayout.read(Self.self, from: &buffer)
    }
}
