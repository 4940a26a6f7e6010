#if canImport(Foundation)
import Foundation

extension CGFloat: GEncodable, GDecodable, StaysInPlace {
    public func _encode(into writer: _GraphWriter) throws { try Double(native)._encode(into: writer) }

    public static func _decode(from reader: _GraphReader) throws -> CGFloat {
        let value = try reader.readDouble()
        let narrowed = CGFloat(value)
        guard Double(narrowed.native).bitPattern == value.bitPattern || value.isNaN else {
            throw reader.outOfRange(CGFloat.self)
        }
        return narrowed
    }
}

private enum Key: String {
    case x, y, width, height, dx, dy, origin, size, m11, m12, m21, m22, tX, tY
}

extension CGPoint: GEncodable, GDecodable {
    /// Encodes both coordinates.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(x, for: Key.x)
        try encoder.encode(y, for: Key.y)
    }

    /// Creates a point by decoding both coordinates.
    public init(from decoder: GDecoder) throws {
        let x: CGFloat = try decoder.decode(for: Key.x)
        self.init(x: x, y: try decoder.decode(for: Key.y) as CGFloat)
    }
}

extension CGSize: GEncodable, GDecodable {
    /// Encodes the width and the height.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(width, for: Key.width)
        try encoder.encode(height, for: Key.height)
    }

    /// Creates a size by decoding its width and height.
    public init(from decoder: GDecoder) throws {
        let width: CGFloat = try decoder.decode(for: Key.width)
        self.init(width: width, height: try decoder.decode(for: Key.height) as CGFloat)
    }
}

extension CGRect: GEncodable, GDecodable {
    /// Encodes the origin and the size, without standardizing the rectangle.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(origin, for: Key.origin)
        try encoder.encode(size, for: Key.size)
    }

    /// Creates a rectangle by decoding its origin and size.
    public init(from decoder: GDecoder) throws {
        let origin: CGPoint = try decoder.decode(for: Key.origin)
        self.init(origin: origin, size: try decoder.decode(for: Key.size))
    }
}

extension AffineTransform: GEncodable, GDecodable {
    /// Encodes the six elements.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(m11, for: Key.m11)
        try encoder.encode(m12, for: Key.m12)
        try encoder.encode(m21, for: Key.m21)
        try encoder.encode(m22, for: Key.m22)
        try encoder.encode(tX, for: Key.tX)
        try encoder.encode(tY, for: Key.tY)
    }

    /// Creates a transform by decoding its six elements.
    public init(from decoder: GDecoder) throws {
        self.init()
        m11 = try decoder.decode(for: Key.m11)
        m12 = try decoder.decode(for: Key.m12)
        m21 = try decoder.decode(for: Key.m21)
        m22 = try decoder.decode(for: Key.m22)
        tX = try decoder.decode(for: Key.tX)
        tY = try decoder.decode(for: Key.tY)
    }
}

#if canImport(CoreGraphics)
import CoreGraphics

extension CGVector: GEncodable, GDecodable {
    /// Encodes both components.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(dx, for: Key.dx)
        try encoder.encode(dy, for: Key.dy)
    }

    /// Creates a vector by decoding both components.
    public init(from decoder: GDecoder) throws {
        let dx: CGFloat = try decoder.decode(for: Key.dx)
        self.init(dx: dx, dy: try decoder.decode(for: Key.dy) as CGFloat)
    }
}
#endif
#endif
