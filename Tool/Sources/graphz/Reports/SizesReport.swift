import GraphInspection

/// The report of `graphz sizes`.
struct SizesReport {
    let name: String
    let sizes: GraphSizes
    let archiveByteCount: UInt64
    let typeLimit: Int
    let fieldLimit: Int

    var isCompressed: Bool { sizes.compressedByteCount != nil }

    var json: JSONObject {
        func types(_ types: [TypeSize]) -> [JSONObject] {
            types.prefix(typeLimit).map { type in
                [
                    "name": type.name, "isClass": type.isClass, "count": type.count, "bytes": type.byteCount,
                    "compressedBytes": Self.rounded(type.compressedByteCount),
                    "fields": type.fields.prefix(fieldLimit).map {
                        [
                            "key": $0.key, "count": $0.count, "bytes": $0.byteCount,
                            "compressedBytes": Self.rounded($0.compressedByteCount),
                        ] as JSONObject
                    },
                ]
            }
        }
        return [
            "name": name, "bytes": archiveByteCount, "plainBytes": sizes.byteCount,
            "blockBytes": sizes.compressedByteCount, "blockCount": isCompressed ? sizes.blockCount : nil,
            "filteredBlockCount": isCompressed ? sizes.filteredBlockCount : nil,
            "otherCompressedBytes": Self.rounded(sizes.compressedOtherByteCount),
            "recordTableBytes": sizes.recordTableByteCount, "directoryBytes": sizes.directoryByteCount,
            "objects": types(sizes.objects), "values": types(sizes.values),
            "sharing": [
                "objects": sizes.sharing.objectCount, "references": sizes.sharing.referenceCount,
                "bytes": sizes.sharing.byteCount, "savedBytes": sizes.sharing.savedByteCount,
            ] as JSONObject,
            "largestObjects": sizes.largestObjects.map {
                ["id": $0.id, "title": $0.title, "bytes": $0.byteCount, "references": $0.referenceCount] as JSONObject
            },
            "largestValues": sizes.largestValues.map {
                [
                    "object": $0.object, "title": $0.title, "path": $0.path, "kind": $0.kind, "bytes": $0.byteCount,
                    "text": $0.text,
                ] as JSONObject
            },
        ]
    }

    static func rounded(_ byteCount: Double?) -> Int? { byteCount.map { Int($0.rounded()) } }
}
