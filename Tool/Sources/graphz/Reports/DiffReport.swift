import GraphCodable
import GraphInspection

/// The report of `graphz diff`. Its properties are the members of the JSON object.
struct DiffReport: Encodable {
    struct Field: Encodable {
        let key: String?
        let text: String
    }

    struct UnmatchedObject: Encodable {
        let id: UInt32
        let title: String
        let place: String
        let fields: [Field]
    }

    struct Change: Encodable {
        let path: String
        let old: String?
        let new: String?
    }

    struct ChangedObject: Encodable {
        let oldID: UInt32
        let newID: UInt32
        let title: String
        let place: String
        let changeCount: Int
        let changes: [Change]
    }

    struct TypeDifference: Encodable {
        let name: String
        let changed: Int
        let removed: Int
        let added: Int
        let same: Int

        init(_ difference: GraphInspection.TypeDifference) {
            name = difference.name
            changed = difference.changedCount
            removed = difference.removedCount
            added = difference.addedCount
            same = difference.sameCount
        }
    }

    let old: String
    let new: String
    let changedCount: Int
    let removedCount: Int
    let addedCount: Int
    let sameCount: Int
    let types: [TypeDifference]
    let changed: [ChangedObject]
    let removed: [UnmatchedObject]
    let added: [UnmatchedObject]

    init(_ diff: GraphDiff, old: String, new: String) {
        func unmatched(_ objects: [GraphInspection.UnmatchedObject]) -> [UnmatchedObject] {
            objects.map { object in
                UnmatchedObject(
                    id: object.id, title: object.title, place: object.place,
                    fields: object.fields.map { Field(key: $0.key, text: $0.text) })
            }
        }
        self.old = old
        self.new = new
        changedCount = diff.total.changedCount
        removedCount = diff.total.removedCount
        addedCount = diff.total.addedCount
        sameCount = diff.sameCount
        types = diff.types.map(TypeDifference.init)
        changed = diff.changed.map { object in
            ChangedObject(
                oldID: object.oldID, newID: object.newID, title: object.title, place: object.place,
                changeCount: object.changeCount,
                changes: object.changes.map { Change(path: $0.path, old: $0.old, new: $0.new) })
        }
        removed = unmatched(diff.removed)
        added = unmatched(diff.added)
    }

    /// Returns the text report, which is empty if there are no differences: how much differs, by type, and what.
    func text(_ palette: Palette) -> String {
        guard changedCount + removedCount + addedCount > 0 else { return "" }
        var text = palette.paint("--- \(EscapedText.printable(old))", .bad) + "\n"
        text += palette.paint("+++ \(EscapedText.printable(new))", .good) + "\n"
        text += table.text { $0 == 0 ? palette.paint($1, .heading) : $1 }
        for object in changed {
            text += palette.paint("~ \(Self.heading(object.title, object.place))", .heading) + "\n"
            for change in object.changes {
                let path = change.path.isEmpty ? "" : change.path + ": "
                if let old = change.old { text += palette.paint("    - \(path)\(old)", .bad) + "\n" }
                if let new = change.new { text += palette.paint("    + \(path)\(new)", .good) + "\n" }
            }
            text += Self.rest(object.changes.count, of: object.changeCount, "changes", indent: "    ")
        }
        text += Self.rest(changed.count, of: changedCount, "changed")
        for (objects, count, mark, role, verb) in [
            (removed, removedCount, "-", Palette.Role.bad, "removed"), (added, addedCount, "+", .good, "added"),
        ] {
            for object in objects {
                text += palette.paint("\(mark) \(Self.heading(object.title, object.place))", role) + "\n"
                for field in object.fields {
                    text += "      " + (field.key.map { "\($0): " } ?? "") + field.text + "\n"
                }
            }
            text += Self.rest(objects.count, of: count, verb)
        }
        return text
    }

    /// How many objects of each type differ.
    private var table: TextTable {
        func row(_ name: String, _ counts: Int...) -> [String] { [name] + counts.map { DecimalText.grouped($0) } }
        var table = TextTable()
        table.append(["objects", "changed", "removed", "added", "the same"])
        for type in types.prefix(Self.typeLimit) {
            table.append(row(type.name, type.changed, type.removed, type.added, type.same))
        }
        if types.count > Self.typeLimit {
            table.append(["… \(DecimalText.grouped(types.count - Self.typeLimit)) more types"])
        }
        table.append(row("all", changedCount, removedCount, addedCount, sameCount))
        return table
    }

    private static let typeLimit = 20

    private static func rest(_ shown: Int, of count: Int, _ what: String, indent: String = "") -> String {
        shown == 0 || shown == count ? "" : "\(indent)… \(DecimalText.grouped(count - shown)) more \(what)\n"
    }

    private static func heading(_ title: String, _ place: String) -> String {
        place.isEmpty || place == "root" ? title : "\(title) at \(place)"
    }
}
