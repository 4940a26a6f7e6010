import GraphCodable
import GraphCodableCompression

/// The report of `graphz salvage` as JSON. Its properties are the members of the object.
struct SalvageOutcome: Encodable {
    struct LostRange: Encodable {
        let firstBlock: UInt64
        let blockCount: UInt64
        let plainOffset: UInt64
        let plainBytes: UInt64
        let reason: String
    }

    struct Container: Encodable {
        let codec: String
        let blockCount: UInt64
        let recoveredBlockCount: UInt64
        let blockSize: Int
        let plainBytes: UInt64
        let isPlainSizeKnown: Bool
        let recoveredBytes: UInt64
        let hash: String
        let hasFileHeader: Bool
        let hasEnd: Bool
        let ignoredSectionCount: Int
        let lostRanges: [LostRange]
    }

    struct LostObject: Encodable {
        let id: UInt32
        let type: String?
        let plainOffset: Int
        let plainBytes: Int
        let readableKeys: [String]
    }

    struct LostType: Encodable {
        let name: String
        let isClass: Bool
        let count: UInt64
    }

    struct Graph: Encodable {
        let objectCount: Int
        let lostObjectCount: Int
        let lostReferenceCount: Int
        let isRootLost: Bool
        let lostObjects: [LostObject]
        let lostTypes: [LostType]
    }

    let name: String
    /// `raw` or `compressed`; `nil` if unknown.
    private(set) var kind: String?
    /// `nil` for a raw archive.
    private(set) var container: Container?
    /// `nil` if the objects cannot be distinguished.
    private(set) var graph: Graph?
    /// The number of elements removed from collections.
    var removedElementCount: Int?
    var error: ErrorReport?

    init(name: String) {
        self.name = name
    }

    /// - Parameter limit: The number of lost ranges to list.
    mutating func add(_ report: GraphContainer.SalvageReport, limit: Int) {
        kind = report.kind == .raw ? "raw" : "compressed"
        guard report.kind == .compressed else { return }
        container = Container(
            codec: report.codecName, blockCount: report.blockCount, recoveredBlockCount: report.recoveredBlockCount,
            blockSize: report.blockSize, plainBytes: report.plainByteCount,
            isPlainSizeKnown: report.isPlainByteCountKnown, recoveredBytes: report.recoveredByteCount,
            hash: "\(report.proof)", hasFileHeader: report.hasFileHeader, hasEnd: report.hasEnd,
            ignoredSectionCount: report.ignoredSectionCount,
            lostRanges: report.lostRanges.prefix(limit).map {
                LostRange(
                    firstBlock: $0.blocks.lowerBound, blockCount: $0.blocks.upperBound - $0.blocks.lowerBound,
                    plainOffset: $0.plainRange.lowerBound,
                    plainBytes: $0.plainRange.upperBound - $0.plainRange.lowerBound, reason: $0.reason.rawValue)
            })
    }

    /// - Parameter limit: The number of types to list.
    mutating func add(_ salvage: GraphSalvage, limit: Int) {
        graph = Graph(
            objectCount: salvage.objectCount, lostObjectCount: salvage.lostObjectCount,
            lostReferenceCount: salvage.lostReferenceCount, isRootLost: salvage.isRootLost,
            lostObjects: salvage.lostObjects.map {
                LostObject(
                    id: $0.id, type: $0.typeName, plainOffset: $0.byteRange.lowerBound, plainBytes: $0.byteRange.count,
                    readableKeys: $0.readableKeys)
            },
            lostTypes: salvage.lostTypes.prefix(limit).map {
                LostType(name: $0.name, isClass: $0.isClass, count: $0.count)
            })
    }
}
