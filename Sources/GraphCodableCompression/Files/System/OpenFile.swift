import Foundation

/// An open file, pipe or device. Interrupted calls are repeated, and short reads and writes are continued.
///
/// Reading and writing call a closure `waits` every 50 ms while they wait for the other end of a pipe or the like. Its error
/// ends the wait. The flags of the descriptor never change, because other programs may share them.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// The path for messages; `nil` if it is unknown.
    package let path: String?
    /// Where the file was opened by its path.
    let location: SystemPath?
    let system: any SystemCalls
    private let closesItself: Bool
    /// Whether reading and writing may have to wait for somebody. A regular file is always ready, so it is never polled.
    private let mayWait: Bool
    /// The maximum number of bytes for a call. Apple's systems refuse more than `Int32.max`.
    private static let maximumCount = 1 << 30

    /// Uses a descriptor that its owner closes. The path is for error messages.
    package init(borrowing descriptor: Int32, path: String? = nil, system: any SystemCalls = OperatingSystem()) {
        self.descriptor = descriptor
        self.path = path
        location = nil
        self.system = system
        mayWait = (try? system.status(of: descriptor).kind) != .regular
        closesItself = false
    }

    /// Takes over a descriptor, and closes it at the end.
    init(
        _ descriptor: Int32, _ kind: FileStatus.Kind, path: String, location: SystemPath? = nil,
        system: any SystemCalls
    ) {
        self.descriptor = descriptor
        self.path = path
        self.location = location
        self.system = system
        mayWait = kind != .regular
        closesItself = true
    }

    deinit {
        if closesItself {
            // What was written is on the disk by now, so errors in closing don't matter.
            try? system.close(descriptor)
        }
    }

    /// Opens a file for reading. If it is a pipe, reading waits for its writer.
    ///
    /// On Apple's systems a pipe without a writer looks like one at its end. So there opening waits for the writer, and
    /// cannot be cancelled.
    ///
    /// - Parameter waits: False if nothing is read from a pipe.
    package static func reading(
        _ path: SystemPath, waits: Bool = true, system: any SystemCalls = OperatingSystem()
    ) throws(GraphContainerError) -> OpenFile {
        try path.check()
        let text = path.description
        let message = "The file cannot be opened."
        func open(_ flags: Int32) throws(SystemCallError) -> Int32 {
            try system.open(path, in: AT_FDCWD, O_RDONLY | O_CLOEXEC | flags, 0)
        }
        #if canImport(Darwin)
        let first = waits ? 0 : O_NONBLOCK
        #else
        let first = O_NONBLOCK
        #endif
        let opened = try fileCall(message, text, expecting: waits ? [EWOULDBLOCK] : [], try open(first))
        // A file server may hold a lease on the file. A call that waits gets the file when the server has given it up.
        let descriptor = if let opened { opened } else { try fileCall(message, text, try open(0)) }
        do throws(GraphContainerError) {
            let status = try fileCall("The file cannot be examined.", text, system.status(of: descriptor))
            try require(status.kind != .directory, or: .fileFailure, "This is a directory, not a file.", path: text)
            return OpenFile(descriptor, status.kind, path: text, location: path.absolute, system: system)
        } catch {
            try? system.close(descriptor)
            throw error
        }
    }

    /// Opens the file with a name in a folder, which must not be a link.
    ///
    /// - Parameter name: The name, if it is not that of the entry.
    static func reading(_ name: SystemPath? = nil, in entry: FolderEntry) throws(GraphContainerError) -> OpenFile {
        let name = name ?? entry.name
        let text = entry.path.parts.folder.appending(name).description
        let descriptor = try fileCall(
            "The file cannot be opened.", text,
            entry.system.open(name, in: entry.folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0))
        // Only parts at given offsets are read, which a pipe does not have.
        return OpenFile(descriptor, .regular, path: text, system: entry.system)
    }

    package func status() throws(GraphContainerError) -> FileStatus {
        try fileCall("The file cannot be examined.", path, system.status(of: descriptor))
    }

    /// Returns the number of bytes from the beginning to the end; `nil` if the file can only be read in order: if it is a pipe
    /// or a device, or was borrowed at an unknown position.
    func knownSize() throws(GraphContainerError) -> UInt64? {
        let status = try status()
        return status.kind == .regular && path != nil ? status.size : nil
    }

    /// Reads the next bytes. Returns 0 only at the end.
    package func read(
        into target: UnsafeMutableRawBufferPointer, waits: () throws -> Void = Task<Never, Never>.checkCancellation
    ) throws -> Int {
        try whenReady(POLLIN, waits, "The file cannot be read.") { () throws(SystemCallError) in
            try system.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: target.prefix(Self.maximumCount)))
        }
    }

    /// Reads at an offset. Returns fewer bytes than requested only at the end.
    package func read(
        at offset: UInt64, into target: UnsafeMutableRawBufferPointer
    ) throws(GraphContainerError) -> Int {
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...].prefix(Self.maximumCount))
            let position = offset + UInt64(filled)
            let got = try fileCall("The file cannot be read.", path, system.read(descriptor, rest, at: position))
            guard got > 0 else { break }
            filled += got
        }
        return filled
    }

    /// Returns the bytes at an offset: the requested number, or fewer at the end.
    func bytes(_ count: Int, at offset: UInt64) throws(GraphContainerError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { target in
            // The standard library's function does not keep the type of the error.
            Result { () throws(GraphContainerError) in try read(at: offset, into: target) }
        }
        return Array(bytes.prefix(try got.get()))
    }

    package func write(
        _ bytes: UnsafeRawBufferPointer, waits: () throws -> Void = Task<Never, Never>.checkCancellation
    ) throws {
        // A pipe that is ready has room for so many bytes. The call would wait until it has room for all of more.
        let limit = mayWait ? Int(PIPE_BUF) : Self.maximumCount
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(limit))
            let message = "The file cannot be written."
            let count = try whenReady(POLLOUT, waits, message) { () throws(SystemCallError) in
                try system.write(descriptor, rest)
            }
            guard count > 0 else {
                // No file system should do this, but retrying forever would be worse than failing.
                throw GraphContainerError(
                    .fileFailure, message, path: path, underlyingError: SystemCallError(call: "write", number: EIO))
            }
            written += count
        }
    }

    /// Makes a call as soon as it need not wait.
    private func whenReady(
        _ events: Int32, _ waits: () throws -> Void, _ message: String, _ call: () throws(SystemCallError) -> Int
    ) throws -> Int {
        guard mayWait else { return try fileCall(message, path, try call()) }
        while true {
            if try fileCall(message, path, system.poll(descriptor, for: events, milliseconds: 50)) {
                // Another program may have been faster. Then only a descriptor that does not block tells so.
                if let result = try fileCall(message, path, expecting: [EAGAIN], try call()) { return result }
                usleep(1_000)
            }
            try waits()
        }
    }
}

/// Makes a call, and returns `nil` if it fails with one of the expected error numbers.
@discardableResult
func fileCall<Result>(
    _ message: String, _ path: String?, expecting numbers: [Int32],
    _ body: @autoclosure () throws(SystemCallError) -> Result
) throws(GraphContainerError) -> Result? {
    do {
        return try fileCall(message, path, try body())
    } catch {
        guard numbers.contains(where: error.isSystemError) else { throw error }
        return nil
    }
}

/// Repeats a call while it is interrupted, and adds a message to its error.
@discardableResult
func fileCall<Result>(
    _ message: String, _ path: String?, _ body: @autoclosure () throws(SystemCallError) -> Result
) throws(GraphContainerError) -> Result {
    var interruptions = 0
    while true {
        do {
            return try body()
        } catch {
            // A system that interrupts every call must not block the program forever.
            interruptions += 1
            guard error.number == EINTR, interruptions < 1_000 else {
                throw GraphContainerError(.fileFailure, message, path: path, underlyingError: error)
            }
        }
    }
}
