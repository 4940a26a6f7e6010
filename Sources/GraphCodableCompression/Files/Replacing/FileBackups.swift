import Foundation

/// The previous versions of a file: `file.1`, the newest, to `file.n`.
///
/// If something other than an archive has the name of a backup, such as a folder, saving skips that number.
///
/// No call replaces a file, or removes the last name of a version to keep. So if saving ends early, all versions still
/// exist: as `file`, `file.1` … `file.n+1`, in their order, but with a gap, or with one version under two names. The
/// next save continues from there. If several in a row end just before they remove the oldest backup, there is one more for each.
struct FileBackups {
    let entry: FolderEntry

    /// The maximum number of backups to search. It exceeds any number that can be requested.
    private static let limit = 10_000

    /// Returns whether the file is a backup already, because a save ended early.
    func includesCurrent() throws(GraphContainerError) -> Bool {
        guard let current = try entry.status(of: entry.name) else { return false }
        var number = 1
        while number < Self.limit, let backup = try entry.status(of: entry.backup(number)) {
            if backup.isSameFile(as: current) { return true }
            number += 1
        }
        return false
    }

    /// Makes the file its own newest backup, and moves the others up as far as there is no gap.
    ///
    /// The file itself keeps its name all the time: it gets a second one.
    ///
    /// - Returns: False if the file doesn't exist.
    /// - Throws: `fileFailure`, before anything has changed, if a backup cannot be examined.
    func keepCurrent() throws(GraphContainerError) -> Bool {
        guard var newer = try entry.status(of: entry.name) else { return false }
        var numbers = [0]
        var free = 1
        while free < Self.limit, let older = try entry.status(of: entry.backup(free)) {
            if older.isSameFile(as: newer) {
                // A version with two names was being moved when a save ended early.
                guard let last = numbers.popLast(), last > 0 else { return true }
                free = last
                try remove(free, "A backup with two names cannot lose one, so the new file was not saved.")
                break
            }
            if try entry.isArchive(entry.backup(free), older) {
                numbers.append(free)
                newer = older
            }
            free += 1
        }
        while let number = numbers.popLast(), number > 0 {
            try entry.moveExclusively(
                entry.backup(number), to: entry.backup(free), "A backup cannot be moved.",
                entry.backupPath(number).description)
            free = number
        }
        try fileCall(
            "The old file cannot be kept as a backup.", entry.text,
            entry.system.link(entry.name, to: entry.backup(free), in: entry.folder))
        return true
    }

    /// Removes the backups beyond a number, the oldest first. The next save continues after an error. Files that may not be read
    /// keep their place in the order, but may be something else, so they stay.
    func removeBackups(beyond count: Int) throws(GraphContainerError) {
        do {
            for number in try archiveNumbers().dropFirst(count).reversed() {
                let name = entry.backup(number)
                guard let status = try entry.status(of: name),
                    try entry.isArchive(name, status, ifUnreadable: false)
                else { continue }
                try remove(number, "")
            }
        } catch {
            // Whatever failed, the caller must learn which file is in place.
            throw GraphContainerError(
                .fileFailure, "The new file is in its place, but backups that are not kept any longer may remain.",
                path: error.path, underlyingError: error.underlyingError)
        }
    }

    private func archiveNumbers() throws(GraphContainerError) -> [Int] {
        var numbers: [Int] = []
        var number = 1
        while number < Self.limit, let status = try entry.status(of: entry.backup(number)) {
            if try entry.isArchive(entry.backup(number), status) { numbers.append(number) }
            number += 1
        }
        return numbers
    }

    private func remove(_ number: Int, _ message: String) throws(GraphContainerError) {
        try fileCall(
            message, entry.backupPath(number).description,
            entry.system.remove(entry.backup(number), in: entry.folder))
    }
}

extension FolderEntry {
    /// Renames a file in the folder, unless the new name exists. If the system cannot do that in one call, the file may keep
    /// its old name beside the new one.
    func moveExclusively(
        _ old: SystemPath, to new: SystemPath, _ message: String, _ path: String
    ) throws(GraphContainerError) {
        let renamed: Void? = try fileCall(
            message, path, expecting: SystemCallError.unsupported, system.renameExclusively(old, to: new, in: folder))
        guard renamed == nil else { return }
        try fileCall(message, path, system.link(old, to: new, in: folder))
        _ = try? fileCall(message, path, system.remove(old, in: folder))
    }
}
