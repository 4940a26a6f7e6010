import Foundation
import GraphCodable

/// Iterates over a file and its backups, from the newest to the oldest, until one is not damaged.
struct BackupSearch {
    private let path: SystemPath
    /// Backups are beside the file itself, not beside a link to it.
    private let entry: FolderEntry?
    /// What the file itself holds, found before anything is loaded: if it changes meanwhile, that is noticed later.
    private let version: GraphFileVersion?
    private var last: Int
    private var number = -1
    /// The number of versions that are not tried.
    private var skippedCount: Int
    private var failures: [(path: String, error: any Error)] = []

    init(_ path: SystemPath, backups count: Int, skipping skipped: Int) throws(GraphContainerError) {
        try require(
            count >= 0 && count <= 1_000, or: .invalidArgument, "\(count) backups cannot be tried. Use 0 to 1,000.",
            path: path.description)
        try require(
            skipped >= 0 && skipped <= count, or: .invalidArgument,
            "\(skipped) versions cannot be skipped. Use 0 to the number of backups, \(count).", path: path.description)
        self.path = path
        entry = try? FolderEntry.resolve(path, OperatingSystem())
        // What could not be examined must not be replaced unasked either.
        version = entry.map { (try? GraphFileVersion.current(at: $0, isDamaged: true)) ?? .unknown }
        last = count
        skippedCount = skipped
    }

    /// The file to try, or the one that was tried last.
    private var current: SystemPath {
        number > 0 ? entry?.backupPath(number) ?? SystemPath(bytes: path.bytes + ".\(number)".utf8) : path
    }

    /// Loads the newest version that is not damaged.
    mutating func first<Root>(_ load: (SystemPath) throws -> Root) throws -> LoadedGraph<Root> {
        while true {
            let path = try next()
            do {
                return found(try load(path))
            } catch {
                try failed(error)
            }
        }
    }

    /// Loads the newest version that is not damaged, with a closure that may suspend.
    mutating func first<Root>(
        isolation: isolated (any Actor)? = #isolation, _ load: (SystemPath) async throws -> Root
    ) async throws -> LoadedGraph<Root> {
        while true {
            let path = try next()
            do {
                return found(try await load(path))
            } catch {
                try failed(error)
            }
        }
    }

    /// Returns the next file to try. It passes over links, folders, pipes and devices, which are no backups.
    ///
    /// - Throws: The error of the newest version if there is no other file; `fileFailure` if a name cannot be examined.
    private mutating func next() throws -> SystemPath {
        while true {
            if number == last, let first = failures.first { throw first.error }
            number += 1
            if skippedCount > 0 {
                if try isForeign() { last += 1 } else { skippedCount -= 1 }
                continue
            }
            guard number > 0, let entry, let status = try entry.status(of: entry.backup(number)),
                status.kind != .regular
            else { return current }
            failures.append(
                (
                    current.description,
                    GraphContainerError(
                        .fileFailure, "This is no regular file, so it is no backup. Give it another name.",
                        path: current.description)
                ))
            last += 1
        }
    }

    /// Records that the current file is damaged, a backup that does not exist, or no archive.
    ///
    /// - Throws: Any other error, because older versions must not take the place of an intact one.
    private mutating func failed(_ error: any Error) throws {
        let isPassedOver = try isForeign()
        // Only an error of decoding asks for the kind. A pipe cannot be read again.
        let kind =
            error is GraphCodableError
            ? try? GraphContainerFile(current, options: GraphContainerReadingOptions()).summary.kind : nil
        // Saving with backups may leave a gap, and has none at first.
        let isMissing = number > 0 && error.isSystemError(ENOENT)
        guard isPassedOver || isMissing || isDamage(error, in: kind) else { throw error }
        failures.append((current.description, error))
        last += isPassedOver ? 1 : 0
    }

    /// Whether the name of the current backup belongs to anything but an archive. Saving passes over it, so there is one more name
    /// to try.
    private func isForeign() throws(GraphContainerError) -> Bool {
        guard let entry, number > 0, let status = try entry.status(of: entry.backup(number)) else { return false }
        return try !entry.isArchive(entry.backup(number), status)
    }

    /// Returns the graph that was loaded from the current file.
    private func found<Root>(_ root: Root) -> LoadedGraph<Root> {
        let isBackup = number > 0
        return LoadedGraph(
            root: root, path: current.description, backup: isBackup ? number : nil, failures: failures,
            version: isBackup ? version : version?.ofIntactFile)
    }
}

/// Returns whether an error in loading means that the file is damaged.
///
/// - Parameter kind: The kind of the archive; `nil` if the error came before it was known.
private func isDamage(_ error: any Error, in kind: ArchiveKind?) -> Bool {
    switch error {
    case let error as GraphContainerError: error.code.isDamage
    case let error as GraphCodableError: kind == .raw && error.code.isDamageOfRawArchive
    default: false
    }
}
