import Foundation
import GraphCodableCompression

/// A place that an archive is read from or written to, with a name for messages.
struct ArchivePlace {
    let endpoint: GraphContainer.Endpoint
    let name: String
    /// `nil` for a standard stream.
    let path: SystemPath?
    private let descriptor: Int32

    var isStandardStream: Bool { path == nil }

    init(input text: String) {
        self.init(text, descriptor: STDIN_FILENO, name: "standard input", replacing: true)
    }

    /// - Parameter replacing: Whether a file that exists is replaced.
    init(output text: String, replacing: Bool) {
        // By these names the system would open the file anew, at its beginning.
        let isStream = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(text)
        self.init(isStream ? "-" : text, descriptor: STDOUT_FILENO, name: "standard output", replacing: replacing)
    }

    private init(_ text: String, descriptor: Int32, name: String, replacing: Bool) {
        self.descriptor = descriptor
        guard text != "-" else {
            path = nil
            endpoint = .fileDescriptor(descriptor)
            self.name = name
            return
        }
        let path = SystemPath(bytes: ArgumentText.bytes(of: text))
        self.path = path
        endpoint = .bytes(path.bytes, replacing: replacing)
        self.name = path.description
    }

    /// What is there; `nil` when nothing is.
    func status(followsLinks: Bool = true) -> FileStatus? {
        let system = OperatingSystem()
        guard let path else { return try? system.status(of: descriptor) }
        return try? system.status(of: path, in: AT_FDCWD, followsLinks: followsLinks)
    }

    /// Whether it is a file that is at the other place, too, by whatever name, or would be.
    func isSameFile(as other: ArchivePlace) -> Bool {
        if let status = status(), let otherStatus = other.status() {
            return status.kind == .regular && status.identity == otherStatus.identity
        }
        guard let path, let otherPath = other.path else { return false }
        return DurableFile.areSamePlace(path, otherPath)
    }
}
