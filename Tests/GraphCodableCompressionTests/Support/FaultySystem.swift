import Foundation
@testable import GraphCodableCompression
import Synchronization

/// The operating system or a simulated disk, of which chosen calls fail.
final class FaultySystem: SystemCalls {
    enum Fault {
        case error(Int32)
        /// Of reading and writing only a part is done; other calls succeed.
        case short
        /// Another byte is written; other calls succeed.
        case changed
        /// Reading and writing do nothing, and fail for more bytes than Apple's systems accept; other calls succeed.
        case nothing

        /// The result of reading or writing nothing.
        static func count(_ count: Int, _ call: String) throws(SystemCallError) -> Int {
            guard count <= Int32.max else { throw SystemCallError(call: call, number: EINVAL) }
            return count
        }
    }

    private struct State {
        var calls: [String] = []
        var open = Set<Int32>()
    }

    private let system: any SystemCalls
    private let state = Mutex(State())
    /// Is asked before each call, with its number from 0 and its name.
    private let fault: @Sendable (Int, String) -> Fault?

    init(
        on system: any SystemCalls = OperatingSystem(),
        _ fault: @escaping @Sendable (Int, String) -> Fault? = { _, _ in nil }
    ) {
        self.system = system
        self.fault = fault
    }

    /// The names of all calls so far.
    var calls: [String] { state.withLock { $0.calls } }
    /// The number of descriptors that were opened and not closed.
    var openCount: Int { state.withLock { $0.open.count } }

    private func next(_ name: String) throws(SystemCallError) -> Fault? {
        let number = state.withLock { state in
            state.calls.append(name)
            return state.calls.count - 1
        }
        let fault = fault(number, name)
        if case .error(let reason) = fault {
            throw SystemCallError(call: name, number: reason)
        }
        return fault
    }

    private func call<Result>(
        _ name: String, _ body: @autoclosure () throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        _ = try next(name)
        return try body()
    }

    func open(
        _ path: SystemPath, in folder: Int32, _ flags: Int32, _ mode: UInt32
    ) throws(SystemCallError) -> Int32 {
        _ = try next("open")
        let descriptor = try system.open(path, in: folder, flags, mode)
        state.withLock { _ = $0.open.insert(descriptor) }
        return descriptor
    }

    func close(_ descriptor: Int32) throws(SystemCallError) {
        // As on Linux, a descriptor is gone even when closing it fails.
        state.withLock { _ = $0.open.remove(descriptor) }
        let fault = Result { () throws(SystemCallError) in try next("close") }
        try system.close(descriptor)
        _ = try fault.get()
    }

    func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        switch try next("read") {
        case .short: try system.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: target.prefix(1)))
        case .nothing: try Fault.count(target.count, "read")
        default: try system.read(descriptor, target)
        }
    }

    func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int {
        switch try next("pread") {
        case .short:
            try system.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: target.prefix(1)), at: offset)
        case .nothing: try Fault.count(target.count, "pread")
        default: try system.read(descriptor, target, at: offset)
        }
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        switch try next("write") {
        case .short:
            return try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix((bytes.count + 1) / 2)))
        case .changed:
            var changed = Array(bytes)
            if !changed.isEmpty { changed[changed.count / 2] ^= 1 }
            let result = changed.withUnsafeBytes { changed in
                Result { () throws(SystemCallError) in try system.write(descriptor, changed) }
            }
            return try result.get()
        case .nothing: return try Fault.count(bytes.count, "write")
        default: return try system.write(descriptor, bytes)
        }
    }

    func poll(_ descriptor: Int32, for events: Int32, milliseconds: Int32) throws(SystemCallError) -> Bool {
        try call("poll", try system.poll(descriptor, for: events, milliseconds: milliseconds))
    }

    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        try call("fsync", try system.synchronize(descriptor))
    }

    func lock(_ descriptor: Int32) throws(SystemCallError) {
        try call("flock", try system.lock(descriptor))
    }

    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        try call("fstat", try system.status(of: descriptor))
    }

    func status(
        of path: SystemPath, in folder: Int32, followsLinks: Bool
    ) throws(SystemCallError) -> FileStatus {
        try call("fstatat", try system.status(of: path, in: folder, followsLinks: followsLinks))
    }

    func destination(ofLink path: SystemPath, in folder: Int32) throws(SystemCallError) -> SystemPath {
        try call("readlink", try system.destination(ofLink: path, in: folder))
    }

    func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) {
        try call("fchmod", try system.changeMode(descriptor, mode))
    }

    func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError) {
        try call("fchown", try system.changeOwner(descriptor, user, group))
    }

    func changeTimes(
        _ descriptor: Int32, accessed: FileStatus.Time, modified: FileStatus.Time
    ) throws(SystemCallError) {
        try call("futimens", try system.changeTimes(descriptor, accessed: accessed, modified: modified))
    }

    func accessList(of descriptor: Int32) throws(SystemCallError) -> [UInt8]? {
        try call("fgetxattr", try system.accessList(of: descriptor))
    }

    func setAccessList(_ list: [UInt8]?, of descriptor: Int32) throws(SystemCallError) {
        try call("fsetxattr", try system.setAccessList(list, of: descriptor))
    }

    func extendedAttributes(of descriptor: Int32) throws(SystemCallError) -> [ExtendedAttribute] {
        try call("flistxattr", try system.extendedAttributes(of: descriptor))
    }

    func setExtendedAttribute(_ attribute: ExtendedAttribute, of descriptor: Int32) throws(SystemCallError) {
        try call("fsetxattr", try system.setExtendedAttribute(attribute, of: descriptor))
    }

    func rename(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try call("rename", try system.rename(name, to: newName, in: folder))
    }

    func renameExclusively(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try call("renameat2", try system.renameExclusively(name, to: newName, in: folder))
    }

    func link(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try call("link", try system.link(name, to: newName, in: folder))
    }

    func remove(_ name: SystemPath, in folder: Int32) throws(SystemCallError) {
        try call("unlink", try system.remove(name, in: folder))
    }
}

extension FaultySystem {
    /// A disk that waits at a gate before it is done with a file.
    static func slowDisk(_ gate: Gate) -> FaultySystem {
        FaultySystem { _, call in
            if call == "fsync" { gate.pass() }
            return nil
        }
    }
}
