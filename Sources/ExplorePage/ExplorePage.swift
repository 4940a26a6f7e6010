import Foundation

/// The page of `graphz explore`: one file of HTML that reads archives by itself.
///
/// Its sources are in `Page`. The build makes ``beginning`` and ``end`` out of them.
package enum ExplorePage {
    /// The largest archive that is put into a page, in bytes. A browser holds the text of the page as well.
    package static let maximumByteCount: UInt64 = 1 << 28
    /// The largest raw archive that the page reads, in bytes.
    package static let maximumPlainByteCount: UInt64 = 1 << 29
    /// The identifiers of the codecs that the page decompresses: none, zlib and LZ4.
    package static let codecs: Set<UInt8> = [0, 1, 2]

    /// How many bytes are encoded at once: a multiple of three, so that no part but the last is padded.
    package static let partByteCount = 3 << 18

    /// An archive to put into the page.
    package struct Archive {
        let name: String
        let note: String?
        let nextPart: () throws -> Data

        /// - Parameters:
        ///   - name: What it is called in the page.
        ///   - note: What the page says of it besides; `nil` for nothing.
        ///   - nextPart: Gives its bytes, ``ExplorePage/partByteCount`` at a time; none at the end.
        package init(name: String, note: String?, nextPart: @escaping () throws -> Data) {
            (self.name, self.note, self.nextPart) = (name, note, nextPart)
        }
    }

    /// Writes a page.
    ///
    /// - Parameters:
    ///   - archive: What the page shows; `nil` for a page that waits for a file to be dropped.
    ///   - write: Called for one piece after another.
    /// - Throws: What `write` and the archive throw.
    package static func write(_ archive: Archive?, to write: (Data) throws -> Void) throws {
        try write(Data(beginning.utf8))
        if let archive {
            var attributes = " data-name=\"\(escaped(archive.name))\""
            attributes += archive.note.map { " data-note=\"\(escaped($0))\"" } ?? ""
            while case let part = try archive.nextPart(), !part.isEmpty {
                try write(Data("<script type=\"application/x-graph-part\"\(attributes)>".utf8))
                try write(part.base64EncodedData())
                try write(Data("</script>\n".utf8))
                attributes = ""
            }
        }
        try write(Data(end.utf8))
    }

    /// Text as the value of an attribute.
    private static func escaped(_ text: String) -> String {
        [("&", "&amp;"), ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}
