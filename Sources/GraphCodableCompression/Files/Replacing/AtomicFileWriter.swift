import Foundation

/// Replaces a file atomically, as ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:verifying:)`` says.
package final class AtomicFileWriter {
    private let entry: FolderEntry
    private let options: Options
    /// The new file, until it takes its place.
    private let file: TemporaryFile
    private var isPublished = false
    /// Whether the contents come from the file that they replace.
    private let replacesSource: Bool
    /// Whether there was a file to replace at first.
    private let replacesFile: Bool
    /// The attributes of the old file that the new one has got; `nil` if there was no file.
    private var attributes: FileAttributes?

    private var system: any SystemCalls { entry.system }
    /// The path for messages.
    private var path: String { entry.text }

    package struct Options {
        /// The number of previous versions to keep, as `path.1`, the newest, to `path.n`.
        package var backupCount = 0
        package var mustBeNew = false
        /// The attributes of the file that the contents come from.
        package var source: FileAttributes?
        /// The version that may be replaced; `nil` for any.
        var expected: GraphFileVersion?
        /// A closure that says whether the work goes on: it is called from time to time while this waits for the reader of a
        /// pipe or for another saver, and at last before the file and its backups change. If it throws an error, writing ends.
        package var waits: () throws -> Void = Task<Never, Never>.checkCancellation
        /// A closure that is called with the new file when its contents are on disk, before anything is renamed. If it
        /// throws an error, the old file remains.
        var willPublish: ((OpenFile) throws -> Void)?
        /// A closure that is called as soon as the new file has replaced the old one. An error may follow.
        var didPublish: () -> Void = {}

        package init(backupCount: Int = 0, mustBeNew: Bool = false) {
            self.backupCount = backupCount
            self.mustBeNew = mustBeNew
        }
    }

    /// Replaces the contents of a file with what `body` writes.
    package static func replace<Result>(
        _ path: SystemPath, _ options: Options = Options(), system: any SystemCalls = OperatingSystem(),
        body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        guard let entry = try FolderEntry.resolve(path, mustBeFree: options.mustBeNew, system) else {
            return try writeStream(path, options.waits, system, body)
        }
        let writer = try AtomicFileWriter(entry, options)
        defer { writer.release() }
        let result = try body { try writer.file.output.write($0) }
        try writer.commit()
        return result
    }

    private init(_ entry: FolderEntry, _ options: Options) throws(GraphContainerError) {
        self.entry = entry
        self.options = options
        if options.backupCount > 0 { try Self.checkBackupNames(entry, options.backupCount) }
        let status = try entry.status(of: entry.name)
        replacesFile = status != nil
        replacesSource = options.source.map { Self.isPlace(entry, status, of: $0) } ?? false
        let isNew = status == nil && options.source == nil
        // If the old file was not readable by others, the new contents must not be either, even while they are written.
        file = try TemporaryFile.makeTemporary(beside: entry, mode: isNew ? 0o666 : 0o600)
    }

    /// Returns whether a file is, or was, at this place.
    private static func isPlace(_ entry: FolderEntry, _ found: FileStatus?, of source: FileAttributes) -> Bool {
        if found?.identity == source.status.identity { return true }
        // Another program may have replaced the file since it was opened.
        let place = source.location.flatMap { try? FolderEntry.resolve($0, entry.system) }
        return place?.isSame(as: entry) == true
    }

    /// Writes to a device or a pipe.
    private static func writeStream<Result>(
        _ path: SystemPath, _ waits: @escaping () throws -> Void, _ system: any SystemCalls,
        _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        let output = OpenFile(
            borrowing: try openStream(path, waits, system), path: path.description, system: system)
        let result: Result
        do {
            result = try body { try output.write($0, waits: waits) }
            try fileCall(
                "The contents cannot be flushed to the disk.", output.path, expecting: cannotSynchronize,
                system.synchronize(output.descriptor))
        } catch {
            try? system.close(output.descriptor)
            throw error
        }
        do {
            try system.close(output.descriptor)
        } catch  where error.number != EINTR {
            throw GraphContainerError(
                .fileFailure, "The file cannot be closed; it may be incomplete.", path: output.path,
                underlyingError: error)
        } catch {
            // If the call is interrupted, the descriptor is closed nevertheless.
        }
        return result
    }

    /// The errors of devices, pipes, and folders on some file systems, which cannot be flushed to the disk.
    private static let cannotSynchronize = [EINVAL, ENOTSUP]

    /// Opens a device or a pipe. A pipe may have no reader yet: waiting for one in the system's call could not be ended.
    private static func openStream(
        _ path: SystemPath, _ waits: () throws -> Void, _ system: any SystemCalls
    ) throws -> Int32 {
        while true {
            do {
                return try fileCall(
                    "This cannot be opened in order to save.", path.description,
                    system.open(path, in: AT_FDCWD, O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0))
            } catch {
                // Sockets, and devices without a driver, fail with the same number as a pipe without a reader.
                let status = try? system.status(of: path, in: AT_FDCWD, followsLinks: true)
                guard error.isSystemError(ENXIO), status?.kind == .pipe else { throw error }
            }
            try waits()
            usleep(20_000)
        }
    }

    /// Throws an error if the folder has no room for the names of the backups, before anything is written.
    private static func checkBackupNames(_ entry: FolderEntry, _ count: Int) throws(GraphContainerError) {
        do {
            _ = try entry.status(of: entry.backup(count + 1))
        } catch {
            guard error.isSystemError(ENAMETOOLONG) else { throw error }
            throw GraphContainerError(
                .invalidArgument,
                "The name has \(entry.name.bytes.count) bytes, too many for backups, whose names are longer. Use a shorter "
                    + "name, or keep no backups.", path: entry.text)
        }
    }
}

extension AtomicFileWriter {
    // MARK: Publishing

    private func commit() throws {
        try transferAttributes(of: try FileAttributes.existing(at: entry))
        try options.willPublish?(file.output)
        try publish()
    }

    /// Gives the new file the attributes of the old one, and flushes it to the disk.
    private func transferAttributes(of old: FileAttributes?) throws(GraphContainerError) {
        try AttributeTransfer(file: file.output, old: old, source: options.source).run()
        attributes = old
        try fileCall(
            "The contents cannot be flushed to the disk; the file was not saved.", path,
            system.synchronize(file.output.descriptor))
    }

    /// Transfers the attributes again if somebody has changed them meanwhile, perhaps to keep the contents private.
    private func updateAttributes() throws(GraphContainerError) {
        let old = try FileAttributes.existing(at: entry)
        guard let old, attributes.map(old.areSame) != true else { return }
        try transferAttributes(of: old)
    }

    private func publish() throws {
        guard !options.mustBeNew, options.backupCount > 0 || options.expected != nil else {
            try options.waits()
            if !options.mustBeNew { try updateAttributes() }
            try checkSource()
            return try rename()
        }
        let lock = try SaverLock(entry, waits: options.waits)
        defer { lock.release() }
        try checkVersion()
        // Waiting for the lock may have taken long. From here on the work is done to its end.
        try options.waits()
        try updateAttributes()
        guard options.backupCount > 0 else { return try rename() }
        let backups = FileBackups(entry: entry)
        if try backups.keepCurrent() {
            // The file system may store renames in a different order, so a power failure could lose the version that
            // is replaced.
            try synchronizeFolder("The backups cannot be flushed to the disk; the file was not saved.")
        }
        try rename()
        try backups.removeBackups(beyond: options.backupCount)
    }

    /// Throws an error if the file is not the version that may be replaced. Where the file is gone, there is nothing to replace.
    private func checkVersion() throws(GraphContainerError) {
        guard let expected = options.expected else { return }
        let found = try GraphFileVersion.current(at: entry, isDamaged: expected.isDamaged)
        var mayBeReplaced = found == expected || found == .absent
        if !mayBeReplaced, found.ignoringNames == expected.ignoringNames {
            // A save that ended early may have given the file the name of a backup.
            mayBeReplaced = try FileBackups(entry: entry).includesCurrent()
        }
        try require(
            mayBeReplaced, or: .fileChanged,
            "Another program has changed the file since it was loaded or saved, or made it unreadable, so it was not "
                + "replaced. Load it again, save to another file, or replace it with GraphAutosaver.replaceChangedFile().",
            path: path)
    }

    /// Throws an error if the contents come from an older version of the file that they would replace.
    private func checkSource() throws(GraphContainerError) {
        guard replacesSource, let source = options.source?.status else { return }
        let found = try entry.status(of: entry.name)
        // Where the file was gone already, there is nothing to replace.
        guard replacesFile || found != nil else { return }
        try require(
            found?.identity == source.identity && found?.modified == source.modified && found?.size == source.size,
            or: .fileChanged,
            "Another program has changed or removed the file since it was read, so it was not replaced. Try again.",
            path: path)
    }

    private func rename() throws(GraphContainerError) {
        // If a program that cleans folders has removed the temporary file, another saver may have begun one with this name.
        try require(
            file.hasName(beside: entry), or: .fileFailure,
            "Another program has removed the temporary file, so the file was not saved.", path: path)
        if options.mustBeNew {
            do {
                try entry.moveExclusively(file.name, to: entry.name, "The new file cannot take its place.", path)
            } catch {
                throw error.isSystemError(EEXIST) ? .exists(path) : error
            }
        } else {
            try fileCall(
                "The new file cannot take its place.", path, system.rename(file.name, to: entry.name, in: entry.folder))
        }
        isPublished = true
        options.didPublish()
        try synchronizeFolder(
            "The new file is in its place, but the folder cannot be flushed to the disk: after a power failure "
                + "the old file may be back.")
    }

    private func synchronizeFolder(_ message: String) throws(GraphContainerError) {
        try fileCall(message, path, expecting: Self.cannotSynchronize, system.synchronize(entry.folder))
    }

    /// Removes the temporary file unless it has replaced the file.
    ///
    /// It is closed later, because that releases the lock. All data is on disk by then, so errors in closing lose nothing.
    private func release() {
        // The name may belong to another saver by now: see `rename()`.
        if !isPublished, (try? file.hasName(beside: entry)) != false {
            // If this fails, the error that led here is the one to report.
            _ = try? fileCall("", path, system.remove(file.name, in: entry.folder))
        }
    }
}

extension AtomicFileWriter {
    /// Returns whether saving to two paths would replace the same file; false if one of them cannot be saved to.
    package static func areSameFile(_ first: SystemPath, _ second: SystemPath) -> Bool {
        let system = OperatingSystem()
        guard let first = (try? FolderEntry.resolve(first, system)) ?? nil,
            let second = (try? FolderEntry.resolve(second, system)) ?? nil
        else { return false }
        return first.isSame(as: second)
    }
}
