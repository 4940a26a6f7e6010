import GraphCodable

/// A graph, and how each of its objects is archived. A trial makes it, archives it and compares what comes back.
struct Plan: Sendable {
    /// Which type a vertex is of.
    enum Kind: CaseIterable, Sendable {
        case node, leaf, branch, retired, versioned, identified
        /// Archived by the first version of its class.
        case elder
        /// Archived by a class that is obsolete now.
        case relic
        /// Archived by the first version of a class that is obsolete now.
        case fossil
        /// Made archivable by the macro.
        case made
        /// A struct, each use of which is archived separately.
        case box
        /// A struct with an identity.
        case badge

        var isObject: Bool { self != .box && self != .badge }
        /// Whether an older class reads what its object has been archived as.
        var isMigrated: Bool { self == .elder || self == .fossil }
        /// Whether the object's class has another name or other contents when it is archived again.
        var changesArchive: Bool { self == .retired || self == .relic || isMigrated }
    }

    /// How a field is decoded.
    enum Style: CaseIterable {
        case plain, ifPresent, orDefer, deferred, whenDecoded
        /// First as another type, which fails.
        case wrongThenPlain, wrongThenOrDefer
        /// `try?`, and `deferDecode` if that fails.
        case plainThenDeferred

        /// Whether the initializer cannot go on without the value.
        var needsValue: Bool { [.plain, .ifPresent, .wrongThenPlain].contains(self) }
        /// Whether a collection in the value may be built during the initializer.
        var buildsEarly: Bool { needsValue || self == .plainThenDeferred }
        var tries: Bool { [.wrongThenPlain, .wrongThenOrDefer, .plainThenDeferred].contains(self) }
    }

    struct Field: Sendable {
        /// The index in ``FieldTypes/types``.
        var type: Int
        var style: Style
        var value: PlanValue
        /// Whether the subclass archives it.
        var isOfSubclass = false
    }

    /// What an object is hashed by, and equal by.
    enum Hashing: Equatable {
        case identity, number
        /// Hashed by the references in a field, equal by its number.
        case field(Int)
        /// Hashed and equal by the text in a field.
        case text(Int)
    }

    struct Vertex: Sendable {
        var kind: Kind
        var fields: [Field] = []
        var hashing = Hashing.number
        /// Whether the fields are decoded from the last to the first.
        var isReversed = false
        /// Whether the initializer ends with a call of `whenDecoded`.
        var endsWithCall = false
    }

    /// What is decoded before the graph with the same decoder.
    enum Before: CaseIterable { case nothing, damagedArchive, otherGraph }

    var vertices: [Vertex]
    /// The index in ``FieldTypes/types`` of the root's type.
    var rootType: Int
    var root: PlanValue
    var options: GraphEncoder.Options = []
    /// How many objects come before the root.
    var chain = 0
    var before = Before.nothing

    /// Whether initializers may run again.
    var tries: Bool { archived.contains { vertices[$0].fields.contains { $0.style.tries } } }

    /// The vertices that are archived: what can be reached without weak references.
    var archived: Set<Int> {
        var found = Set(root.references)
        var pending = Array(found)
        while let vertex = pending.popLast() {
            for field in vertices[vertex].fields where !FieldTypes.isWeak(field.type) {
                field.value.forEachReference { target, _ in
                    if found.insert(target).inserted { pending.append(target) }
                }
            }
        }
        return found
    }
}

extension Plan: CustomStringConvertible {
    /// The graph as a reader of a failure needs it.
    var description: String {
        var lines = ["root: \(FieldTypes.name(rootType)) = \(root)"]
        if chain > 0 { lines[0] += ", behind \(chain) objects" }
        if !options.isEmpty { lines.append("options: \(options.rawValue)") }
        if before != .nothing { lines.append("before: \(before)") }
        for index in archived.sorted() {
            let vertex = vertices[index]
            var line = "v\(index): \(vertex.kind)"
            if vertex.kind.isObject {
                switch vertex.hashing {
                case .identity: line += ", hashed by identity"
                case .number: break
                case .field(let field): line += ", hashed by field \(field)"
                case .text(let field): line += ", hashed and equal by field \(field)"
                }
            }
            if vertex.isReversed { line += ", decoded from last to first" }
            if vertex.endsWithCall { line += ", whenDecoded at the end" }
            lines.append(line)
            for (number, field) in vertex.fields.enumerated() {
                let place = vertex.kind == .branch && field.isOfSubclass ? " of the subclass" : ""
                let style = vertex.kind.isObject ? " \(field.style)" : ""
                lines.append("    \(number)\(place): \(FieldTypes.name(field.type)) = \(field.value)\(style)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
