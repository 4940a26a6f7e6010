import GraphCodable
import GraphCodableCompression

/// The report of `graphz info`. Its properties are the members of the JSON object.
struct ArchiveReport: Encodable {
    /// A block; of one whose header cannot be read only `plainOffset` and `error` are known.
    struct Block: Encodable {
        let offset: UInt64?
        let plainOffset: UInt64
        let storedBytes: Int?
        let plainBytes: Int?
        let isStoredRaw: Bool?
        let isFiltered: Bool?
        let error: String?

        init(_ block: GraphContainer.Block) {
            offset = block.byteOffset
            plainOffset = block.plainOffset
            storedBytes = block.storedByteCount
            plainBytes = block.plainByteCount
            isStoredRaw = block.isStoredRaw
            isFiltered = block.isFiltered
            error = nil
        }

        init(plainOffset: UInt64, error: any Error) {
            self.plainOffset = plainOffset
            let text = (error as? GraphContainerError).map { "damaged\(ToolError.text(of: $0))" }
            self.error = EscapedText.printable(text ?? "\(error)")
            (offset, storedBytes, plainBytes, isStoredRaw, isFiltered) = (nil, nil, nil, nil, nil)
        }

        /// The blocks of a file, and the first error that one of them cannot be read for.
        static func all(of file: GraphContainerFile) -> (blocks: [Block], failure: (any Error)?) {
            var failure: (any Error)?
            let blocks = (0..<Int(clamping: file.summary.blockCount)).map { number in
                do {
                    return Block(try file.block(number))
                } catch {
                    failure = failure ?? error
                    return Block(plainOffset: UInt64(number) * UInt64(file.inspection.blockSize), error: error)
                }
            }
            return (blocks, failure)
        }
    }

    struct Container: Encodable {
        let formatVersion: Int
        let codec: String
        let codecID: UInt8
        let filter: String
        let blockSize: Int
        let blockCount: UInt64
        let hasIndex: Bool
        let metadata: [String: String]
        let blocks: [Block]?
    }

    struct ArchivedType: Encodable {
        let name: String
        let archiveName: String?
        let isClass: Bool
        let version: UInt32
        let count: UInt64
    }

    struct Archive: Encodable {
        let formatVersion: Int
        let objectCount: Int
        let absentObjectCount: Int
        let recordBytes: Int
        let recordTableBytes: Int
        let directoryBytes: Int
        let keyCount: Int
        let shapeCount: Int
        let rootNames: [String]
        /// The sizes of the extensions, by their names.
        let extensionBytes: [String: Int]
        let types: [ArchivedType]
    }

    let name: String
    let kind: String
    let bytes: UInt64
    let plainBytes: UInt64
    /// The raw size divided by the size.
    let ratio: Double
    /// `nil` for a raw archive.
    let container: Container?
    /// `nil` if the payload cannot be read.
    private(set) var archive: Archive?
    /// Why a part cannot be read.
    var error: ErrorReport?
    /// The sizes of the fields; `nil` unless the blocks are listed and some are filtered.
    private(set) var fields: [FieldTable.Row]?

    /// - Parameter blocks: The blocks, if they are to be listed.
    init(_ file: GraphContainerFile, name: String, blocks: [Block]?) {
        let inspection = file.inspection
        let summary = inspection.summary
        self.name = name
        kind = summary.kind == .raw ? "raw" : "compressed"
        bytes = summary.archiveByteCount
        plainBytes = summary.plainByteCount
        ratio = inspection.ratio
        guard let formatVersion = inspection.formatVersion else {
            container = nil
            return
        }
        container = Container(
            formatVersion: formatVersion, codec: summary.codecName, codecID: summary.codecID,
            filter: "\(inspection.filter)",
            blockSize: inspection.blockSize, blockCount: summary.blockCount, hasIndex: inspection.hasIndex,
            metadata: inspection.metadata, blocks: blocks)
    }

    mutating func add(_ table: FieldTable) {
        let rows = table.rows
        if !rows.isEmpty { fields = rows }
    }

    mutating func add(_ summary: GraphArchiveSummary) {
        archive = Archive(
            formatVersion: summary.formatVersion, objectCount: summary.objectCount,
            absentObjectCount: summary.absentObjectCount, recordBytes: summary.recordByteCount,
            recordTableBytes: summary.recordTableByteCount, directoryBytes: summary.directoryByteCount,
            keyCount: summary.keys.count, shapeCount: summary.shapes.count,
            rootNames: summary.rootNames, extensionBytes: summary.extensions.mapValues(\.count),
            types: summary.types.map {
                ArchivedType(
                    name: $0.name, archiveName: $0.archiveName, isClass: $0.isClass, version: $0.version,
                    count: $0.count)
            })
    }
}
