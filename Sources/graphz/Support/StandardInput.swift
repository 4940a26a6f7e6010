import Foundation

/// Standard input as a file that can be read in any order.
enum StandardInput {
    /// A path that leads to what is on standard input: the file itself, or a nameless copy of what the pipe delivers.
    static func seekablePath() throws -> String {
        var status = stat()
        if fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            return "/dev/fd/\(STDIN_FILENO)"
        }
        return "/dev/fd/\(try copy())"
    }

    /// Copies standard input to a temporary file without a name, which is gone when the tool ends.
    private static func copy() throws -> Int32 {
        var template = Array(FileManager.default.temporaryDirectory.path.utf8CString.dropLast())
        template += Array("/graphz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("A temporary file cannot be made") }
        unlink(template)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return descriptor }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure("Standard input cannot be read")
            }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + written }, count - written)
                }
                if step > 0 {
                    written += step
                } else if errno != EINTR {
                    throw failure("A temporary file cannot be written")
                }
            }
        }
    }

    private static func failure(_ message: String) -> ToolError {
        ToolError(.fileFailure, "\(message): \(String(cString: strerror(errno)))")
    }
}
