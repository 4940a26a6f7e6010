import GraphCodable
import GraphCodableCompression
import Workloads

/// The rows in which values and graphs become archives in memory, and come back.
enum GraphProbe {
    /// Runs a row.
    ///
    /// - Returns: Whether it is one of these.
    static func run(_ repetition: Repetition) throws -> Bool {
        guard ["encode", "decode"].contains(repetition.operation) else { return false }
        if repetition.workload == "packages" {
            return try runPackages(repetition)
        }
        if repetition.subject == "macro" {
            return try MacroProbe.run(repetition)
        }
        guard repetition.subject == nil || repetition.subject == "GraphCodable" else { return false }
        return try runValue(repetition) || runCounted(repetition)
    }

    private static func runValue(_ repetition: Repetition) throws -> Bool {
        switch repetition.workload {
        case "NumericStruct": try run(NumericStruct(), repetition)
        case "Sample": try run(Sample(), repetition)
        case "MediaContent": try run(MediaContent(), repetition)
        case "NumericStruct-list": try run(Array(repeating: NumericStruct(), count: 5), repetition)
        case "Sample-list": try run(Array(repeating: Sample(), count: 5), repetition)
        case "MediaContent-list": try run(Array(repeating: MediaContent(), count: 5), repetition)
        case "doubles": try run(Bulk.doubles(), repetition)
        case "strings": try run(Bulk.strings(), repetition)
        case "dictionary": try run(Bulk.dictionary(), repetition)
        case "structs": try run(Bulk.structs(), repetition)
        default: return false
        }
        return true
    }

    /// Workloads whose name ends with how many objects or elements they have.
    private static func runCounted(_ repetition: Repetition) throws -> Bool {
        let parts = repetition.workload.split(separator: "-")
        // The strings divide by a tenth of their count.
        guard parts.count == 2, let count = Int(parts[1]), count >= 10 else { return false }
        switch parts[0] {
        case "dag": try run(DagNode.graph(count: count), repetition)
        case "editor": try run(EditorDocument(count: count), repetition)
        case "views": try run(View.tree(count: count), repetition)
        case "doubles": try run(Bulk.doubles(count: count), repetition)
        case "strings": try run(Bulk.strings(count: count), repetition)
        case "dictionary": try run(Bulk.dictionary(count: count), repetition)
        case "structs": try run(Bulk.structs(count: count), repetition)
        default: return false
        }
        return true
    }

    static func run<Root: GCodable>(_ root: Root, _ repetition: Repetition) throws {
        let encoder = GraphEncoder()
        let bytes = try encoder.encode(root) as Bytes
        let decoder = GraphDecoder()
        if repetition.operation == "encode" {
            try repetition.run(bytes: bytes.count) { _ = try encoder.encode(root) as Bytes }
        } else {
            try repetition.run(bytes: bytes.count) { _ = try decoder.decode(Root.self, from: bytes) }
        }
    }

    private static func runPackages(_ repetition: Repetition) throws -> Bool {
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        let subject = repetition.subject ?? "GraphCodable"
        if subject == "GraphCodable" {
            try run(
                repetition, encode: { try encoder.encode($0) as Bytes },
                decode: { _ = try decoder.decode($0, from: $1) })
            return true
        }
        guard subject.hasPrefix("graphz-"), let codec = Codecs.named(subject.dropFirst(7)) else { return false }
        try run(
            repetition, encode: { try encoder.encode($0, codec: codec) as Bytes },
            decode: { _ = try decoder.decode($0, fromArchive: $1) })
        return true
    }

    private static func run(
        _ repetition: Repetition, encode: (any GCodable) throws -> Bytes,
        decode: (any GDecodable.Type, Bytes) throws -> Void
    ) throws {
        let packages = try Packages.available()
        let bytes = try encode(packages.root)
        if repetition.operation == "encode" {
            try repetition.run(bytes: bytes.count) { _ = try encode(packages.root) }
        } else {
            try repetition.run(bytes: bytes.count) { try decode(packages.rootType, bytes) }
        }
    }
}
