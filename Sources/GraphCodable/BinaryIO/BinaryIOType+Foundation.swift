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

// These types are written as the value that is archived in their place.
extension Date: BinaryOType, BinaryIType {}
extension UUID: BinaryOType, BinaryIType {}
extension URL: BinaryOType, BinaryIType {}
extension CharacterSet: BinaryOType, BinaryIType {}
extension Locale: BinaryOType, BinaryIType {}
extension IndexSet: BinaryOType, BinaryIType {}
extension IndexPath: BinaryOType, BinaryIType {}
#endif
