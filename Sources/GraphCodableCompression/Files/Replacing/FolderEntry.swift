import Foundation

/// The location that a path refers to after following symbolic links: a name in an open folder.
///
/// Because the folder remains open, moving it or changing the working directory has no effect.
final class FolderEntry {
    let folder: Int32
    let name: SystemPath
    /// The path without a symbolic link at its end.
    let path: SystemPath
    /// The path for messages.
    let text: String
    let system: any SystemCalls

    /// The same number of links as Linux follows.
    private static let maximumLinkCount = 40
    /// File systems limit names to 255 bytes. The difference is reserved for additions to the names of temporary files.
    private static let maximumNameLength = 200

    private init(_ folder: Int32, name: SystemPath, path: SystemPath, _ system: any SystemCalls) {
        self.folder = folder
        self.name = name
        self.path = path
        text = path.description
        self.system = system
    }

    deinit {
        try? system.close(folder)
    }

    /// Follows symbolic links. Returns `nil` for a device or a pipe, which must be opened by its path.
    ///
    /// - Parameter mustBeFree: Whether anything at the path, even a broken link, is an error.
    static func resolve(
        _ original: SystemPath, mustBeFree: Bool = false, _ system: any SystemCalls
    ) throws(GraphContainerError) -> FolderEntry? {
        try original.check()
        switch try status(of: original, in: AT_FDCWD, followsLinks: true, original, system)?.kind {
        case .directory:
            throw GraphContainerError(
                .fileFailure, "This is a directory; a file cannot be saved over it.", path: original.description)
        case .characterDevice, .pipe, .other: return nil
        case .regular where mustBeFree: throw GraphContainerError.exists(original.description)
        case .regular: return try follow(original, mustExist: true, mustBeFree: false, system)
        default: return try follow(original, mustExist: false, mustBeFree: mustBeFree, system)
        }
    }

    private static func circle(_ path: SystemPath) -> GraphContainerError {
        GraphContainerError(.fileFailure, "Symbolic links form a cycle.", path: path.description)
    }

    private static func follow(
        _ original: SystemPath, mustExist: Bool, mustBeFree: Bool, _ system: any SystemCalls
    ) throws(GraphContainerError) -> FolderEntry {
        var entry = try open(original, in: AT_FDCWD, path: original, system)
        for count in 0...maximumLinkCount {
            let current = entry
            let found = try current.status(of: current.name)
            guard found?.kind == .symbolicLink else {
                // Links that the system resolves specially, such as /proc/self/fd/1, may refer to a file without a
                // name.
                try require(
                    found != nil || !mustExist || count == 0, or: .fileFailure,
                    "This leads to a file that has no name any more.", path: original.description)
                return current
            }
            guard !mustBeFree else { throw GraphContainerError.exists(current.text) }
            let target = try fileCall(
                "The symbolic link cannot be read.", current.text,
                system.destination(ofLink: current.name, in: current.folder))
            try target.check()
            entry = try open(
                target, in: current.folder, path: current.path.parts.folder.appending(target), system)
        }
        throw circle(original)
    }

    private static func open(
        _ relative: SystemPath, in base: Int32, path: SystemPath, _ system: any SystemCalls
    ) throws(GraphContainerError) -> FolderEntry {
        let (folder, name) = relative.parts
        try require(
            !name.bytes.isEmpty, or: .fileFailure, "This names a directory, not a file.", path: path.description)
        let descriptor = try fileCall(
            "The folder cannot be opened in order to save.", path.description,
            system.open(folder, in: base, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
        return FolderEntry(descriptor, name: name, path: path, system)
    }
}

extension FolderEntry {
    // MARK: Names in the folder

    /// Returns the name of a previous version, 1 for the newest.
    func backup(_ number: Int) -> SystemPath {
        SystemPath(bytes: name.bytes + Array(".\(number)".utf8))
    }

    func backupPath(_ number: Int) -> SystemPath {
        path.parts.folder.appending(backup(number))
    }

    /// Returns the name of a temporary file: hidden, and with the suffix `.tmp`.
    func temporaryName(_ distinction: String) -> SystemPath {
        var start = name.bytes
        if start.count > Self.maximumNameLength {
            // Some systems don't accept a name that ends within a character.
            let text = String(decoding: start, as: UTF8.self)
            start = text.unicodeScalars.reduce(into: []) { bytes, scalar in
                if bytes.count + 4 <= Self.maximumNameLength { bytes += Array(String(scalar).utf8) }
            }
        }
        return SystemPath(bytes: Array(".".utf8) + start + Array(".graphz-\(distinction).tmp".utf8))
    }

    /// Whether both are the same name in the same folder.
    func isSame(as other: FolderEntry) -> Bool {
        guard let status = try? system.status(of: folder), let otherStatus = try? system.status(of: other.folder)
        else { return false }
        return status.identity == otherStatus.identity && name == other.name
    }

    /// Returns the status of a file in the folder; `nil` if it doesn't exist.
    func status(of name: SystemPath) throws(GraphContainerError) -> FileStatus? {
        try Self.status(of: name, in: folder, followsLinks: false, path.parts.folder.appending(name), system)
    }

    /// Returns whether a file in the folder, of this status, begins with the signature of an archive.
    ///
    /// - Parameter unreadable: The result for a file that may not be read, which may be one.
    func isArchive(
        _ name: SystemPath, _ status: FileStatus, ifUnreadable unreadable: Bool = true
    ) throws(GraphContainerError) -> Bool {
        guard status.kind == .regular else { return false }
        let bytes: [UInt8]
        do throws(GraphContainerError) {
            bytes = try OpenFile.reading(name, in: self).bytes(ContainerFormat.signature.count, at: 0)
        } catch {
            guard error.isSystemError(EACCES) else { throw error }
            return unreadable
        }
        return bytes.withUnsafeBytes { (try? ArchiveKind(prefix: $0)) != nil }
    }

    private static func status(
        of name: SystemPath, in folder: Int32, followsLinks: Bool, _ path: SystemPath, _ system: any SystemCalls
    ) throws(GraphContainerError) -> FileStatus? {
        do {
            return try fileCall(
                "The file cannot be examined.", path.description, expecting: [ENOENT],
                system.status(of: name, in: folder, followsLinks: followsLinks))
        } catch {
            throw error.isSystemError(ELOOP) ? circle(path) : error
        }
    }
}

extension GraphContainerError {
    static func exists(_ path: String) -> GraphContainerError {
        GraphContainerError(.fileExists, "There is a file already, and it is not to be replaced.", path: path)
    }
}
