import Foundation

/// A path as bytes, which need not be UTF-8.
package struct SystemPath: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    init(_ url: URL) throws(GraphContainerError) {
        try require(
            url.isFileURL, or: .invalidArgument, "The URL \(url.absoluteString) does not name a file. Use a file URL.")
        // Foundation returns an empty path if it is not UTF-8.
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

    /// The path of the folder and the name within it. The folder of a bare `name` is `.`.
    var parts: (folder: SystemPath, name: SystemPath) {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (SystemPath("."), self) }
        let folder = slash == 0 ? bytes[...0] : bytes[..<slash]
        return (SystemPath(bytes: Array(folder)), SystemPath(bytes: Array(bytes[(slash + 1)...])))
    }

    /// Returns a path relative to this folder; an absolute path is unchanged.
    func appending(_ other: SystemPath) -> SystemPath {
        let slash = UInt8(ascii: "/")
        guard other.bytes.first != slash, bytes != [UInt8(ascii: ".")] else { return other }
        return SystemPath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + other.bytes)
    }

    /// The path from the root of the file system, for a path from the present working directory.
    var absolute: SystemPath {
        bytes.first == UInt8(ascii: "/") || bytes.isEmpty
            ? self : SystemPath(FileManager.default.currentDirectoryPath).appending(self)
    }

    /// Throws an error for an empty path, and for one that the system would cut at a zero byte.
    func check() throws(GraphContainerError) {
        try require(
            !bytes.isEmpty && !bytes.contains(0), or: .invalidArgument,
            bytes.isEmpty ? "The path is empty." : "The path has a zero byte in it.")
    }

    package var cString: [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }
}

extension SystemPath: CustomStringConvertible {
    /// The path for messages. Bytes that are not UTF-8 are shown as `\xFF`.
    package var description: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        var rest = bytes[...]
        while let byte = rest.first {
            // A character in UTF-8 has up to four bytes.
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
