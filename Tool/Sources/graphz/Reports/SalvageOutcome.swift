import GraphCodable
import GraphCodableCompression
import GraphInspection

/// The report of `graphz salvage` as JSON.
struct SalvageOutcome {
    let name: String
    /// How many lost ranges and types to list.
    let limit: Int
    /// `nil` if nothing can be recovered.
    var report: GraphContainer.SalvageReport?
    /// `nil` if the objects cannot be distinguished.
    var salvage: GraphSalvage?
    /// The number of elements removed from collections.
    var removedElementCount: Int?
    var error: ToolError?

    var json: JSONObject {
        [
            "name": name, "kind": report.map { $0.kind == .raw ? "raw" : "compressed" },
            "container": report.flatMap { $0.kind == .raw ? nil : container($0) }, "graph": salvage.map(graph),
            "removedElementCount": removedElementCount, "error": error?.json,
        ]
    }

    private func container(_ report: GraphContainer.SalvageReport) -> JSONObject {
        [
            "codec": report.codecName, "blockCount": report.blockCount,
            "recoveredBlockCount": report.recoveredBlockCount, "blockSize": report.blockSize,
            "plainBytes": report.plainByteCount, "isPlainSizeKnown": report.isPlainByteCountKnown,
            "recoveredBytes": report.recoveredByteCount, "hash": "\(report.proof)",
            "hasFileHeader": report.hasFileHeader, "hasEnd": report.hasEnd,
            "hasUnknownSection": report.hasUnknownSection, "ignoredSectionCount": report.ignoredSectionCount,
            "isMetadataLost": report.isMetadataLost, "hasContradictions": report.hasContradictions,
            "lostRanges": report.lostRanges.prefix(limit).map {
                [
                    "firstBlock": $0.blocks.lowerBound, "blockCount": $0.blocks.upperBound - $0.blocks.lowerBound,
                    "plainOffset": $0.plainRange.lowerBound,
                    "plainBytes": $0.plainRange.upperBound - $0.plainRange.lowerBound, "reason": $0.reason.rawValue,
                ] as JSONObject
            },
        ]
    }

    private func graph(_ salvage: GraphSalvage) -> JSONObject {
        [
            "objectCount": salvage.objectCount, "lostObjectCount": salvage.lostObjectCount,
            "lostReferenceCount": salvage.lostReferenceCount, "isRootLost": salvage.isRootLost,
            "lostObjects": salvage.lostObjects.map {
                [
                    "id": $0.id, "type": $0.typeName.map(ShortText.longName), "plainOffset": $0.byteRange.lowerBound,
                    "plainBytes": $0.byteRange.count,
                ] as JSONObject
            },
            "lostTypes": salvage.lostTypes.prefix(limit).map {
                ["name": ShortText.longName($0.name), "isClass": $0.isClass, "count": $0.count] as JSONObject
            },
        ]
    }
}
