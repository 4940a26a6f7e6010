/// What is on a simulated disk: files, and the names that lead to them.
struct DiskImage: Sendable {
    /// A file, which may have several names or none.
    struct File: Sendable, Hashable {
        var bytes: [UInt8] = []
        var mode: UInt32
    }

    /// A file by its number, which no other file ever gets.
    var files: [Int: File] = [:]
    /// The number of the file that each path leads to.
    var entries: [String: Int] = [:]
    /// Where symbolic links lead to, by their paths.
    var links: [String: String] = [:]
    var folders: Set<String>

    /// The file at a path, after no symbolic link.
    subscript(path: String) -> File? { entries[path].flatMap { files[$0] } }

    /// A number for a new file.
    var nextNumber: Int { (files.keys.max() ?? 0) + 1 }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    mutating func apply(_ change: DiskChange) {
        switch change {
        case .create(let number, let mode): files[number] = File(mode: mode)
        case .write(let number, let offset, let bytes): files[number]?.write(bytes, at: offset)
        case .mode(let number, let mode): files[number]?.mode = mode
        case .names(_, let names):
            for (path, number) in names { entries[path] = number }
        case .fileSynchronized, .folderSynchronized: break
        }
    }
}

extension DiskImage.File {
    /// Writes at an offset; what lies between the end and the offset becomes zero.
    mutating func write(_ new: [UInt8], at offset: Int) {
        resize(max(bytes.count, offset + new.count))
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }

    mutating func resize(_ count: Int) {
        if count > bytes.count {
            bytes.append(contentsOf: [UInt8](repeating: 0, count: count - bytes.count))
        } else {
            bytes.removeLast(bytes.count - count)
        }
    }
}

/// One thing that a program asked of a disk.
enum DiskChange: Sendable {
    case create(file: Int, mode: UInt32)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case mode(file: Int, UInt32)
    /// Names in a folder that lead to another file from now on, or to none. All of them in one call of the system.
    case names(folder: String, [(path: String, file: Int?)])
    case fileSynchronized(Int)
    case folderSynchronized(String)
}
