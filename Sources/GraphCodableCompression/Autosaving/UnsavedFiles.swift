#if DEBUG
import Foundation
import Synchronization

/// The files whose autosavers have states that are not on disk, which a debug build reports if the program exits.
enum UnsavedFiles {
    private static let paths = Mutex<Set<String>>([])
    private static let isWatching: Void = { atexit { UnsavedFiles.report() } }()

    /// Records whether the autosaver of a file has a state that is not on disk.
    static func set(_ path: String, isUnsaved: Bool) {
        _ = isWatching
        paths.withLock { paths in
            if isUnsaved { paths.insert(path) } else { paths.remove(path) }
        }
    }

    private static func report() {
        for path in paths.withLock({ $0.sorted() }) {
            let text =
                "GraphAutosaver: the last state of \(path) is lost, because the program exits before finish() has succeeded.\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
    }
}
#endif
