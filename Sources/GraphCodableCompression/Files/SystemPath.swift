import Foundation

/// A path as the system has it: bytes, which need not be UTF-8.
package struct SystemPath: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path that a file URL names.
    ///
    /// - Throws: `GraphContainerError.invalidArgument` when the URL does not name a file.
    init(_ url: URL) throws(GraphContainerError) {
        guard url.isFileURL else {
            throw GraphContainerError(
                .invalidArgument, "The URL \(url.absoluteString) does not name a file. Use a file URL.")
        }
        // Foundation itself makes an empty path of one that is not UTF-8.
        var bytes: [UInt8] = []
        var rest = Array(url.path(percentEncoded: true).utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        self.bytes = bytes
    }

    /// The folder's path and the last name in it; for `name` alone the folder is `.`.
    var parts: (folder: SystemPath, name: SystemPath) {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (SystemPath("."), self) }
        let folder = slash == 0 ? bytes[...0] : bytes[..<slash]
        return (SystemPath(bytes: Array(folder)), SystemPath(bytes: Array(bytes[(slash + 1)...])))
    }

    /// A path seen from this folder; an absolute one stays as it is.
    func appending(_ other: SystemPath) -> SystemPath {
        let slash = UInt8(ascii: "/")
        guard other.bytes.first != slash, bytes != [UInt8(ascii: ".")] else { return other }
        return SystemPath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + other.bytes)
    }

    /// Throws for a path that the system would take for another one, or for none.
    func check() throws(GraphContainerError) {
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw GraphContainerError(
                .invalidArgument, bytes.isEmpty ? "The path is empty." : "The path has a zero byte in it.")
        }
    }

    /// The path with a zero at its end, for calls of the system.
    var cString: [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }
}

extension SystemPath: CustomStringConvertible {
    /// The path for messages: what is not UTF-8 is shown as `\xFF`.
    package var description: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        var rest = bytes[...]
        while let byte = rest.first {
            // A character of UTF-8 has up to four bytes.
            let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            if let character {
                text += character
                rest.removeFirst(character.utf8.count)
            } else {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
                rest.removeFirst()
            }
        }
        return text
    }
}
