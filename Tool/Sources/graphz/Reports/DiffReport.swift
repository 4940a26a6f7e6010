import GraphCodable
import GraphInspection

/// The report of `graphz diff`.
struct DiffReport {
    let diff: GraphDiff
    let old: String
    let new: String

    var json: JSONObject {
        func unmatched(_ objects: [UnmatchedObject]) -> [JSONObject] {
            objects.map { object in
                [
                    "id": object.id, "title": object.title, "place": object.place,
                    "fields": object.fields.map { ["key": $0.key, "text": $0.text] as JSONObject },
                ]
            }
        }
        return [
            "old": old, "new": new, "changedCount": diff.total.changedCount, "removedCount": diff.total.removedCount,
            "addedCount": diff.total.addedCount, "sameCount": diff.sameCount,
            "types": diff.types.map {
                [
                    "name": $0.name, "changed": $0.changedCount, "removed": $0.removedCount, "added": $0.addedCount,
                    "same": $0.sameCount,
                ] as JSONObject
            },
            "changed": diff.changed.map { object in
                [
                    "oldID": object.oldID, "newID": object.newID, "title": object.title, "place": object.place,
                    "changeCount": object.changeCount,
                    "changes": object.changes.map {
                        ["path": $0.path, "old": $0.old, "new": $0.new] as JSONObject
                    },
                ] as JSONObject
            },
            "removed": unmatched(diff.removed), "added": unmatched(diff.added),
        ]
    }

    /// Returns the text report, which is empty if there are no differences: how much differs, by type, and what.
    func text(_ palette: Palette) -> String {
        guard !diff.isEmpty else { return "" }
        var text = palette.paint("--- \(EscapedText.printable(old))", .bad) + "\n"
        text += palette.paint("+++ \(EscapedText.printable(new))", .good) + "\n"
        text += TextTable.text(rows, palette)
        for object in diff.changed {
            text += palette.paint("~ \(Self.heading(object.title, object.place))", .heading) + "\n"
            for change in object.changes {
                let path = change.path.isEmpty ? "" : change.path + ": "
                if let old = change.old { text += palette.paint("    - \(path)\(old)", .bad) + "\n" }
                if let new = change.new { text += palette.paint("    + \(path)\(new)", .good) + "\n" }
            }
            text += Self.rest(object.changes.count, of: object.changeCount, "changes", indent: "    ")
        }
        text += Self.rest(diff.changed.count, of: diff.total.changedCount, "changed")
        for (objects, count, mark, role, verb) in [
            (diff.removed, diff.total.removedCount, "-", Palette.Role.bad, "removed"),
            (diff.added, diff.total.addedCount, "+", .good, "added"),
        ] {
            for object in objects {
                text += palette.paint("\(mark) \(Self.heading(object.title, object.place))", role) + "\n"
                for field in object.fields {
                    text += "      " + (field.key.map { "\(ShortText.label($0)): " } ?? "") + field.text + "\n"
                }
            }
            text += Self.rest(objects.count, of: count, verb)
        }
        return text
    }

    /// How many objects of each type differ.
    private var rows: [[String]] {
        func row(_ name: String, _ type: TypeDifference) -> [String] {
            [name] + [type.changedCount, type.removedCount, type.addedCount, type.sameCount].map(DecimalText.grouped)
        }
        let hiddenCount = diff.types.count - Self.typeLimit
        return [["objects", "changed", "removed", "added", "the same"]]
            + diff.types.prefix(Self.typeLimit).map { row($0.name, $0) }
            + (hiddenCount > 0 ? [["… \(DecimalText.grouped(hiddenCount)) more types"]] : [])
            + [row("all", diff.total)]
    }

    private static let typeLimit = 20

    private static func rest(_ shown: Int, of count: Int, _ what: String, indent: String = "") -> String {
        shown == 0 || shown == count ? "" : "\(indent)… \(DecimalText.grouped(count - shown)) more \(what)\n"
    }

    private static func heading(_ title: String, _ place: String) -> String {
        place.isEmpty || place == "root" ? title : "\(title) at \(place)"
    }
}
