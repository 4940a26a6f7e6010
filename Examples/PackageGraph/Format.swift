import Foundation
import GraphCodable
import GraphCodableCompression

/// A way to store the graph.
struct Format: Sendable {
    var name: String
    var fileName: String
    /// Encodes in memory, and returns the number of bytes.
    var encode: @Sendable (Catalog) throws -> Int
    var save: @Sendable (Catalog, URL) throws -> Void
    var load: @Sendable (URL) throws -> Catalog

    static let all = [
        raw,
        compressed(.none, name: "none", fileName: "none.graphz"),
        compressed(.zlib, name: "zlib", fileName: "zlib.graphz"),
        compressed(.zlib(level: 9), name: "zlib(level: 9)", fileName: "zlib9.graphz"),
        compressed(.lz4, name: "lz4", fileName: "lz4.graphz"),
        compressed(.lz4(level: 9), name: "lz4(level: 9)", fileName: "lz4hc9.graphz"),
    ]

    /// A raw archive. It needs only the core library, and the program stores the bytes.
    private static let raw = Format(
        name: "raw .graph",
        fileName: "graph",
        encode: { catalog in
            let bytes = try GraphEncoder().encode(catalog) as Bytes
            return bytes.count
        },
        save: { catalog, url in
            let data = try GraphEncoder().encode(catalog) as Data
            try data.write(to: url, options: .atomic)
        },
        load: { url in
            try GraphDecoder().decode(Catalog.self, from: Data(contentsOf: url))
        }
    )

    /// A `.graphz` file, which is compressed, protected by hashes, and replaced only when the new file is complete.
    private static func compressed(_ codec: GraphCodec, name: String, fileName: String) -> Format {
        Format(
            name: name,
            fileName: fileName,
            encode: { catalog in
                let data = try GraphEncoder().encode(catalog, codec: codec) as Data
                return data.count
            },
            save: { catalog, url in
                try GraphEncoder().save(catalog, to: url, codec: codec)
            },
            load: { url in
                // A file identifies its own codec.
                try GraphDecoder().load(Catalog.self, from: url)
            }
        )
    }
}
