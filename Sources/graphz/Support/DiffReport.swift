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
        let changes: [Change]
    }

    let old: String
    let new: String
    let sameCount: Int
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
        sameCount = diff.sameCount
        changed = diff.changed.map { object in
            ChangedObject(
                oldID: object.oldID, newID: object.newID, title: object.title, place: object.place,
                changes: object.changes.map { Change(path: $0.path, old: $0.old, new: $0.new) })
        }
        removed = unmatched(diff.removed)
        added = unmatched(diff.added)
    }

    /// Returns the text report, which is empty if there are no differences.
    func text(_ palette: Palette) -> String {
        guard !changed.isEmpty || !removed.isEmpty || !added.isEmpty else { return "" }
        var text = palette.paint("--- \(EscapedText.printable(old))", .bad) + "\n"
        text += palette.paint("+++ \(EscapedText.printable(new))", .good) + "\n"
        for object in changed {
            text += palette.paint("~ \(Self.heading(object.title, object.place))", .heading) + "\n"
            for change in object.changes {
                let path = change.path.isEmpty ? "" : change.path + ": "
                if let old = change.old { text += palette.paint("    - \(path)\(old)", .bad) + "\n" }
                if let new = change.new { text += palette.paint("    + \(path)\(new)", .good) + "\n" }
            }
        }
        for (objects, mark, role) in [(removed, "-", Palette.Role.bad), (added, "+", .good)] {
            for object in objects {
                text += palette.paint("\(mark) \(Self.heading(object.title, object.place))", role) + "\n"
                for field in object.fields {
                    text += "      " + (field.key.map { "\($0): " } ?? "") + field.text + "\n"
                }
            }
        }
        let counts = [(changed.count, "changed"), (removed.count, "removed"), (added.count, "added")]
        return text
            + (counts + [(sameCount, "the same")]).map { "\(DecimalText.grouped($0)) \($1)" }
            .joined(separator: ", ") + "\n"
    }

    private static func heading(_ title: String, _ place: String) -> String {
        place.isEmpty || place == "root" ? title : "\(title) at \(place)"
    }
}
