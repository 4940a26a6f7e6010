import Foundation
import GraphCodable
import GraphInspection

/// The page of `graphz explore`: a single HTML file that reads archives itself.
///
/// Its sources are in `Page`. The build generates ``beginning`` and ``end`` from them.
package enum ExplorePage {
    /// The maximum size of an archive in a page, in bytes. A browser also keeps the text of the page in memory.
    package static let maximumByteCount: UInt64 = 1 << 28
    /// The maximum size of a raw archive that the page reads, in bytes.
    package static let maximumPlainByteCount: UInt64 = 1 << 29
    /// The identifiers of the codecs that the page decompresses: none, zlib and LZ4.
    package static let codecs: Set<UInt8> = [0, 1, 2]

    /// The number of bytes to encode at once: a multiple of three, so that only the last part is padded.
    package static let partByteCount = 3 << 18

    /// An archive to embed in the page.
    package struct Archive {
        let name: String
        let note: String?
        let nextPart: () throws -> Data

        /// - Parameter nextPart: Returns the next ``ExplorePage/partByteCount`` bytes, or none at the end.
        package init(name: String, note: String?, nextPart: @escaping () throws -> Data) {
            (self.name, self.note, self.nextPart) = (name, note, nextPart)
        }
    }

    /// Writes a page, with an archive if there is one, piece by piece.
    ///
    /// - Parameter write: Writes the next bytes of the page.
    package static func write(_ archive: Archive?, to write: (Data) throws -> Void) throws {
        // Nobody who makes an archive can know the nonce of a page, so nothing in an archive can become a script.
        let nonce = String(UInt128.random(in: .min ... .max), radix: 36)
        try write(Data(beginning.replacingOccurrences(of: "{{nonce}}", with: nonce).utf8))
        if let archive {
            var attributes = " data-name=\"\(EscapedText.xml(archive.name))\""
            attributes += archive.note.map { " data-note=\"\(EscapedText.xml($0))\"" } ?? ""
            while case let part = try archive.nextPart(), !part.isEmpty {
                try write(Data("<script type=\"application/x-graph-part\"\(attributes)>".utf8))
                try write(part.base64EncodedData())
                try write(Data("</script>\n".utf8))
                attributes = ""
            }
        }
        try write(Data(end.replacingOccurrences(of: "{{nonce}}", with: nonce).utf8))
    }
}
