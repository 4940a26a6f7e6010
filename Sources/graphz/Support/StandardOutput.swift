import Foundation

/// What the tool prints, passed on in pieces.
enum StandardOutput {
    private static let limit = 1 << 16
    // The tool prints from its main thread only.
    nonisolated(unsafe) private static var pending: [UInt8] = []

    /// Prints text and a newline.
    static func print(_ text: String) throws {
        try write(text)
        try write("\n")
    }

    static func write(_ text: String) throws {
        pending.append(contentsOf: text.utf8)
        if pending.count >= limit {
            try flush()
        }
    }

    static func flush() throws {
        var written = 0
        defer { pending.removeAll(keepingCapacity: true) }
        while written < pending.count {
            let count = pending.withUnsafeBytes { bytes in
                Foundation.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if errno == EPIPE {
                throw ToolError(.brokenPipe, "")
            } else if errno != EINTR {
                throw ToolError(.fileFailure, "standard output: \(String(cString: strerror(errno)))")
            }
        }
    }
}

/// What the tool says of its work, apart from the result.
enum ErrorOutput {
    /// Prints one line that names the tool. Whatever would break the line is escaped.
    static func print(_ message: String) {
        ProgressLine.erase()
        write("graphz: \(oneLine(message))\n")
    }

    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    private static func oneLine(_ text: String) -> String {
        let words = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var line = ""
        for scalar in words.joined(separator: " ").unicodeScalars {
            if scalar.properties.generalCategory == .control {
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
