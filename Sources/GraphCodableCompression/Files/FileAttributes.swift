#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The attributes that a new file inherits from another one.
struct FileAttributes: Sendable, Hashable {
    let status: FileStatus
    let extended: [ExtendedAttribute]

    /// Reads the attributes of an open file; `nil` for a pipe or a device.
    ///
    /// - Throws: `GraphContainerError.fileFailure`.
    init?(of descriptor: Int32, _ path: String?, _ system: any SystemCalls) throws(GraphContainerError) {
        status = try fileCall("The file cannot be examined.", path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
        guard status.kind == .regular else { return nil }
        // Many file systems have no extended attributes, and some readable files don't permit listing them.
        let extended = try? fileCall("", path) { () throws(SystemCallError) in
            try system.extendedAttributes(of: descriptor)
        }
        self.extended = extended ?? []
    }

    /// Reads the attributes of a file in a folder; `nil` if it doesn't exist or is not readable.
    init?(of place: FilePlace) {
        guard let attributes = try? OpenFile.reading(place).attributes else { return nil }
        self = attributes
    }
}
