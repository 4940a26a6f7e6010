import Foundation

/// A temporary file beside the file to save, locked while its owner exists.
///
/// The lock shows others whether the owner is alive. After locking a file, check that it still has its name, because
/// the previous owner may have removed it. Only the owner of the lock removes the name.
struct TemporaryFile {
    let name: SystemPath
    /// The open file. The lock lasts until it is closed.
    let output: OpenFile

    /// The number of names to try before a random one.
    private static let numberedNameCount = 1_000
    /// The number of consecutive free names that end the search for names in use.
    private static let gap = 8

    /// Creates a temporary file for exclusive use, and removes abandoned ones.
    ///
    /// - Parameter mode: The mode, to which the process's umask applies.
    static func makeTemporary(beside entry: FolderEntry, mode: UInt32) throws(GraphContainerError) -> TemporaryFile {
        _ = removeIfAbandoned(entry.temporaryName(SaverLock.distinction), beside: entry)
        var made: TemporaryFile?
        var freeCount = 0
        for number in 0..<numberedNameCount where freeCount < gap {
            let name = entry.temporaryName("\(number)")
            // If every call is interrupted, each further name would take a thousand calls.
            guard let isFree = removeIfAbandoned(name, beside: entry) else { break }
            if isFree, made == nil {
                made = try make(name, beside: entry, mode)
            } else {
                freeCount = isFree ? freeCount + 1 : 0
            }
        }
        if let made { return made }
        // Without locks it is impossible to determine which files are in use.
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        if let made = try make(entry.temporaryName(random), beside: entry, mode) { return made }
        throw GraphContainerError(
            .fileFailure, "No free name for a temporary file was found in the folder.", path: entry.text)
    }

    /// Creates a file; returns `nil` if the name is taken.
    private static func make(
        _ name: SystemPath, beside entry: FolderEntry, _ mode: UInt32
    ) throws(GraphContainerError) -> TemporaryFile? {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = try fileCall(
            "A temporary file cannot be made in the folder.", entry.text, expecting: [EEXIST],
            entry.system.open(name, in: entry.folder, flags, mode))
        guard let descriptor = opened else { return nil }
        let output = OpenFile(descriptor, .regular, path: entry.text, system: entry.system)
        let file = TemporaryFile(name: name, output: output)
        // Another process may remove the file as abandoned, between creating and locking it.
        guard file.lock() != .taken else { return nil }
        do {
            return try file.hasName(beside: entry) ? file : nil
        } catch {
            try? entry.system.remove(name, in: entry.folder)
            throw error
        }
    }

    /// Removes a temporary file unless its owner is alive. Errors are ignored.
    ///
    /// - Returns: Whether the name is free now; `nil` if the system interrupts every call.
    private static func removeIfAbandoned(_ name: SystemPath, beside entry: FolderEntry) -> Bool? {
        do {
            guard let status = try entry.status(of: name) else { return true }
            guard status.kind == .regular else { return false }
            let file = try openForLocking(name, beside: entry)
            // Nobody else may lock the file before its name is gone.
            defer { withExtendedLifetime(file) {} }
            guard file.lock() == .acquired, try file.hasName(beside: entry) else { return false }
            try entry.system.remove(name, in: entry.folder)
            return true
        } catch {
            return error.isSystemError(EINTR) ? nil : false
        }
    }
}

extension TemporaryFile {
    // MARK: Locking

    /// Opens a file in order to lock it: for writing if that is permitted, because NFS does not lock other files.
    ///
    /// - Parameter flags: `O_CREAT`, with `O_EXCL` or not, or 0.
    static func openForLocking(
        _ name: SystemPath, beside entry: FolderEntry, creating flags: Int32 = 0
    ) throws(GraphContainerError) -> TemporaryFile {
        func open(_ access: Int32) throws(GraphContainerError) -> TemporaryFile {
            let flags = access | flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let descriptor = try fileCall(
                "A file that serves as a lock cannot be opened; the file was not saved.", entry.text,
                entry.system.open(name, in: entry.folder, flags, 0o666))
            let output = OpenFile(descriptor, .regular, path: entry.text, system: entry.system)
            return TemporaryFile(name: name, output: output)
        }
        do {
            return try open(O_RDWR)
        } catch {
            guard error.isSystemError(EACCES) else { throw error }
            return try open(O_RDONLY)
        }
    }

    enum Lock {
        case acquired, taken
        /// The file system has no locks.
        case unknown
    }

    func lock() -> Lock {
        do {
            try fileCall("", nil, output.system.lock(output.descriptor))
            return .acquired
        } catch {
            return error.isSystemError(EWOULDBLOCK) ? .taken : .unknown
        }
    }

    /// Whether the name still refers to this file.
    func hasName(beside entry: FolderEntry) throws(GraphContainerError) -> Bool {
        let own = try fileCall(
            "A temporary file cannot be examined.", entry.text, entry.system.status(of: output.descriptor))
        return try entry.status(of: name)?.identity == own.identity
    }
}
