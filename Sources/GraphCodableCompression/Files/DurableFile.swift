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
    /// Where the bytes go until they are all there.
    private enum Target {
        case temporary(OwnFile, FilePlace)
        /// A device or a pipe, which is written to directly.
        case stream(Int32)
    }

    private let system: any SystemCalls
    private let options: Options
    private let target: Target
    /// The path for messages.
    private let path: String
    /// The file that is to be replaced; `nil` when there is none.
    private let old: FileStatus?
    private var isPublished = false
    private var isClosed = false
    /// Small pieces wait here, so that each does not cost a call.
    private let pending = HeapBuffer()
    private static let pendingLimit = 1 << 16

    /// How a file is saved.
    package struct Options: Sendable {
        /// How many older versions to keep, as `path.1`, the newest, to `path.n`.
        package var backupCount = 0
        /// Whether it is an error that there is a file already.
        package var mustBeNew = false
        /// The attributes of what the contents are made from.
        var source: FileAttributes?
        /// Is called when the contents are on the disk, before any name changes; what it throws leaves the old file.
        var willPublish: (@Sendable () throws -> Void)?

        package init(backupCount: Int = 0, mustBeNew: Bool = false) {
            self.backupCount = backupCount
            self.mustBeNew = mustBeNew
        }
    }

    /// Replaces the contents of a file by what `body` writes.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - options: What to keep.
    ///   - system: The operating system.
    ///   - body: Writes the new contents through the closure that it is given.
    /// - Returns: What `body` returns.
    /// - Throws: `GraphContainerError`: `fileFailure`, `fileExists`, `invalidArgument`; what `body` throws. Unless the message
    ///   says otherwise the old file is still in its place.
    package static func replace<Result>(
        _ path: SystemPath, _ options: Options = Options(), system: any SystemCalls = OperatingSystem(),
        body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        let file = try DurableFile(path, options, system)
        defer { file.release() }
        let result = try body { try file.write($0) }
        try file.commit()
        return result
    }

    private init(
        _ path: SystemPath, _ options: Options, _ system: any SystemCalls
    ) throws(GraphContainerError) {
        self.system = system
        self.options = options
        guard let place = try FilePlace.resolve(path, mustBeFree: options.mustBeNew, system) else {
            let text = path.description
            self.path = text
            old = nil
            let stream = try fileCall("This cannot be opened in order to save.", text) { () throws(SystemCallError) in
                try system.open(path, in: AT_FDCWD, O_WRONLY | O_CLOEXEC, 0)
            }
            target = .stream(stream)
            return
        }
        self.path = place.text
        old = try place.status(of: place.name)
        // Contents that the old file hid from others must be hidden while they are written, too.
        let mode: UInt32 = old == nil && options.source == nil ? 0o666 : 0o600
        target = .temporary(try OwnFile.makeTemporary(beside: place, mode: mode), place)
    }

    private var descriptor: Int32 {
        switch target {
        case .temporary(let file, _): file.descriptor
        case .stream(let descriptor): descriptor
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
            try writeAll(bytes, to: descriptor, path, system)
        } else {
            try pending.append(bytes)
        }
    }

    private func flush() throws(GraphContainerError) {
        try writeAll(pending.bytes, to: descriptor, path, system)
        pending.use(0)
    }

    /// Brings everything to the disk, and the file to its place.
    private func commit() throws {
        try flush()
        switch target {
        case .stream(let descriptor):
            try synchronize(descriptor, "The contents cannot be brought to the disk.", mayBeUnable: true)
            isClosed = true
            try close(descriptor)
        case .temporary(let file, let place):
            let transfer = AttributeTransfer(
                descriptor: descriptor, path: path, old: old,
                oldAttributes: old.flatMap { _ in FileAttributes(of: place) }?.extended ?? [],
                source: options.source, system: system)
            try transfer.run()
            try synchronize(
                descriptor, "The contents cannot be brought to the disk; the file was not saved.", mayBeUnable: false)
            try options.willPublish?()
            try publish(file, place)
        }
    }

    private func publish(_ file: OwnFile, _ place: FilePlace) throws(GraphContainerError) {
        if options.mustBeNew {
            try publishNew(file, place)
        } else if options.backupCount > 0 {
            let lock = try SaverLock(place)
            defer { lock.release() }
            let versions = FileVersions(of: place)
            if try versions.keepCurrent() {
                // A file system may store changes of names in another order: a power failure would lose the version that is
                // replaced.
                try synchronize(
                    place.folder, "The backups cannot be brought to the disk; the file was not saved.",
                    mayBeUnable: true)
            }
            try rename(file, place)
            try versions.removeBackups(beyond: options.backupCount)
        } else {
            try rename(file, place)
        }
    }

    private func rename(_ file: OwnFile, _ place: FilePlace) throws(GraphContainerError) {
        try fileCall("The new file cannot take its place.", path) { () throws(SystemCallError) in
            try system.rename(file.name, to: place.name, in: place.folder)
        }
        isPublished = true
        try synchronizeFolder(place)
    }

    private func publishNew(_ file: OwnFile, _ place: FilePlace) throws(GraphContainerError) {
        do {
            try place.moveExclusively(file.name, to: place.name, "The new file cannot take its place.", path) {
                // From now on the file has its name, whether or not the other one can be removed.
                isPublished = true
            }
        } catch {
            guard !isPublished else { return try synchronizeFolder(place) }
            guard !error.isSystemError(EEXIST) else { throw .exists(path) }
            throw error
        }
        try synchronizeFolder(place)
    }

    private func synchronizeFolder(_ place: FilePlace) throws(GraphContainerError) {
        try synchronize(
            place.folder,
            "The new file is in its place, but the folder cannot be brought to the disk: after a power failure "
                + "the old file may be back.", mayBeUnable: true)
    }

    /// - Parameter mayBeUnable: Whether it is no error that there is nothing to synchronize: devices, pipes, and folders of some
    ///   file systems say so.
    private func synchronize(
        _ descriptor: Int32, _ message: String, mayBeUnable: Bool
    ) throws(GraphContainerError) {
        do {
            try fileCall(message, path) { () throws(SystemCallError) in try system.synchronize(descriptor) }
        } catch {
            guard mayBeUnable, error.isSystemError(EINVAL) || error.isSystemError(ENOTSUP) else { throw error }
        }
    }

    private func close(_ descriptor: Int32) throws(GraphContainerError) {
        do {
            try system.close(descriptor)
        } catch {
            // When interrupted, the descriptor is gone nevertheless.
            guard error.number != EINTR else { return }
            throw GraphContainerError(
                .fileFailure, "The file cannot be closed; it may be incomplete.", path: path, underlyingError: error)
        }
    }

    /// Removes the temporary file unless it has become the file, and closes what is open.
    ///
    /// That comes last, because closing gives up the lock. All is on the disk by then, so that closing cannot lose anything.
    private func release() {
        if case .temporary(let file, let place) = target, !isPublished {
            // Nothing more can be done when this fails, and the error that led here is the one to report.
            _ = try? fileCall("", path) { () throws(SystemCallError) in
                try system.remove(file.name, in: place.folder)
            }
        }
        if !isClosed {
            try? system.close(descriptor)
        }
    }
}

extension DurableFile {
    /// Whether saving to two paths would replace the same file. False when one of them cannot be saved to.
    package static func areSamePlace(_ first: SystemPath, _ second: SystemPath) -> Bool {
        let system = OperatingSystem()
        guard let first = (try? FilePlace.resolve(first, system)) ?? nil,
            let second = (try? FilePlace.resolve(second, system)) ?? nil,
            let folder = try? system.status(of: first.folder), let other = try? system.status(of: second.folder)
        else { return false }
        return folder.identity == other.identity && first.name == second.name
    }
}
