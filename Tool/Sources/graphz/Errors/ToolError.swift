import Foundation
import GraphCodable
import GraphCodableCompression

/// An error of the tool: a message in one line, and an exit status. The message is empty if there is nothing to print.
struct ToolError: Error {
    let status: ExitStatus
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = EscapedText.printable(message)
    }

    /// Returns the error for failures that have already been printed.
    static func reported(_ status: ExitStatus) -> ToolError { ToolError(status, "") }

    /// Creates the error for an error of a library about an archive, with a message for a terminal.
    init(_ error: any Error, about name: String) {
        switch error {
        case let error as ToolError:
            self = error
        case let error as GraphContainerError:
            self.init(error, name)
        case let error as GraphCodableError:
            let place = [
                error.byteOffset.map { ", byte \($0) of the raw archive" },
                error.codingPath.isEmpty ? nil : ", at \(error.codingPath)",
            ].compactMap(\.self).joined()
            self.init(ExitStatus(error.code), "\(name)\(place): \(Self.namingOptions(error.message))")
        default:
            self.init(.failure, "\(name): \(error)")
        }
    }

    var json: JSONObject { ["status": status.rawValue, "message": message] }

    func with(_ status: ExitStatus) -> ToolError {
        ToolError(status, message)
    }

    private init(_ error: GraphContainerError, _ name: String) {
        let cause = error.underlyingError as? SystemCallError
        guard cause?.number != EPIPE else {
            self.init(.brokenPipe, "")
            return
        }
        let path = Self.name(of: error.path) ?? name
        guard error.code != .fileExists else {
            self = .exists(path)
            return
        }
        let text = Self.text(of: error)
        self.init(ExitStatus(error.code), path.isEmpty ? String(text.dropFirst(2)) : path + text)
    }

    /// Returns an error as text that follows the name of an archive: `, byte 12: A rule is broken.`
    static func text(of error: GraphContainerError) -> String {
        let place = error.byteOffset.flatMap { $0 > 0 ? ", byte \($0)" : nil } ?? ""
        let message = namingOptions(error.message)
        switch error.underlyingError {
        case let cause as SystemCallError: return "\(place): \(failure(message, cause.number))"
        case let cause?: return "\(place): \(message) The cause: \(cause)"
        case nil: return "\(place): \(message)"
        }
    }

    /// Returns a message of the library with the system's reason: `Cannot open: no such file or directory.`
    static func failure(_ message: String, _ number: Int32) -> String {
        let short = [
            "The file cannot be opened.": "Cannot open", "The file cannot be read.": "Cannot read",
            "The file cannot be written.": "Cannot write",
        ]
        let reason = String(cString: strerror(number))
        let text = short[message] ?? (message.hasSuffix(".") ? String(message.dropLast()) : message)
        // "I/O error" keeps its capitals.
        let isWord = reason.dropFirst().first?.isLowercase == true
        return "\(text): \(isWord ? reason.prefix(1).lowercased() + reason.dropFirst() : reason)."
    }

    /// Returns the error for an existing output.
    static func exists(_ name: String) -> ToolError {
        ToolError(.outputExists, "\(name): This exists already. Use --force to replace it.")
    }

    /// Returns a path for messages. Paths of descriptors are meaningless to users.
    private static func name(of path: String?) -> String? {
        guard path != "/dev/fd/\(STDOUT_FILENO)" else { return "standard output" }
        return path.flatMap { $0.hasPrefix("/dev/fd/") ? nil : $0 }
    }

    /// Replaces the names of a policy's limits in a message by the tool's options.
    private static func namingOptions(_ message: String) -> String {
        [
            ("GraphDecodingPolicy.maximumPlainByteCount", "--max-size"),
            ("GraphDecodingPolicy.maximumExpansion", "--max-expansion"),
            ("GraphDecodingPolicy.maximumDirectoryEntryCount", "--max-entries"),
            ("GraphDecodingPolicy.maximumObjectCount", "--max-objects"),
            ("Raise GraphDecodingPolicy.maximumDepth if you trust the archive.", "graphz reads no deeper ones."),
            ("add it to GraphContainerReadingOptions.codecs", "use that program"),
            ("with another root: use GraphSalvage", "with another one: use --root"),
        ].reduce(message) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

/// Adds a name to the errors that `body` throws.
func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let interruption as Interruption {
        throw interruption
    } catch {
        throw ToolError(error, about: name)
    }
}
