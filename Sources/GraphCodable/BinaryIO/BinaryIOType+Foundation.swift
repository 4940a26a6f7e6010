#if canImport(Foundation)
import Foundation

extension Data: BinaryOType, BinaryIType {
    /// Writes the number of bytes and the bytes.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: Nothing.
    /// - Complexity: O(*n*) for *n* bytes.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        wbuffer.appendCount(count)
        withUnsafeBytes { wbuffer.append($0) }
    }

    /// Creates data by reading the number of bytes and the bytes.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: `malformed` if too few bytes are left, `limitExceeded` if the policy does not allow so many.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let count = try rbuffer.readCount()
        self = try rbuffer.read(count) { Data($0) }
    }
}

extension CGFloat: GTrivialEncodable, GTrivialDecodable {
    /// Writes the number as a `Double`.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws { try Double(native).write(to: &wbuffer) }

    /// Creates a number by reading a `Double`.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws { self.init(try Double(from: &rbuffer)) }
}

extension CGFloat: TrivialNumber {}

extension CGPoint: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes both coordinates.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        try x.write(to: &wbuffer)
        try y.write(to: &wbuffer)
    }

    /// Creates a point by reading both coordinates.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let x = try CGFloat(from: &rbuffer)
        self.init(x: x, y: try CGFloat(from: &rbuffer))
    }
}

extension CGSize: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes the width and the height.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        try width.write(to: &wbuffer)
        try height.write(to: &wbuffer)
    }

    /// Creates a size by reading its width and height.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let width = try CGFloat(from: &rbuffer)
        self.init(width: width, height: try CGFloat(from: &rbuffer))
    }
}

extension CGRect: GTrivialEncodable, GTrivialDecodable, KeepsItsForm {
    /// Writes the origin and the size.
    ///
    /// - Parameter wbuffer: The buffer to write to.
    /// - Throws: Nothing.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        try origin.write(to: &wbuffer)
        try size.write(to: &wbuffer)
    }

    /// Creates a rectangle by reading its origin and size.
    ///
    /// - Parameter rbuffer: The buffer to read from.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let origin = try CGPoint(from: &rbuffer)
        self.init(origin: origin, size: try CGSize(from: &rbuffer))
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
