import GraphCodable
import GraphCodableCompression

/// One of the places where bytes from anywhere enter the package.
///
/// Each takes any bytes. It may throw and catch what it likes, but it must come back: a trap, an access out of bounds, a
/// hang and an error that is not one of the package's are failures.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Raw archives, decoded as many types.
    case raw
    /// Compressed archives: in memory, as a stream, and their payloads decoded.
    case container
    /// Blocks of each codec, and round trips.
    case codecs
    /// Filtered blocks, and round trips through the filter.
    case filter
    /// Archives that are verified and dumped without their types.
    case dump
    /// Files, as the command line tool reads them.
    case tool
    /// Archives that are opened in parts, and saved with those that were not loaded and what the program does not know.
    case parts
    /// Names of types in an archive.
    case types
    /// Values of the types that need no code; the input says what their archives hold.
    case values
    /// Flattened containers, in archives and as JSON, restored as several types.
    case codable
    /// What the library Serializable stores, decoded as several types.
    case serializable

    /// Does with the bytes what a program would.
    public func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .raw: RawTarget.run(bytes)
        case .container: ContainerTarget.run(bytes)
        case .codecs: CodecTarget.run(bytes)
        case .filter: FilterTarget.run(bytes)
        case .dump: DumpTarget.run(bytes)
        case .tool: ToolTarget.run(bytes)
        case .parts: PartsTarget.run(bytes)
        case .types: TypeTarget.run(bytes)
        case .values: ValueTarget.run(bytes, policy: GraphDecodingPolicy())
        case .codable: CodableTarget.run(bytes)
        case .serializable: SerializableTarget.run(bytes)
        }
    }

    /// Sound inputs to begin with.
    public func seeds() throws -> [[UInt8]] {
        switch self {
        case .raw, .dump: try FuzzSample.archives()
        case .container: try Self.containers()
        case .tool: try Self.containers() + FuzzSample.archives()
        case .codecs: [[0], [1, 1, 2, 3], [2] + Array(repeating: 7, count: 300)]
        case .filter: try FilterTarget.seeds()
        case .parts: try PartsTarget.seeds()
        case .types: TypeTarget.seeds()
        case .values: ValueTarget.seeds()
        case .codable: try CodableTarget.seeds()
        case .serializable: try SerializableTarget.seeds()
        }
    }

    private static func containers() throws -> [[UInt8]] {
        try FuzzSample.archives().flatMap { archive in
            try [GraphCodec.none, .zlib, .lz4].map { codec in
                try archive.withUnsafeBytes {
                    try GraphContainer.compress(
                        $0, codec: codec, options: GraphContainerWritingOptions(metadata: ["a": "b"], filter: .fields))
                }
            }
        }
    }
}

/// Ends the process unless an error is one of the package's: a bare trap of something inside would be worse to find.
func expectKnown(_ error: any Error) {
    guard error is any GraphError || error is DecodingError || error is CancellationError else {
        fatalError("An error that is not the package's: \(error)")
    }
}

func catching(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        expectKnown(error)
    }
}
