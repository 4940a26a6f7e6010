import GraphCodableMacros

/// What is known of a film.
@GCodable
struct Media {
    @GCodable
    enum Player: String {
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
}
