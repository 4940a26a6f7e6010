/// The extensions of an archive: named bytes after the counts of the directory, which no value needs.
enum ArchiveExtensions {
    private static let maximumCount = 1_024
    private static let maximumNameLength = 255

    /// Reads the end of a directory, after its counts.
    static func read(_ input: inout ByteInput) throws(GraphCodableError) -> [String: Bytes] {
        guard !input.isAtEnd else { return [:] }
        let count = try input.readVarint()
        try input.require(
            count >= 1 && count <= UInt64(maximumCount),
            "The directory has \(count) extensions, but only 1 to \(maximumCount) are possible.")
        var extensions: [String: Bytes] = [:]
        var last: UnsafeRawBufferPointer?
        for _ in 0..<count {
            let name = try input.read(try input.readCount())
            try input.require(
                isName(name), "The name of an extension is empty, too long, or not of visible ASCII characters.")
            if let last, !last.lexicographicallyPrecedes(name) {
                throw input.malformed("Two extensions have the same name, or are not in the order of their names.")
            }
            last = name
            extensions[String(decoding: name, as: UTF8.self)] = Bytes(try input.read(try input.readCount()))
        }
        guard input.isAtEnd else { throw input.malformed("Bytes follow the directory.") }
        return extensions
    }

    /// Returns extensions as they stand in an archive: nothing if there are none.
    static func bytes(of extensions: [String: Bytes]) -> Bytes {
        guard !extensions.isEmpty else { return [] }
        var bytes = Varint.bytes(of: extensions.count)
        for (name, contents) in extensions.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            bytes += Varint.bytes(of: name.utf8.count) + Array(name.utf8)
            bytes += Varint.bytes(of: contents.count) + contents
        }
        return bytes
    }

    /// Returns why a program cannot write these extensions, or `nil` if it can.
    static func problem(with extensions: [String: Bytes]) -> String? {
        guard extensions.count <= maximumCount else {
            return "The encoder has \(extensions.count) extensions. An archive can have up to \(maximumCount)."
        }
        guard let name = extensions.keys.sorted().first(where: { !isName($0.utf8) || !isOfProgram($0) }) else {
            return nil
        }
        return """
            '\(EscapedText.escaped(name))' is not a name for an extension of a program. Use up to \(maximumNameLength) visible \
            ASCII characters, with the program's reversed domain in front, such as com.example.notes.
            """
    }

    /// Returns whether a program chose a name. Names without a dot are those of `Docs/format-graph.md`.
    static func isOfProgram(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ".")) }

    private static func isName(_ name: some Collection<UInt8>) -> Bool {
        !name.isEmpty && name.count <= maximumNameLength && name.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
