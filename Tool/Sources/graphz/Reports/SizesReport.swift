import GraphInspection

/// The report of `graphz sizes`. Its properties are the members of the JSON object.
struct SizesReport: Encodable {
    struct Field: Encodable {
        let key: String?
        let count: Int
        let bytes: Int
        let compressedBytes: Int?
    }

    struct ArchivedType: Encodable {
        let name: String
        let isClass: Bool
        let count: Int
        let bytes: Int
        let compressedBytes: Int?
        let fields: [Field]
    }

    struct Sharing: Encodable {
        let objects: Int
        let references: Int
        let bytes: Int
        let savedBytes: Int
    }

    struct LargestObject: Encodable {
        let id: UInt32
        let title: String
        let bytes: Int
        let references: Int
    }

    struct LargestValue: Encodable {
        let object: UInt32
        let title: String
        let path: String
        let kind: String
        let bytes: Int
        let text: String
    }

    let name: String
    let bytes: UInt64
    let plainBytes: Int
    /// The bytes of all blocks; `nil` for a raw archive, like the next three.
    let blockBytes: Int?
    let blockCount: Int?
    /// The number of blocks whose compressed sizes come from streams; those of the others are estimates.
    let filteredBlockCount: Int?
    /// The compressed size of everything but the objects.
    let otherCompressedBytes: Int?
    let recordTableBytes: Int
    let directoryBytes: Int
    let objects: [ArchivedType]
    let values: [ArchivedType]
    let sharing: Sharing
    let largestObjects: [LargestObject]
    let largestValues: [LargestValue]

    init(_ sizes: GraphSizes, name: String, archiveBytes: UInt64, typeLimit: Int, fieldLimit: Int) {
        func types(_ types: [TypeSize]) -> [ArchivedType] {
            types.prefix(typeLimit).map { type in
                ArchivedType(
                    name: type.name, isClass: type.isClass, count: type.count, bytes: type.byteCount,
                    compressedBytes: type.compressedByteCount.map { Int($0.rounded()) },
                    fields: type.fields.prefix(fieldLimit).map { field in
                        Field(
                            key: field.key, count: field.count, bytes: field.byteCount,
                            compressedBytes: field.compressedByteCount.map { Int($0.rounded()) })
                    })
            }
        }
        self.name = name
        bytes = archiveBytes
        plainBytes = sizes.byteCount
        blockBytes = sizes.compressedByteCount
        blockCount = sizes.compressedByteCount.map { _ in sizes.blockCount }
        filteredBlockCount = sizes.compressedByteCount.map { _ in sizes.filteredBlockCount }
        otherCompressedBytes = sizes.compressedOtherByteCount.map { Int($0.rounded()) }
        recordTableBytes = sizes.recordTableByteCount
        directoryBytes = sizes.directoryByteCount
        objects = types(sizes.objects)
        values = types(sizes.values)
        sharing = Sharing(
            objects: sizes.sharing.objectCount, references: sizes.sharing.referenceCount,
            bytes: sizes.sharing.byteCount, savedBytes: sizes.sharing.savedByteCount)
        largestObjects = sizes.largestObjects.map {
            LargestObject(id: $0.id, title: $0.title, bytes: $0.byteCount, references: $0.referenceCount)
        }
        largestValues = sizes.largestValues.map {
            LargestValue(
                object: $0.object, title: $0.title, path: $0.path, kind: $0.kind, bytes: $0.byteCount, text: $0.text)
        }
    }
}
