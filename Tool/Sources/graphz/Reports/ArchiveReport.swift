import GraphCodable
import GraphCodableCompression

/// The report of `graphz info`.
struct ArchiveReport {
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

    let name: String
    let inspection: GraphContainer.Inspection
    /// `nil` unless the blocks are to be listed.
    let blocks: [Block]?
    /// `nil` if the payload cannot be read.
    var archive: GraphArchiveSummary?
    /// Why a part cannot be read.
    var error: ErrorReport?

    init(_ file: GraphContainerFile, name: String, blocks: [Block]?) {
        (self.name, inspection, self.blocks) = (name, file.inspection, blocks)
    }

    var container: GraphContainer.Summary { inspection.summary }

    var json: JSONObject {
        [
            "name": name, "kind": container.kind == .raw ? "raw" : "compressed", "bytes": container.archiveByteCount,
            "plainBytes": container.plainByteCount, "ratio": inspection.ratio,
            "container": inspection.formatVersion.map(containerJSON), "archive": archive.map(archiveJSON),
            "error": error,
        ]
    }

    private func containerJSON(_ formatVersion: Int) -> JSONObject {
        [
            "formatVersion": formatVersion, "codec": container.codecName, "codecID": container.codecID,
            "filter": "\(inspection.filter)", "blockSize": inspection.blockSize, "blockCount": container.blockCount,
            "hasIndex": inspection.hasIndex, "metadata": inspection.metadata, "blocks": blocks,
        ]
    }

    private func archiveJSON(_ summary: GraphArchiveSummary) -> JSONObject {
        [
            "formatVersion": summary.formatVersion, "objectCount": summary.objectCount,
            "absentObjectCount": summary.absentObjectCount, "recordBytes": summary.recordByteCount,
            "recordTableBytes": summary.recordTableByteCount, "directoryBytes": summary.directoryByteCount,
            "keyCount": summary.keys.count, "shapeCount": summary.shapes.count, "rootNames": summary.rootNames,
            "extensionBytes": summary.extensions.mapValues(\.count),
            "types": summary.types.map {
                [
                    "name": $0.name, "archiveName": $0.archiveName, "isClass": $0.isClass, "version": $0.version,
                    "count": $0.count,
                ] as JSONObject
            },
        ]
    }
}
