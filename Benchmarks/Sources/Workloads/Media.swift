import GraphCodable

/// What is known of a film.
struct Media: GCodable, Codable, Equatable {
    enum Player: String, GCodable, Codable {
        case java, flash
    }

    var uri: String
    var title: String?
    var width: Int32
    var height: Int32
    var format: String
    var duration: Int64
    var size: Int64
    var bitrate: Int32?
    var persons: [String]
    var player: Player
    var copyright: String?

    init() {
        uri = "http://javaone.com/keynote.mpg"
        title = "Javaone Keynote"
        width = 640
        height = 480
        format = "video/mpg4"
        duration = 18_000_000
        size = 58_982_400
        bitrate = 262_144
        persons = ["Bill Gates", "Steve Jobs"]
        player = .java
    }

    private enum Key: String {
        case uri, title, width, height, format, duration, size, bitrate, persons, player, copyright
    }

    init(from decoder: GDecoder) throws {
        uri = try decoder.decode(for: Key.uri)
        title = try decoder.decode(for: Key.title)
        width = try decoder.decode(for: Key.width)
        height = try decoder.decode(for: Key.height)
        format = try decoder.decode(for: Key.format)
        duration = try decoder.decode(for: Key.duration)
        size = try decoder.decode(for: Key.size)
        bitrate = try decoder.decode(for: Key.bitrate)
        persons = try decoder.decode(for: Key.persons)
        player = try decoder.decode(for: Key.player)
        copyright = try decoder.decode(for: Key.copyright)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(uri, for: Key.uri)
        try encoder.encode(title, for: Key.title)
        try encoder.encode(width, for: Key.width)
        try encoder.encode(height, for: Key.height)
        try encoder.encode(format, for: Key.format)
        try encoder.encode(duration, for: Key.duration)
        try encoder.encode(size, for: Key.size)
        try encoder.encode(bitrate, for: Key.bitrate)
        try encoder.encode(persons, for: Key.persons)
        try encoder.encode(player, for: Key.player)
        try encoder.encode(copyright, for: Key.copyright)
    }
}
