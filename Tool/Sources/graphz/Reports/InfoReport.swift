import GraphCodable
import GraphCodableCompression

/// The report of `graphz info`.
struct InfoReport {
    /// A block, or why its header cannot be read.
    typealias Block = Result<GraphContainer.Block, any Error>

    let name: String
    let inspection: GraphContainer.Inspection
    /// `nil` unless the blocks are to be listed.
    var blocks: [Block]?
    /// `nil` if the payload cannot be read.
    var archive: GraphArchiveSummary?
    /// Why a part cannot be read.
    var error: ToolError?

    init(_ file: GraphContainerFile, name: String) {
        (self.name, inspection) = (name, file.inspection)
    }

    var container: GraphContainer.Summary { inspection.summary }

    var json: JSONObject {
        [
            "name": name, "kind": container.kind == .raw ? "raw" : "compressed", "bytes": container.archiveByteCount,
            "plainBytes": container.plainByteCount, "ratio": inspection.ratio,
            "container": inspection.formatVersion.map(containerJSON), "archive": archive.map(archiveJSON),
            "error": error?.json,
        ]
    }

    private func containerJSON(_ formatVersion: Int) -> JSONObject {
        [
            "formatVersion": formatVersion, "codec": container.codecName, "codecID": container.codecID,
            "filter": "\(inspection.filter)", "blockSize": inspection.blockSize, "blockCount": container.blockCount,
            "hasIndex": inspection.hasIndex, "metadata": inspection.metadata,
            "blocks": blocks?.enumerated().map(blockJSON),
        ]
    }

    private func blockJSON(_ number: Int, _ block: Block) -> JSONObject {
        switch block {
        case .success(let block):
            [
                "offset": block.byteOffset, "plainOffset": block.plainOffset, "storedBytes": block.storedByteCount,
                "plainBytes": block.plainByteCount, "isStoredRaw": block.isStoredRaw, "isFiltered": block.isFiltered,
            ]
        case .failure(let error):
            ["plainOffset": UInt64(number) * UInt64(inspection.blockSize), "error": Self.text(of: error)]
        }
    }

    /// Returns why the header of a block cannot be read.
    static func text(of error: any Error) -> String {
        let text = (error as? GraphContainerError).map { "damaged\(ToolError.text(of: $0))" }
        return EscapedText.printable(text ?? "\(error)")
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
