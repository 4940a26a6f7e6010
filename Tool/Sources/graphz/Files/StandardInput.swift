import ArgumentParser
import Foundation
import GraphCodableCompression

/// Standard input as a file that can be read in any order.
enum StandardInput {
    /// Throws an error if the archive would have to be typed, because standard input is the only input.
    static func checkUse(isNeeded: Bool) throws(ValidationError) {
        try require(!isNeeded || isatty(STDIN_FILENO) == 0, "Name an archive, or send one through a pipe.")
    }

    /// Returns a path to an archive that can be read in any order: its own, or that of an unnamed copy of a pipe's data.
    ///
    /// - Parameter copiesAnything: Whether to copy also what is no archive. Otherwise only the beginning is copied, of which
    ///   the reader says what is wrong.
    static func seekablePath(to place: ArchiveEndpoint, copiesAnything: Bool = false) throws -> SystemPath {
        let input: OpenFile
        if let path = place.path {
            // What is not there, and directories, are reported when they are opened.
            guard place.isDevice else { return path }
            input = try OpenFile.reading(path)
        } else {
            input = OpenFile(borrowing: STDIN_FILENO)
            // If standard input is closed, the copy would get its descriptor.
            let status = try explaining("Standard input cannot be read") { try input.status() }
            guard status.kind != .regular else { return SystemPath("/dev/fd/\(STDIN_FILENO)") }
        }
        return SystemPath("/dev/fd/\(try copy(input, place, copiesAnything))")
    }

    /// Copies a pipe to an unnamed temporary file, which disappears when the tool ends.
    private static func copy(_ input: OpenFile, _ place: ArchiveEndpoint, _ copiesAnything: Bool) throws -> Int32 {
        let name = place.isStandardStream ? "Standard input" : place.name
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/graphz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("A temporary file cannot be made in \(folder)", errno) }
        unlink(template)
        let (source, output) = (
            ByteSource { try input.read(into: $0, waits: Interruption.check) }, OpenFile(borrowing: descriptor)
        )
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            var isWanted = copiesAnything
            while true {
                let count = try explaining("\(name) cannot be read") { try source.read(into: buffer) }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try explaining("A temporary file cannot be written in \(folder)") { try output.write(bytes) }
                isWanted = isWanted || (try? ArchiveKind(prefix: bytes)) != nil
                guard count == buffer.count, isWanted else { return }
            }
        }
        return descriptor
    }

    /// Adds a description to a system error.
    private static func explaining<Result>(_ message: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as GraphContainerError {
            throw failure(message, (error.underlyingError as? SystemCallError)?.number ?? EIO)
        }
    }

    private static func failure(_ message: String, _ number: Int32) -> ToolError {
        ToolError(.fileFailure, ToolError.failure(message, number))
    }
}
