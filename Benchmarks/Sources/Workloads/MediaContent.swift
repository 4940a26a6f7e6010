import GraphCodable

/// A film and its pictures: the shape by which serializers of many languages are compared.
public struct MediaContent: GCodable, Codable, Equatable {
    var media = Media()
    var images = [
        MediaImage(uri: "http://javaone.com/keynote_large.jpg", title: "Javaone Keynote", size: .large),
        MediaImage(uri: "http://javaone.com/keynote_small.jpg", title: nil, size: .small),
    ]

    public init() {}

    private enum Key: String {
        case media, images
    }

    public init(from decoder: GDecoder) throws {
        media = try decoder.decode(for: Key.media)
        images = try decoder.decode(for: Key.images)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(media, for: Key.media)
        try encoder.encode(images, for: Key.images)
    }
}
