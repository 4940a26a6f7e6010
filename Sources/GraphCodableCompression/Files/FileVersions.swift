#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The previous versions of a file: `file.1`, the newest, to `file.n`.
///
/// No call replaces a file, or removes the last name of a version to keep. So if saving ends early, all versions still
/// exist: as `file`, `file.1` … `file.n+1`, in their order, but with a gap, or with one version under two names. The
/// next save continues from there.
struct FileVersions {
    private let place: FilePlace

    /// The maximum number of backups to search. It exceeds any number that can be requested.
    private static let limit = 10_000

    init(of place: FilePlace) {
        self.place = place
    }

    /// Makes the file its own newest backup, and moves the others up as far as there is no gap.
    ///
    /// The file itself keeps its name all the time: it gets a second one.
    ///
    /// - Returns: False if the file doesn't exist.
    func keepCurrent() throws(GraphContainerError) -> Bool {
        guard var newer = try place.status(of: place.name) else { return false }
        var gap = 1
        while gap < Self.limit, let older = try place.status(of: place.backup(gap)) {
            if older.isSameFile(as: newer) {
                // A version with two names was being moved when a save ended early.
                guard gap > 1 else { return true }
                gap -= 1
                try remove(gap)
                break
            }
            newer = older
            gap += 1
        }
        for number in (1..<gap).reversed() {
            try move(number)
        }
        try fileCall("The old file cannot be kept as a backup.", place.text) { () throws(SystemCallError) in
            try place.system.link(place.name, to: place.backup(1), in: place.folder)
        }
        return true
    }

    /// Removes the backups beyond a number, the oldest first.
    func removeBackups(beyond count: Int) throws(GraphContainerError) {
        var last = count
        while last < Self.limit, try place.status(of: place.backup(last + 1)) != nil {
            last += 1
        }
        for number in (count..<last).reversed() {
            try remove(number + 1)
        }
    }

    private func remove(_ number: Int) throws(GraphContainerError) {
        try fileCall("A backup that is not kept any longer cannot be removed.", place.backupPath(number).description) {
            () throws(SystemCallError) in
            try place.system.remove(place.backup(number), in: place.folder)
        }
    }

    /// Moves a backup to the next number, which is free.
    private func move(_ number: Int) throws(GraphContainerError) {
        try place.moveExclusively(
            place.backup(number), to: place.backup(number + 1), "A backup cannot be moved.",
            place.backupPath(number).description)
    }
}

extension FilePlace {
    /// Renames a file in the folder, unless the new name exists.
    ///
    /// - Parameter whenCreated: A closure that is called as soon as the new name exists. If an error follows, both names
    ///   remain.
    func moveExclusively(
        _ old: SystemPath, to new: SystemPath, _ message: String, _ path: String, whenCreated: () -> Void = {}
    ) throws(GraphContainerError) {
        do {
            try fileCall(message, path) { () throws(SystemCallError) in
                try system.renameExclusively(old, to: new, in: folder)
            }
            return whenCreated()
        } catch {
            guard error.isUnsupportedBySystem else { throw error }
        }
        // If the system cannot rename exclusively, use two calls.
        try fileCall(message, path) { () throws(SystemCallError) in try system.link(old, to: new, in: folder) }
        whenCreated()
        try fileCall(message, path) { () throws(SystemCallError) in try system.remove(old, in: folder) }
    }
}
