#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The place that a path leads to after all symbolic links, and what is there.
struct FilePlace {
    /// The path without a symbolic link at its end.
    let path: String
    /// What is there; `nil` when nothing is.
    let status: FileStatus?

    /// As many links as Linux follows.
    private static let maximumLinkCount = 40
    /// File systems limit names to 255 bytes; the rest is for what a temporary name adds.
    private static let maximumNameLength = 200

    /// Follows symbolic links.
    ///
    /// - Throws: `GraphContainerError`: `fileFailure` for a folder, for links that lead in a circle, and when the system
    ///   refuses; `invalidArgument` for a path that no file can have.
    init(resolving original: String, _ system: any SystemCalls) throws(GraphContainerError) {
        try checkPath(original)
        var path = original
        for _ in 0...Self.maximumLinkCount {
            let current = path
            let status = try Self.status(current, system)
            switch status?.kind {
            case .symbolicLink:
                let target = try fileCall("The symbolic link cannot be read.", current) { () throws(SystemCallError) in
                    try system.destination(ofLink: current)
                }
                try checkPath(target)
                path = target.hasPrefix("/") ? target : Self.folder(of: current) + "/" + target
            case .directory:
                throw GraphContainerError(
                    .fileFailure, "This is a directory; a file cannot be saved over it.", path: path)
            default:
                guard !path.hasSuffix("/") else {
                    throw GraphContainerError(.fileFailure, "This names a directory, not a file.", path: path)
                }
                self.path = path
                self.status = status
                return
            }
        }
        throw GraphContainerError(.fileFailure, "Symbolic links lead in a circle.", path: original)
    }

    /// The folder that the file is in.
    var folder: String { Self.folder(of: path) }

    /// The path of an older version, 1 for the newest of them.
    func backup(_ number: Int) -> String { "\(path).\(number)" }

    /// A path in the same folder with a name that cannot be guessed.
    func temporaryPath() -> String {
        var name = Substring(path.split(separator: "/").last ?? "")
        while name.utf8.count > Self.maximumNameLength {
            name.removeLast()
        }
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        return "\(folder)/.\(name).\(number).tmp"
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func status(
        _ path: String, _ system: any SystemCalls
    ) throws(GraphContainerError) -> FileStatus? {
        do {
            return try fileCall("The file cannot be examined.", path) { () throws(SystemCallError) in
                try system.status(ofPath: path)
            }
        } catch {
            guard (error.underlyingError as? SystemCallError)?.number == ENOENT else { throw error }
            return nil
        }
    }
}
