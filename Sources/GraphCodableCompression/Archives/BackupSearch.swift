/// Iterates over a file and its backups, from the newest to the oldest, until one can be loaded.
struct BackupSearch {
    private let path: SystemPath
    /// Backups are beside the file itself, not beside a link to it.
    private lazy var place = try? FilePlace.resolve(path, OperatingSystem())
    private let count: Int
    private var number = -1
    private var current: SystemPath
    private var failures: [(path: String, error: any Error)] = []

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - count: The number of backups to try.
    init(_ path: SystemPath, backups count: Int) {
        self.path = path
        self.count = max(count, 0)
        current = path
    }

    /// Returns the next file to try.
    ///
    /// - Throws: The error of the file itself if there is no other file.
    mutating func next() throws -> SystemPath {
        if number == count, let first = failures.first { throw first.error }
        number += 1
        if number > 0 {
            current = place?.backupPath(number) ?? SystemPath(bytes: path.bytes + ".\(number)".utf8)
        }
        return current
    }

    /// Records why the current file cannot be loaded.
    mutating func failed(_ error: any Error) {
        failures.append((current.description, error))
    }

    /// Returns the graph that was loaded from the current file.
    func found<Root>(_ root: Root) -> LoadedGraph<Root> {
        LoadedGraph(
            root: root, path: current.description, backup: number == 0 ? nil : number, failures: failures)
    }
}
