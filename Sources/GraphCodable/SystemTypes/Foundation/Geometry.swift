import Foundation

extension CGFloat: GEncodable, GDecodable, StaysInPlace, KeepsItsForm {
    public func _encode(into writer: _GraphWriter) throws { try Double(native)._encode(into: writer) }

    public static func _decode(from reader: _GraphReader) throws -> CGFloat {
        let start = reader.state.pointee.cursor
        let value = try reader.readDouble()
        let narrowed = CGFloat(value)
        guard Double(narrowed.native).bitPattern == value.bitPattern || value.isNaN else {
            throw reader.outOfRange(CGFloat.self, at: start)
        }
        return narrowed
    }
}

extension CGPoint: _GPair {
    public static var _pairKeys: (String, String) { ("x", "y") }
    public func _pair() -> (CGFloat, CGFloat) { (x, y) }
    public init(_pair: (CGFloat, CGFloat)) { self.init(x: _pair.0, y: _pair.1) }
}

extension CGSize: _GPair {
    public static var _pairKeys: (String, String) { ("width", "height") }
    public func _pair() -> (CGFloat, CGFloat) { (width, height) }
    public init(_pair: (CGFloat, CGFloat)) { self.init(width: _pair.0, height: _pair.1) }
}

// The rectangle is not standardized.
extension CGRect: _GPair {
    public static var _pairKeys: (String, String) { ("origin", "size") }
    public func _pair() -> (CGPoint, CGSize) { (origin, size) }
    public init(_pair: (CGPoint, CGSize)) { self.init(origin: _pair.0, size: _pair.1) }
}

#if canImport(CoreGraphics)
import CoreGraphics

extension CGVector: _GPair {
    public static var _pairKeys: (String, String) { ("dx", "dy") }
    public func _pair() -> (CGFloat, CGFloat) { (dx, dy) }
    public init(_pair: (CGFloat, CGFloat)) { self.init(dx: _pair.0, dy: _pair.1) }
}
#endif

extension AffineTransform: GEncodable, GDecodable {
    private enum Key: String {
        case m11, m12, m21, m22, tX, tY
    }

    private static let elements: [(key: Key, path: WritableKeyPath<AffineTransform, CGFloat> & Sendable)] = [
        (.m11, \.m11), (.m12, \.m12), (.m21, \.m21), (.m22, \.m22), (.tX, \.tX), (.tY, \.tY),
    ]

    /// Encodes the six elements.
    public func encode(to encoder: GEncoder) throws {
        for (key, path) in Self.elements {
            try encoder.encode(self[keyPath: path], for: key)
        }
    }

    /// Creates a transform by decoding its six elements.
    public init(from decoder: GDecoder) throws {
        self.init()
        for (key, path) in Self.elements {
            self[keyPath: path] = try decoder.decode(for: key)
        }
    }
}
