import GraphCodable

/// Titles of objects and names of types and keys, escaped and cut for display.
struct ArchiveLabels: Sendable {
    let archive: GraphArchive
    var records: ArchiveRecords { archive.records }
    /// The numbers of the keys whose values make good titles, the best one first.
    private let titleKeys: [UInt32]
    /// The names of the types without modules. Any number of objects may have a type whose name takes long to shorten.
    private let typeNames: [String]

    private static let titleLength = 32
    /// The number of characters to show of a key, which any number of values may have.
    private static let keyLength = 64

    init(_ archive: GraphArchive) {
        self.archive = archive
        typeNames = archive.summary.types.map { ShortText.typeName($0.name) }
        titleKeys = ["name", "title", "id"].compactMap { key in
            archive.summary.keys.firstIndex(of: key).map { UInt32($0 + 1) }
        }
    }

    /// How many values of a record are looked at for a title. A byte can be a value, which takes 32 bytes of memory.
    private static let titleValueCount = 1 << 17

    /// Returns the values of an object's record; none if there is no such object, or if the record is not sound.
    func values(of id: UInt32, limit: Int = .max) -> [ArchivedValue] {
        var values: [ArchivedValue] = []
        try? records.readValues(of: Int(id), into: &values, limit: limit)
        return values
    }

    /// Returns the name of a key; empty for 0.
    func keyName(_ key: UInt32) -> String {
        key == 0 ? "" : EscapedText.escaped(ShortText.cut(archive.summary.keys[Int(key) - 1], Self.keyLength))
    }

    /// Returns the name of a type without modules and enclosing types.
    func typeName(_ type: Int) -> String { typeNames[type] }

    /// Returns the whole name of a type, if it is not too long to be real.
    func longTypeName(_ type: Int) -> String {
        EscapedText.escaped(ShortText.longName(archive.summary.types[type].name))
    }

    /// Returns the title of an object: its type, its number, and the value of its field `name`, `title` or `id`, or else its
    /// first short text.
    func title(of id: UInt32) -> String {
        let values = values(of: id, limit: Self.titleValueCount)
        guard let first = values.first else { return "nothing #\(id)" }
        let title = "\(first.kind == .composite ? typeName(first.number) : Self.kindName(first.kind)) #\(id)"
        return label(values).map { "\(title) \($0)" } ?? title
    }

    private func label(_ values: [ArchivedValue]) -> String? {
        var best: (rank: Int, position: Int)?
        for position in values.fields {
            let value = values[position]
            let isText = value.kind == .string && value.byteCount > 1
            let isNumber = value.kind == .number || value.kind == .packed && records.readableText(of: value) != nil
            let rank = titleKeys.firstIndex(of: value.key) ?? titleKeys.count
            let isTitle =
                rank < titleKeys.count ? isText || isNumber : isText && value.byteCount <= 4 * Self.titleLength
            if isTitle, rank < best?.rank ?? .max { best = (rank, position) }
        }
        return best.map { records.text(of: values[$0.position], limit: Self.titleLength) }
    }

    static func kindName(_ kind: ArchivedValue.Kind) -> String {
        switch kind {
        case .nil, .end: "nil"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "string"
        case .binary: "binary data"
        case .sequence, .packed: "array"
        case .map: "dictionary"
        case .composite, .some, .typed: "value"
        case .reference, .conditionalReference: "reference"
        }
    }
}
