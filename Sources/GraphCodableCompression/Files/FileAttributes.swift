#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What a new file takes over from another one besides its contents.
struct FileAttributes: Sendable, Hashable {
    let status: FileStatus
    let extended: [ExtendedAttribute]

    /// Asks an open file; `nil` when it is none, but a pipe or a device.
    ///
    /// - Throws: `GraphContainerError.fileFailure`.
    init?(of descriptor: Int32, _ path: String?, _ system: any SystemCalls) throws(GraphContainerError) {
        status = try fileCall("The file cannot be examined.", path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
        guard status.kind == .regular else { return nil }
        // Many file systems have none, and some files may be read that do not tell theirs.
        let extended = try? fileCall("", path) { () throws(SystemCallError) in
            try system.extendedAttributes(of: descriptor)
        }
        self.extended = extended ?? []
    }

    /// Asks a file in a folder; `nil` when it is not there or may not be read.
    init?(of place: FilePlace) {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = try? fileCall("", nil) { () throws(SystemCallError) in
            try place.system.open(place.name, in: place.folder, flags, 0)
        }
        guard let descriptor else { return nil }
        defer { try? place.system.close(descriptor) }
        guard let attributes = try? FileAttributes(of: descriptor, nil, place.system) else { return nil }
        self = attributes
    }
}
