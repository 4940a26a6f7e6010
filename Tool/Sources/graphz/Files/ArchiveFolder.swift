import Foundation
import GraphCodableCompression

/// A folder to search for archives.
enum ArchiveFolder {
    /// Returns the paths of the archives in the folder and its subfolders, in order. Doesn't follow symbolic links.
    ///
    /// - Parameters:
    ///   - path: The path in the form of an argument.
    ///   - endings: The endings of the names of archives.
    /// - Returns: The paths, and those of folders that cannot be read, each with its error. If nothing is found, the folder
    ///   itself with an error.
    static func archives(in path: String, endings: [String]) -> [ArchiveInputs.Item] {
        var found: [ArchiveInputs.Item] = []
        var folders = [path]
        while let folder = folders.popLast() {
            do throws(ToolError) {
                let paths = try names(in: folder).sorted().map {
                    folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)"
                }
                var inner: [String] = []
                for path in paths {
                    switch ArchiveEndpoint(input: path).status(followsLinks: false)?.kind {
                    case .directory: inner.append(path)
                    case .regular where endings.contains { path.hasSuffix($0) }: found.append((path, nil))
                    default: break
                    }
                }
                folders += inner.reversed()
            } catch {
                found.append((folder, error))
            }
        }
        guard !found.isEmpty else {
            let name = SystemPath(bytes: ArgumentText.bytes(of: path))
            let names = endings.joined(separator: " or ")
            let text = "\(name): No file in this folder has a name that ends with \(names)."
            return [(path, ToolError(.fileFailure, text))]
        }
        return found
    }

    /// Returns the names of a folder's entries, in the form of arguments.
    private static func names(in folder: String) throws(ToolError) -> [String] {
        let path = SystemPath(bytes: ArgumentText.bytes(of: folder))
        guard let stream = opendir(path.cString) else { throw unreadable(path) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if bytes != Array(".".utf8), bytes != Array("..".utf8) {
                names.append(ArgumentText.text(of: bytes))
            }
        }
        guard errno == 0 else { throw unreadable(path) }
        return names
    }

    private static func unreadable(_ path: SystemPath) -> ToolError {
        ToolError(.fileFailure, "\(path): \(ToolError.failure("The folder cannot be read.", errno))")
    }
}
