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

    /// A place to write a new archive to.
    ///
    /// - Parameters:
    ///   - text: A path, or `-` for standard output.
    ///   - replacing: Whether a file that exists is replaced, and a terminal is written to.
    /// - Throws: ``ToolError`` when something is there that would be lost.
    static func newOutput(_ text: String, replacing: Bool) throws(ToolError) -> ArchivePlace {
        let place = ArchivePlace(output: text, replacing: replacing)
        guard !replacing else { return place }
        if place.isStandardStream {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw ToolError(
                    .outputExists,
                    "An archive would only confuse the terminal. Redirect the output, name a file with --output, "
                        + "or use --force.")
            }
        } else if place.wouldBeLost {
            // Whatever appears there later is not replaced either, but it is better to say so before the work.
            throw ToolError.exists(place.name)
        }
        return place
    }

    /// Whether there is something that writing would replace: anything but a device or a pipe.
    private var wouldBeLost: Bool {
        switch status(followsLinks: false)?.kind {
        case .regular: true
        case .symbolicLink: !isDevice
        default: false
        }
    }

    /// Whether it is a device or a pipe.
    var isDevice: Bool { status()?.kind == .other }

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
