import ArgumentParser
import Foundation
import GraphCodableCompression

/// Standard input as a file that can be read in any order.
enum StandardInput {
    /// Throws an error if the archive would have to be typed.
    ///
    /// - Parameter isNeeded: Whether standard input is the only input.
    static func checkUse(isNeeded: Bool) throws(ValidationError) {
        guard !isNeeded || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("Name an archive, or send one through a pipe.")
        }
    }

    /// Returns a path to the content of standard input: the file itself, or an unnamed copy of a pipe's data.
    static func seekablePath() throws -> String {
        var status = stat()
        // If standard input is closed, the copy would get its descriptor.
        guard fstat(STDIN_FILENO, &status) == 0 else { throw failure("Standard input cannot be read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "/dev/fd/\(try copy())" }
        return "/dev/fd/\(STDIN_FILENO)"
    }

    /// Copies standard input to an unnamed temporary file, which disappears when the tool ends.
    private static func copy() throws -> Int32 {
        var template = Array(FileManager.default.temporaryDirectory.path.utf8CString.dropLast())
        template += Array("/graphz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("A temporary file cannot be made", errno) }
        unlink(template)
        let (input, output) = (OpenFile(borrowing: STDIN_FILENO), OpenFile(borrowing: descriptor))
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = try explaining("Standard input cannot be read") { try input.read(into: buffer) }
                guard count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try explaining("A temporary file cannot be written") { try output.write(bytes) }
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
