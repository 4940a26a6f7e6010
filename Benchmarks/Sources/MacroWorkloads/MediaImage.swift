import GraphCodableMacros

/// A picture of a film.
@GCodable
struct MediaImage {
    @GCodable
    enum Size: String {
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
}
