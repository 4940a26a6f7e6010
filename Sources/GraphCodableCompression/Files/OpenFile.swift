#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// An open file, pipe or device. Interrupted calls are repeated, short reads and writes continued.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// The path for messages; `nil` when it is not known.
    package let path: String?
    private let system: any SystemCalls
    private let closesItself: Bool

    /// Uses a descriptor that its owner will close.
    ///
    /// - Parameter path: What errors call it.
    package init(borrowing descriptor: Int32, path: String? = nil, system: any SystemCalls = OperatingSystem()) {
        self.descriptor = descriptor
        self.path = path
        self.system = system
        closesItself = false
    }

    private init(descriptor: Int32, path: String, system: any SystemCalls) {
        self.descriptor = descriptor
        self.path = path
        self.system = system
        closesItself = true
    }

    deinit {
        if closesItself {
            // Whoever needs to know whether closing succeeds uses a DurableFile.
            try? system.close(descriptor)
        }
    }

    /// Opens a file for reading.
    ///
    /// - Throws: `GraphContainerError.fileFailure`, or `invalidArgument` for a path that no file can have.
    package static func reading(
        _ path: SystemPath, system: any SystemCalls = OperatingSystem()
    ) throws(GraphContainerError) -> OpenFile {
        try path.check()
        let text = path.description
        let descriptor = try fileCall("The file cannot be opened.", text) { () throws(SystemCallError) in
            try system.open(path, in: AT_FDCWD, O_RDONLY | O_CLOEXEC, 0)
        }
        let file = OpenFile(descriptor: descriptor, path: text, system: system)
        guard try file.status().kind != .directory else {
            throw GraphContainerError(.fileFailure, "This is a directory, not a file.", path: text)
        }
        return file
    }

    /// What the system says about the file.
    package func status() throws(GraphContainerError) -> FileStatus {
        try fileCall("The file cannot be examined.", path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
    }

    /// What a file that is made from this one takes over; `nil` for a pipe or a device.
    var attributes: FileAttributes? {
        get throws(GraphContainerError) { try FileAttributes(of: descriptor, path, system) }
    }

    /// Reads what comes next; 0 bytes only at the end.
    package func read(into target: UnsafeMutableRawBufferPointer) throws(GraphContainerError) -> Int {
        try fileCall("The file cannot be read.", path) { () throws(SystemCallError) in
            try system.read(descriptor, target)
        }
    }

    /// Reads at an offset; less than asked for only at the end.
    package func read(
        at offset: UInt64, into target: UnsafeMutableRawBufferPointer
    ) throws(GraphContainerError) -> Int {
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let place = offset + UInt64(filled)
            let got = try fileCall("The file cannot be read.", path) { () throws(SystemCallError) in
                try system.read(descriptor, rest, at: place)
            }
            guard got > 0 else { break }
            filled += got
        }
        return filled
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        try writeAll(bytes, to: descriptor, path, system)
    }
}

/// Writes all of `bytes`, however many calls that takes.
func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String?, _ system: any SystemCalls
) throws(GraphContainerError) {
    var written = 0
    while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = try fileCall("The file cannot be written.", path) { () throws(SystemCallError) in
            let count = try system.write(descriptor, rest)
            // No file system should do this; to try for ever would be worse than to give up.
            guard count > 0 else { throw SystemCallError(call: "write", number: EIO) }
            return count
        }
        written += count
    }
}

/// Repeats a call as long as it is interrupted, and says in its error what was meant to be done.
@discardableResult
func fileCall<Result>(
    _ message: String, _ path: String?, _ body: () throws(SystemCallError) -> Result
) throws(GraphContainerError) -> Result {
    var interruptions = 0
    while true {
        do {
            return try body()
        } catch {
            // A system that interrupts every call must not keep the program for ever.
            interruptions += 1
            guard error.number == EINTR, interruptions < 1_000 else {
                throw GraphContainerError(.fileFailure, message, path: path, underlyingError: error)
            }
        }
    }
}
