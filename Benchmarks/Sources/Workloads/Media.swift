import GraphCodable

/// What is known of a film.
struct Media: GCodable, Codable, Equatable {
    enum Player: String, GCodable, Codable {
        case java, flash
    }

    var uri = "http://javaone.com/keynote.mpg"
    var title: String? = "Javaone Keynote"
    var width: Int32 = 640
    var height: Int32 = 480
    var format = "video/mpg4"
    var duration: Int64 = 18_000_000
    var size: Int64 = 58_982_400
    var bitrate: Int32? = 262_144
    var persons = ["Bill Gates", "Steve Jobs"]
    var player = Player.java
    var copyright: String?

    init() {}

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
