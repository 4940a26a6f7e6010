import GraphCodable

/// One of a million.
public struct SmallStruct: GCodable, Codable, Equatable {
    let id: Int32
    let x: Float
    let y: Float
    let isVisible: Bool

    init(_ id: Int32) {
        self.id = id
        x = Float(id) * 0.5
        y = Float(id) * -0.25
        isVisible = id % 3 == 0
    }

    private enum Key: String {
        case id, x, y, isVisible
    }

    public init(from decoder: GDecoder) throws {
        id = try decoder.decode(for: Key.id)
        x = try decoder.decode(for: Key.x)
        y = try decoder.decode(for: Key.y)
        isVisible = try decoder.decode(for: Key.isVisible)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(id, for: Key.id)
        try encoder.encode(x, for: Key.x)
        try encoder.encode(y, for: Key.y)
        try encoder.encode(isVisible, for: Key.isVisible)
    }
}
