import Foundation

/// Prevents other processes and threads from moving the backups of a file at the same time.
///
/// The lock is a file of its own, because the caller may have locked the folder or the saved file. It is
/// removed after a save, if the file system has locks. If the process is killed, its lock is released.
struct SaverLock {
    private let entry: FolderEntry
    /// `nil` if there are no locks. Then concurrent saves are not safe.
    private let file: TemporaryFile?

    /// Distinguishes the lock's name from those of temporary files.
    static let distinction = "lock"

    /// Waits until no other saver moves the backups.
    ///
    /// - Parameters:
    ///   - patience: The maximum wait for others, in milliseconds. They take a few milliseconds, or longer on a slow disk.
    ///   - waits: A closure that is called every 10 ms meanwhile. If it throws an error, the wait ends.
    /// - Throws: `GraphContainerError.fileFailure` when the patience ends, or if a system call fails; the errors of `waits`.
    init(_ entry: FolderEntry, patience: Int = 60_000, waits: () throws -> Void) throws {
        self.entry = entry
        let name = entry.temporaryName(Self.distinction)
        var waited = 0
        while waited < patience {
            let opened = try Self.open(name, entry)
            let lock = opened?.lock() ?? .unknown
            guard lock != .unknown else {
                file = nil
                return
            }
            // The previous owner may have removed the file.
            if lock == .acquired, try opened?.hasName(beside: entry) == true {
                file = opened
                return
            }
            // The file stays, because another saver may hold the lock.
            try waits()
            let pause = min(waited + 1, 10)
            usleep(UInt32(pause) * 1_000)
            waited += pause
        }
        throw GraphContainerError(
            .fileFailure, "Another saver has been moving backups for a minute; the file was not saved.",
            path: entry.text)
    }

    /// Removes the file. The lock ends with this value.
    func release() {
        guard let file else { return }
        // Only the lock matters: if the file remains, the next saver uses it.
        try? entry.system.remove(file.name, in: entry.folder)
    }

    /// Opens the lock file, which another saver may have created; `nil` if that saver denies access.
    private static func open(
        _ name: SystemPath, _ entry: FolderEntry
    ) throws(GraphContainerError) -> TemporaryFile? {
        do {
            do {
                let made = try TemporaryFile.openForLocking(name, beside: entry, creating: O_CREAT | O_EXCL)
                // The umask must not keep other users who save the same file from the lock.
                try? fileCall("", nil, entry.system.changeMode(made.output.descriptor, 0o666))
                return made
            } catch  where error.isSystemError(EEXIST) {
                return try TemporaryFile.openForLocking(name, beside: entry, creating: O_CREAT)
            }
        } catch {
            guard error.isSystemError(EACCES) || error.isSystemError(ELOOP) else { throw error }
            return nil
        }
    }
}
