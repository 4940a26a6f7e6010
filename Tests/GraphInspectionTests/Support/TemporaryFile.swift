import Foundation

/// A file that is gone when it is no longer used.
final class TemporaryFile {
    private let url: URL

    init(_ bytes: some Sequence<UInt8>) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("inspection-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path }
}
