#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Replaces a file as a whole: afterwards its path leads to the old contents or to the new ones, never to a part.
///
/// The new contents go to a temporary file in the same folder, which is synchronized with the disk and then renamed; then
/// the folder is synchronized. When anything fails before the renaming, the temporary file is removed and the old file
/// stays as it was.
///
/// The mode of an existing file is kept, and its owner and group when the system permits. A symbolic link is kept: its
/// target is replaced. Something that is no regular file, a device or a pipe, is not replaced but written to.
package final class DurableFile {
    private enum State {
        case open, closed, published
    }

    private let system: any SystemCalls
    private let place: FilePlace
    /// The path of the temporary file; `nil` when the file is written to directly.
    private let temporary: String?
    /// The folder, open to be synchronized; `nil` when the file is written to directly.
    private let folder: Int32?
    private let descriptor: Int32
    /// How many older versions to keep.
    private let backupCount: Int
    private var state = State.open
    /// Small pieces wait here, so that each does not cost a call.
    private let pending = HeapBuffer()
    private static let pendingLimit = 1 << 16

    /// Replaces the contents of a file by what `body` writes.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - backupCount: How many older versions to keep, as `path.1`, the newest, to `path.n`.
    ///   - system: The operating system.
    ///   - body: Writes the new contents through the closure that it is given.
    /// - Returns: What `body` returns.
    /// - Throws: `GraphContainerError`: `fileFailure`, `invalidArgument`; what `body` throws. Unless the message says
    ///   otherwise the old file is still in its place.
    package static func replace<Result>(
        _ path: String, keeping backupCount: Int = 0, system: any SystemCalls = OperatingSystem(),
        body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        let file = try DurableFile(path, backupCount, system)
        defer { file.release() }
        let result = try body { try file.write($0) }
        try file.commit()
        return result
    }

    private init(
        _ path: String, _ backupCount: Int, _ system: any SystemCalls
    ) throws(GraphContainerError) {
        self.system = system
        self.backupCount = backupCount
        place = try FilePlace(resolving: path, system)
        if let old = place.status, old.kind == .other {
            temporary = nil
            folder = nil
            descriptor = try Self.open(place.path, O_WRONLY | O_CLOEXEC, 0, system)
            return
        }
        let folder = try Self.open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, system)
        do {
            (temporary, descriptor) = try Self.makeTemporary(place, system)
        } catch {
            try? system.close(folder)
            throw error
        }
        self.folder = folder
    }

    /// Makes a file that nobody else has, under a name that nobody can guess.
    private static func makeTemporary(
        _ place: FilePlace, _ system: any SystemCalls
    ) throws(GraphContainerError) -> (String, Int32) {
        // Contents that the old file hid from others must be hidden while they are written, too.
        let mode: UInt32 = place.status == nil ? 0o666 : 0o600
        for _ in 0..<16 {
            let path = place.temporaryPath()
            do {
                return (path, try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode, system))
            } catch {
                guard (error.underlyingError as? SystemCallError)?.number == EEXIST else { throw error }
            }
        }
        throw GraphContainerError(
            .fileFailure, "No free name for a temporary file was found in the folder.", path: place.path)
    }

    private static func open(
        _ path: String, _ flags: Int32, _ mode: UInt32, _ system: any SystemCalls
    ) throws(GraphContainerError) -> Int32 {
        try fileCall("This cannot be opened in order to save.", path) { () throws(SystemCallError) in
            try system.open(path, flags, mode)
        }
    }
}

extension DurableFile {
    // MARK: Writing

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        if pending.count + bytes.count > Self.pendingLimit {
            try flush()
        }
        if bytes.count >= Self.pendingLimit {
            try writeAll(bytes, to: descriptor, place.path, system)
        } else {
            try pending.append(bytes)
        }
    }

    private func flush() throws(GraphContainerError) {
        try writeAll(pending.bytes, to: descriptor, place.path, system)
        pending.use(0)
    }

    /// Brings everything to the disk, and the file to its place.
    private func commit() throws(GraphContainerError) {
        try flush()
        try keepOwnerAndMode()
        try synchronize(descriptor, "The contents cannot be brought to the disk; the file was not saved.")
        state = .closed
        try close()
        guard let temporary, let folder else {
            state = .published
            return
        }
        try keepBackups(folder)
        try fileCall("The new file cannot take its place.", place.path) { () throws(SystemCallError) in
            try system.rename(temporary, to: place.path)
        }
        state = .published
        try synchronize(
            folder,
            "The new file is in its place, but the folder cannot be brought to the disk: after a power failure "
                + "the old file may be back.")
    }

    /// Moves every backup one further, and gives the file that is about to be replaced the name of the newest.
    ///
    /// The file itself keeps its name all the time: it gets a second one. Whenever this ends early there is a gap among the
    /// backups at worst. All of it is on the disk before the new file takes its place: a file system may store changes of
    /// names in another order, and a power failure would lose the version that is replaced.
    private func keepBackups(_ folder: Int32) throws(GraphContainerError) {
        guard backupCount > 0, place.status != nil else { return }
        for number in (1..<max(backupCount, 1)).reversed() {
            do {
                try fileCall("A backup cannot be moved.", place.backup(number)) { () throws(SystemCallError) in
                    try system.rename(place.backup(number), to: place.backup(number + 1))
                }
            } catch {
                guard (error.underlyingError as? SystemCallError)?.number == ENOENT else { throw error }
            }
        }
        if backupCount == 1 {
            do {
                try fileCall("The old backup cannot be removed.", place.backup(1)) { () throws(SystemCallError) in
                    try system.remove(place.backup(1))
                }
            } catch {
                guard (error.underlyingError as? SystemCallError)?.number == ENOENT else { throw error }
            }
        }
        try fileCall("The old file cannot be kept as a backup.", place.path) { () throws(SystemCallError) in
            try system.link(place.path, to: place.backup(1))
        }
        try synchronize(folder, "The backups cannot be brought to the disk; the file was not saved.")
    }

    private func synchronize(_ descriptor: Int32, _ message: String) throws(GraphContainerError) {
        do {
            try fileCall(message, place.path) { () throws(SystemCallError) in try system.synchronize(descriptor) }
        } catch {
            // Devices, pipes, and folders of some file systems have nothing to synchronize, and say so.
            let isRegular = descriptor == self.descriptor && temporary != nil
            let number = (error.underlyingError as? SystemCallError)?.number
            guard !isRegular, number == EINVAL || number == ENOTSUP else { throw error }
        }
    }

    private func close() throws(GraphContainerError) {
        do {
            try system.close(descriptor)
        } catch {
            // When interrupted, the descriptor is gone nevertheless; the contents are on the disk already.
            guard error.number != EINTR else { return }
            throw GraphContainerError(
                .fileFailure, "The file cannot be closed; it was not saved.", path: place.path, underlyingError: error)
        }
    }

    private func keepOwnerAndMode() throws(GraphContainerError) {
        guard temporary != nil, let old = place.status else { return }
        let new = try fileCall("The new file cannot be examined.", place.path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
        var mode = old.mode
        let hasUser = old.user == new.user
        let hasGroup = old.group == new.group
        if !hasUser || !hasGroup, try !changeOwner(old.user, old.group) {
            // Only the superuser may give files away, but the group may be one of the user's own.
            let keepsGroup = hasGroup ? true : try changeOwner(.max, old.group)
            mode &= 0o1777
            if !keepsGroup {
                // What another group was allowed must not be allowed to this one, beyond what everybody is.
                mode &= 0o1707 | ((mode & 0o007) << 3)
            }
        }
        try fileCall("The mode of the old file cannot be kept.", place.path) { () throws(SystemCallError) in
            try system.changeMode(descriptor, mode)
        }
    }

    /// False when the system does not permit it.
    private func changeOwner(_ user: UInt32, _ group: UInt32) throws(GraphContainerError) -> Bool {
        do {
            try fileCall("The owner of the old file cannot be kept.", place.path) { () throws(SystemCallError) in
                try system.changeOwner(descriptor, user, group)
            }
            return true
        } catch {
            let number = (error.underlyingError as? SystemCallError)?.number
            guard [EPERM, EINVAL, ENOTSUP, ENOSYS].contains(number) else { throw error }
            return false
        }
    }

    /// Closes what is open, and removes the temporary file unless it has become the file.
    private func release() {
        if state == .open {
            try? system.close(descriptor)
        }
        if state != .published, let temporary {
            // Nothing more can be done when this fails, and the error that led here is the one to report.
            _ = try? fileCall("", temporary) { () throws(SystemCallError) in try system.remove(temporary) }
        }
        if let folder {
            try? system.close(folder)
        }
    }
}
