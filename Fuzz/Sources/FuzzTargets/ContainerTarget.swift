import GraphCodable
import GraphCodableCompression

enum ContainerTarget {
    static let options = GraphContainerReadingOptions(
        policy: GraphDecodingPolicy(maximumPlainByteCount: 1 << 24), threadCount: 1)

    static func run(_ bytes: UnsafeRawBufferPointer) {
        catching {
            _ = try GraphDecoder().decode(FuzzSample.Node.self, fromArchive: bytes, options: options)
        }
        catching {
            let salvaged = try GraphContainer.salvage(bytes, options: options)
            SalvageCheck.run(try GraphSalvage(salvaged))
        }
    }
}
