import Foundation
import GraphCodableCompression

/// The tool's arguments as text from which their bytes can be restored.
///
/// Paths are bytes, but the argument parser works with text. A byte that is not part of valid UTF-8 is represented by
/// the private-use character U+10FF00 plus the byte's value. So are the bytes of such a character itself.
enum ArgumentText {
    private static let first: UInt32 = 0x10_FF00

    /// All arguments, including the tool's own name.
    static var all: [String] {
        (0..<Int(CommandLine.argc)).compactMap { number in
            CommandLine.unsafeArgv[number].map { argument in
                text(of: UnsafeRawBufferPointer(start: argument, count: strlen(argument)).map(\.self))
            }
        }
    }

    static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            let scalars = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first?
                .unicodeScalars
            if let scalar = scalars?.first, scalar.value < first {
                text.append(scalar)
                rest.removeFirst(UTF8.width(scalar))
            } else {
                text.append(Unicode.Scalar(first + UInt32(byte)) ?? "\u{FFFD}")
                rest.removeFirst()
            }
        }
        return String(text)
    }

    /// Returns `-` for each name of standard input. Opening such a name would open the file again, at its beginning.
    static func input(_ text: String) -> String {
        ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(text) ? "-" : text
    }

    /// Returns `-` for each name of standard output.
    static func output(_ text: String) -> String {
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(text) ? "-" : text
    }

    /// Returns a text with parts of arguments for messages, in which bytes that are not UTF-8 are shown as `\xFF`.
    static func shown(_ text: String) -> String { SystemPath(bytes: bytes(of: text)).description }

    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            scalar.value < first
                ? Array(UTF8.encode(scalar).map(Array.init) ?? []) : [UInt8(truncatingIfNeeded: scalar.value)]
        }
    }
}
