#if canImport(Foundation)
import Foundation

extension Data: BinaryOType, BinaryIType {
    /// Writes the number of bytes and the bytes.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: Nothing.
    /// - Complexity: O(*n*) for *n* bytes.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        buffer.appendCount(count)
        withUnsafeBytes { buffer.append($0) }
    }

    /// Creates data by reading the number of bytes and the bytes.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: `malformed` if too few bytes are left, `limitExceeded` if the policy does not allow so many.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let count = try buffer.readCount()
        self = try buffer.read(count) { Data($0) }
    }
}

extension CGFloat: GTrivialEncodable, GTrivialDecodable {
    /// Writes the number as a `Double`.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to buffer: inout BinaryWriteBuffer) throws { try Double(native).write(to: &buffer) }

    /// Creates a number by reading a `Double`.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from buffer: inout BinaryReadBuffer) throws { self.init(try Double(from: &buffer)) }
}

extension CGFloat: TrivialNumber {}

extension CGPoint: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes both coordinates.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try x.write(to: &buffer)
        try y.write(to: &buffer)
    }

    /// Creates a point by reading both coordinates.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let x = try CGFloat(from: &buffer)
        self.init(x: x, y: try CGFloat(from: &buffer))
    }
}

extension CGSize: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes the width and the height.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try width.write(to: &buffer)
        try height.write(to: &buffer)
    }

    /// Creates a size by reading its width and height.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let width = try CGFloat(from: &buffer)
        self.init(width: width, height: try CGFloat(from: &buffer))
    }
}

extension CGRect: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes the origin and the size.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try origin.write(to: &buffer)
        try size.write(to: &buffer)
    }

    /// Creates a rectangle by reading its origin and size.
    ///
    /// - Parameter buffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let origin = try CGPoint(from: &buffer)
        self.init(origin: origin, size: try CGSize(from: &buffer))
    }
}

// These types are written as the value that is archived in their place.
extension Date: BinaryOType, BinaryIType {}
extension UUID: BinaryOType, BinaryIType {}
extension URL: BinaryOType, BinaryIType {}
extension CharacterSet: BinaryOType, BinaryIType {}
extension Locale: BinaryOType, BinaryIType {}
extension IndexSet: BinaryOType, BinaryIType {}
extension IndexPath: BinaryOType, BinaryIType {}
#endif
