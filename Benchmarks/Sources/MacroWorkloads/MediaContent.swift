import GraphCodableMacros

/// A film and its pictures: the shape by which serializers of many languages are compared.
@GCodable
public struct MediaContent {
    var media = Media()
    var images = [
        MediaImage(uri: "http://javaone.com/keynote_large.jpg", title: "Javaone Keynote", size: .large),
        MediaImage(uri: "http://javaone.com/keynote_small.jpg", title: nil, size: .small),
    ]

    public init() {}
}
