import GraphCodable

/// A picture of a film.
struct MediaImage: GCodable, Codable, Equatable {
    enum Size: String, GCodable, Codable {
        case small, large
    }

    var uri: String
    var title: String?
    var width: Int32
    var height: Int32
    var size: Size

    init(uri: String, title: String?, size: Size) {
        self.uri = uri
        self.title = title
        width = size == .large ? 1_024 : 320
        height = size == .large ? 768 : 240
        self.size = size
    }

    private enum Key: String {
        case uri, title, width, height, size
    }

    init(from decoder: GDecoder) throws {
        uri = try decoder.decode(for: Key.uri)
        title = try decoder.decode(for: Key.title)
        width = try decoder.decode(for: Key.width)
        height = try decoder.decode(for: Key.height)
        size = try decoder.decode(for: Key.size)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(uri, for: Key.uri)
        try encoder.encode(title, for: Key.title)
        try encoder.encode(width, for: Key.width)
        try encoder.encode(height, for: Key.height)
        try encoder.encode(size, for: Key.size)
    }
}
