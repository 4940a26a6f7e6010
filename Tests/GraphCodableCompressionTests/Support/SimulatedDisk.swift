import Foundation
import GraphCodableCompression
import Synchronization

/// A file system in memory that remembers every change that it was asked for, so that a test can tell what a power failure
/// might leave of it.
///
/// Symbolic links are followed nowhere: whoever saves has to do that.
final class SimulatedDisk: SystemCalls {
    /// What the disk says that it has stored, and has not.
    enum Lie {
        case none, files, folders
        /// Folders, unless a temporary file has just got its name.
        case backups
    }

    private struct Handle {
        var file: Int?
        var folder: String?
        var position = 0
    }

    private struct State {
        var image: DiskImage
        var changes: [DiskChange] = []
        var handles: [Int32: Handle] = [:]
        var nextHandle: Int32 = 3

        /// Whether the last change gave a temporary file its name.
        var isReplaced: Bool {
            if case .names(_, let names) = changes.last { names.last?.path.hasSuffix(".tmp") == true } else { false }
        }

        mutating func change(_ change: DiskChange) {
            image.apply(change)
            changes.append(change)
        }
    }

    private let state: Mutex<State>
    private let lie: Lie

    /// A disk that nobody has written to yet.
    init(_ image: DiskImage, lie: Lie = .none) {
        state = Mutex(State(image: image))
        self.lie = lie
    }

    /// What programs see as long as there is power.
    var image: DiskImage { state.withLock { $0.image } }
    /// What the disk was asked for, in order.
    var changes: [DiskChange] { state.withLock { $0.changes } }
    /// The number of descriptors that were opened and not closed.
    var openCount: Int { state.withLock { $0.handles.count } }

    private func perform<Result>(
        _ call: String, _ body: (inout State) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        try state.withLock { (state) throws(SystemCallError) in try body(&state) }
    }

    func open(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemCallError) -> Int32 {
        try perform("open") { state throws(SystemCallError) in
            var handle = Handle()
            if state.image.folders.contains(path) {
                handle.folder = path
            } else if let file = state.image.entries[path] {
                guard flags & O_EXCL == 0 else { throw SystemCallError(call: "open", number: EEXIST) }
                handle.file = file
            } else {
                guard flags & O_CREAT != 0, state.image.folders.contains(DiskImage.folder(of: path)) else {
                    throw SystemCallError(call: "open", number: ENOENT)
                }
                let file = state.image.nextNumber
                state.change(.create(file: file, mode: mode & ~0o022))
                state.change(.names(folder: DiskImage.folder(of: path), [(path, file)]))
                handle.file = file
            }
            let descriptor = state.nextHandle
            state.nextHandle += 1
            state.handles[descriptor] = handle
            return descriptor
        }
    }

    func close(_ descriptor: Int32) throws(SystemCallError) {
        try perform("close") { state throws(SystemCallError) in
            guard state.handles.removeValue(forKey: descriptor) != nil else {
                throw SystemCallError(call: "close", number: EBADF)
            }
        }
    }

    func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        let position = state.withLock { $0.handles[descriptor]?.position ?? 0 }
        let count = try read(descriptor, target, at: UInt64(position))
        state.withLock { $0.handles[descriptor]?.position += count }
        return count
    }

    func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int {
        let bytes = try file(of: descriptor).file.bytes.dropFirst(Int(clamping: offset)).prefix(target.count)
        target.copyBytes(from: bytes)
        return bytes.count
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        let number = try file(of: descriptor).number
        state.withLock { state in
            let offset = state.handles[descriptor]?.position ?? 0
            state.change(.write(file: number, offset: offset, bytes: Array(bytes)))
            state.handles[descriptor]?.position += bytes.count
        }
        return bytes.count
    }

    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        try perform("fsync") { state throws(SystemCallError) in
            guard let handle = state.handles[descriptor] else {
                throw SystemCallError(call: "fsync", number: EBADF)
            }
            if let file = handle.file, lie != .files {
                state.change(.fileSynchronized(file))
            } else if let folder = handle.folder, lie != .folders, lie != .backups || state.isReplaced {
                state.change(.folderSynchronized(folder))
            }
        }
    }

    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        Self.status(try file(of: descriptor).file)
    }

    func status(ofPath path: String) throws(SystemCallError) -> FileStatus {
        try perform("lstat") { state throws(SystemCallError) in
            if let target = state.image.links[path] {
                return FileStatus(kind: .symbolicLink, mode: 0o777, user: 0, group: 0, size: UInt64(target.utf8.count))
            }
            if state.image.folders.contains(path) {
                return FileStatus(kind: .directory, mode: 0o755, user: 0, group: 0, size: 0)
            }
            guard let file = state.image[path] else { throw SystemCallError(call: "lstat", number: ENOENT) }
            return Self.status(file)
        }
    }

    func destination(ofLink path: String) throws(SystemCallError) -> String {
        try perform("readlink") { state throws(SystemCallError) in
            guard let target = state.image.links[path] else { throw SystemCallError(call: "readlink", number: EINVAL) }
            return target
        }
    }

    func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) {
        let number = try file(of: descriptor).number
        state.withLock { $0.change(.mode(file: number, mode)) }
    }

    func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError) {
        throw SystemCallError(call: "fchown", number: EPERM)
    }

    func rename(_ path: String, to newPath: String) throws(SystemCallError) {
        try perform("rename") { state throws(SystemCallError) in
            let file = try Self.number(path, "rename", state.image)
            state.change(.names(folder: DiskImage.folder(of: path), [(newPath, file), (path, nil)]))
        }
    }

    func link(_ path: String, to newPath: String) throws(SystemCallError) {
        try perform("link") { state throws(SystemCallError) in
            guard state.image.entries[newPath] == nil else { throw SystemCallError(call: "link", number: EEXIST) }
            let file = try Self.number(path, "link", state.image)
            state.change(.names(folder: DiskImage.folder(of: newPath), [(newPath, file)]))
        }
    }

    func remove(_ path: String) throws(SystemCallError) {
        try perform("unlink") { state throws(SystemCallError) in
            _ = try Self.number(path, "unlink", state.image)
            state.change(.names(folder: DiskImage.folder(of: path), [(path, nil)]))
        }
    }

    private func file(of descriptor: Int32) throws(SystemCallError) -> (number: Int, file: DiskImage.File) {
        try perform("fstat") { state throws(SystemCallError) in
            guard let number = state.handles[descriptor]?.file, let file = state.image.files[number] else {
                throw SystemCallError(call: "fstat", number: EBADF)
            }
            return (number, file)
        }
    }

    private static func number(
        _ path: String, _ call: String, _ image: DiskImage
    ) throws(SystemCallError) -> Int {
        guard let number = image.entries[path] else { throw SystemCallError(call: call, number: ENOENT) }
        return number
    }

    private static func status(_ file: DiskImage.File) -> FileStatus {
        FileStatus(kind: .regular, mode: file.mode, user: 0, group: 0, size: UInt64(file.bytes.count))
    }
}
