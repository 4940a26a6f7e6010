/// Goes through a file and its backups, from the newest to the oldest, until one can be loaded.
struct BackupSearch {
    private let path: SystemPath
    /// Backups lie beside the file itself, not beside a link to it.
    private lazy var place = try? FilePlace.resolve(path, OperatingSystem())
    private let count: Int
    private var number = -1
    private var current: SystemPath
    private var failures: [(path: String, error: any Error)] = []

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - count: How many backups to try.
    init(_ path: SystemPath, backups count: Int) {
        self.path = path
        self.count = max(count, 0)
        current = path
    }

    /// The next file to try.
    ///
    /// - Throws: The error of the file itself when there is none.
    mutating func next() throws -> SystemPath {
        if number == count, let first = failures.first { throw first.error }
        number += 1
        if number > 0 {
            current = place?.backupPath(number) ?? SystemPath(bytes: path.bytes + ".\(number)".utf8)
        }
        return current
    }

    /// Notes why the file that was tried cannot be loaded.
    mutating func failed(_ error: any Error) {
        failures.append((current.description, error))
    }

    /// What was loaded from the file that was tried.
    func found<Root>(_ root: Root) -> LoadedGraph<Root> {
        LoadedGraph(
            root: root, path: current.description, backup: number == 0 ? nil : number, failures: failures)
    }
}
