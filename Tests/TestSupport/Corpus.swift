import Foundation

/// The archives of `Tests/Corpus`, which `Laboratory/make_corpus.py` makes without this package.
package enum Corpus {
    /// An archive that every reader must accept.
    package struct Accepted {
        package let name: String
        package let bytes: [UInt8]
        /// What it holds, as the reader in Python shows it.
        package let text: String
    }

    /// An archive that every reader must refuse.
    package struct Refused {
        package let name: String
        /// The number of the rule that it breaks.
        package let rule: String
        /// The name of the error.
        package let error: String
        package let bytes: [UInt8]
    }

    /// What a decoding reader makes of an archive.
    package struct Decoded {
        package let name: String
        package let rule: String
        package let bytes: [UInt8]
        /// The type asked for, as Swift writes it.
        package let type: String
        /// The value as JSON, or the name of an error.
        package let result: String
    }

    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Corpus")
        .standardizedFileURL

    private static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    private static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    /// - Parameter type: The extension of the archives' names.
    package static func accepted(_ type: String) throws -> [Accepted] {
        let folder = folder.appending(path: "accepted")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
            .filter { $0.hasSuffix("." + type) }
            .map { name in
                let text = try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
                return Accepted(name: name, bytes: try bytes("accepted/" + name), text: text)
            }
    }

    /// - Parameter type: The extension of the archives' names.
    package static func refused(_ type: String) throws -> [Refused] {
        try lines("refused/list.txt").map { $0.split(separator: " ").map(String.init) }
            .filter { $0.count == 3 && $0[2].hasSuffix("." + type) }
            .map { Refused(name: $0[2], rule: $0[0], error: $0[1], bytes: try bytes("refused/" + $0[2])) }
    }

    package static func decoded() throws -> [Decoded] {
        try lines("decoding/list.txt").map { $0.split(separator: "\t").map(String.init) }
            .map {
                Decoded(name: $0[1], rule: $0[0], bytes: try bytes("decoding/" + $0[1]), type: $0[2], result: $0[3])
            }
    }
}
