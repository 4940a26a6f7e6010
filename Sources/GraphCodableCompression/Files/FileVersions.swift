#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The older versions of a file: `file.1`, the newest, to `file.n`.
///
/// No call here replaces anything, and none removes the last name of a version that is to be kept. So whenever it ends early,
/// every version is still there: among `file`, `file.1` … `file.n+1`, in their order, with a gap, or one of them twice. The
/// next saving goes on from there.
struct FileVersions {
    private let place: FilePlace

    /// No more backups than this are looked at; none can be asked for beyond.
    private static let limit = 10_000

    init(of place: FilePlace) {
        self.place = place
    }

    /// Makes the file its own newest backup, and moves the others as far as there is no gap to take them.
    ///
    /// The file itself keeps its name all the time: it gets a second one.
    ///
    /// - Returns: False when there is no file.
    func keepCurrent() throws(GraphContainerError) -> Bool {
        guard var newer = try place.status(of: place.name) else { return false }
        var gap = 1
        while gap < Self.limit, let older = try place.status(of: place.backup(gap)) {
            if older.isSameFile(as: newer) {
                // A version that has two names was on its way when a saving ended early.
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

    /// Gives a backup the next number, which is free.
    private func move(_ number: Int) throws(GraphContainerError) {
        try place.moveExclusively(
            place.backup(number), to: place.backup(number + 1), "A backup cannot be moved.",
            place.backupPath(number).description)
    }
}

extension FilePlace {
    /// Renames something in the folder, unless there is something at the new name.
    ///
    /// - Parameter isThere: Is called as soon as the new name leads there. What fails then leaves both names.
    func moveExclusively(
        _ old: SystemPath, to new: SystemPath, _ message: String, _ path: String, isThere: () -> Void = {}
    ) throws(GraphContainerError) {
        do {
            try fileCall(message, path) { () throws(SystemCallError) in
                try system.renameExclusively(old, to: new, in: folder)
            }
            return isThere()
        } catch {
            guard error.isUnsupportedBySystem else { throw error }
        }
        // Two calls do the same where one cannot.
        try fileCall(message, path) { () throws(SystemCallError) in try system.link(old, to: new, in: folder) }
        isThere()
        try fileCall(message, path) { () throws(SystemCallError) in try system.remove(old, in: folder) }
    }
}
