import Foundation
import GraphCodableCompression

/// A location to read an archive from or write it to, with a name for messages.
struct ArchiveEndpoint {
    let endpoint: GraphContainer.Endpoint
    let name: String
    /// The path; `nil` for a standard stream.
    let path: SystemPath?
    private let descriptor: Int32

    var isStandardStream: Bool { path == nil }

    /// - Parameter text: A path, or `-` for standard input.
    init(input text: String) {
        self.init(text, descriptor: STDIN_FILENO, name: "standard input", replacing: true)
    }

    /// - Parameter text: A path, or `-` for standard output.
    init(output text: String, replacing: Bool) {
        self.init(text, descriptor: STDOUT_FILENO, name: "standard output", replacing: replacing)
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
        endpoint = .path(bytes: path.bytes, replacing: replacing)
        self.name = path.description
    }

    /// Returns a location for a new archive: a path, or `-` for standard output.
    ///
    /// - Throws: ``ToolError`` if the output exists or is a terminal, unless `replacing` is true.
    static func newOutput(_ text: String, replacing: Bool) throws(ToolError) -> ArchiveEndpoint {
        let place = ArchiveEndpoint(output: text, replacing: replacing)
        guard !replacing else { return place }
        if place.isTerminal {
            throw ToolError(
                .outputExists,
                "\(place.isStandardStream ? "" : "\(place.name): ")An archive would only confuse the terminal. "
                    + (place.isStandardStream ? "Redirect the output, name a file with --output, " : "Name a file, ")
                    + "or use --force.")
        } else if !place.isStandardStream, place.wouldBeLost {
            // Writing doesn't replace a file that appears later either, but an early error saves the work.
            throw ToolError.exists(place.name)
        }
        return place
    }

    /// Whether writing would replace something other than a device or a pipe.
    private var wouldBeLost: Bool {
        switch status(followsLinks: false)?.kind {
        case .regular: true
        case .symbolicLink: !isDevice
        default: false
        }
    }

    /// Whether the location is a terminal, by any name.
    private var isTerminal: Bool {
        guard let path else { return isatty(descriptor) != 0 }
        // Opening a pipe would tell its reader that there is a writer.
        guard status()?.kind == .characterDevice else { return false }
        let system = OperatingSystem()
        guard
            let device = try? system.open(path, in: AT_FDCWD, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC, 0)
        else { return false }
        defer { try? system.close(device) }
        return isatty(device) != 0
    }

    /// Whether the location is a device or a pipe.
    var isDevice: Bool { [.characterDevice, .pipe, .other].contains(status()?.kind) }

    /// Returns the status of the file; `nil` if it doesn't exist.
    func status(followsLinks: Bool = true) -> FileStatus? {
        let system = OperatingSystem()
        guard let path else { return try? system.status(of: descriptor) }
        return try? system.status(of: path, in: AT_FDCWD, followsLinks: followsLinks)
    }

    /// Throws an error if there is no such file.
    func checkExistence() throws(ToolError) {
        // An empty path is reported when it is opened.
        guard let path, !path.bytes.isEmpty else { return }
        do {
            _ = try OperatingSystem().status(of: path, in: AT_FDCWD, followsLinks: true)
        } catch  where error.number == ENOENT {
            throw ToolError(.fileFailure, "\(name): \(ToolError.failure("Cannot open", error.number))")
        } catch {}
    }

    /// Throws an error if writing would replace the input.
    func checkDifference(from input: ArchiveEndpoint) throws(ToolError) {
        guard input.isSameFile(as: self) else { return }
        throw ToolError(
            .usage, "\(name): This is the input, which its output must not replace. Name another.")
    }

    /// Writes what is made from an archive, such as a picture or a page: as a whole, or not at all.
    ///
    /// The archive is never replaced. Whoever may not read it may not read the new file.
    func write(
        from input: ArchiveEndpoint?, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        if let input { try checkDifference(from: input) }
        let output = endpoint.with(try input?.endpoint.attributes)
        try naming(name) {
            try GraphContainer.withOutput(output, waits: Interruption.check) { write in
                try body {
                    try Interruption.check()
                    try write($0)
                }
            }
        }
    }

    /// Whether both locations are, or would be, the same file, even by different names.
    func isSameFile(as other: ArchiveEndpoint) -> Bool {
        if let status = status(), let otherStatus = other.status() {
            return status.kind == .regular && status.identity == otherStatus.identity
        }
        guard let path, let otherPath = other.path else { return false }
        return AtomicFileWriter.areSameFile(path, otherPath)
    }
}
