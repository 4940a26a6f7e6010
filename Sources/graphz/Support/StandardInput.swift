import ArgumentParser
import Foundation
import GraphCodableCompression

/// Standard input as a file that can be read in any order.
enum StandardInput {
    /// Throws when there is no archive but what somebody would type.
    ///
    /// - Parameter isNeeded: Whether no other input was named.
    static func checkUse(isNeeded: Bool) throws(ValidationError) {
        guard !isNeeded || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("Name an archive, or send one through a pipe.")
        }
    }

    /// A path that leads to what is on standard input: the file itself, or a nameless copy of what the pipe delivers.
    static func seekablePath() throws -> String {
        var status = stat()
        // Where it is closed the copy would take its number, and be read instead.
        guard fstat(STDIN_FILENO, &status) == 0 else { throw failure("Standard input cannot be read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "/dev/fd/\(try copy())" }
        return "/dev/fd/\(STDIN_FILENO)"
    }

    /// Copies standard input to a temporary file without a name, which is gone when the tool ends.
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

    /// Says what was to be done when the system refuses it.
    private static func explaining<Result>(_ message: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as GraphContainerError {
            throw failure(message, (error.underlyingError as? SystemCallError)?.number ?? EIO)
        }
    }

    private static func failure(_ message: String, _ number: Int32) -> ToolError {
        ToolError(.fileFailure, "\(message): \(String(cString: strerror(number)))")
    }
}
