import GraphCodable

enum RawTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        decode(FuzzSample.Node.self, bytes)
        decode(FuzzSample.Values.self, bytes)
        decode([Int].self, bytes)
        decode([String: [String]].self, bytes)
        decode(String?.self, bytes)
        #if Macros
        catching {
            _ = try GraphEncoder().encode(GraphDecoder().decode([MadeSample.Station].self, from: bytes)) as [UInt8]
        }
        #endif
    }

    static func decode<Root: GDecodable>(_ type: Root.Type, _ bytes: UnsafeRawBufferPointer) {
        catching { _ = try GraphDecoder().decode(type, from: bytes) }
    }
}
