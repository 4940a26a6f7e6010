import GraphCodable

/// An edge of the graph: a relation of a package to others.
final class Dependency: GCodable {
    /// The fields of a control file that name other packages. An enumeration with raw values needs no code.
    enum Kind: String, GCodable, CaseIterable {
        case preDepends = "Pre-Depends"
        case depends = "Depends"
        case recommends = "Recommends"
        case suggests = "Suggests"
        case enhances = "Enhances"
        case breaks = "Breaks"
        case conflicts = "Conflicts"
        case replaces = "Replaces"
        case provides = "Provides"
    }

    let kind: Kind
    /// The alternatives, any of which satisfies the dependency.
    let alternatives: [Alternative]
    /// The package that has the dependency. It owns the edge, so this reference is weak.
    private(set) weak var owner: BinaryPackage?

    init(kind: Kind, alternatives: [Alternative], owner: BinaryPackage) {
        self.kind = kind
        self.alternatives = alternatives
        self.owner = owner
    }

    private enum Key: String {
        case kind, alternatives, owner
    }

    init(from decoder: any GDecoder) throws {
        kind = try decoder.decode(for: Key.kind)
        alternatives = try decoder.decode(for: Key.alternatives)
        try decoder.deferDecode(for: Key.owner) { self.owner = $0 }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(kind, for: Key.kind)
        try encoder.encode(alternatives, for: Key.alternatives)
        try encoder.encodeConditional(owner, for: Key.owner)
    }
}
