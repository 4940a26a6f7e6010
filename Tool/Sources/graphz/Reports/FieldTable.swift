import GraphCodable
import GraphCodableCompression

/// The size of each field in a compressed archive, summed over all filtered blocks.
struct FieldTable {
    /// A row of the table. Its properties are the members of the JSON object.
    struct Row: Encodable {
        /// The class or struct and the key, followed by `[]` for elements.
        let field: String
        /// The kinds of the field's streams.
        let streams: [String]
        /// The bytes before compression.
        let formBytes: Int
        /// The estimated bytes in the file.
        let storedBytes: Double
    }

    private struct Sum {
        var streams: Set<GraphContainer.FieldStream.Kind> = []
        var formBytes = 0
        var storedBytes = 0.0
    }

    private var sums: [String: Sum] = [:]

    /// The first error of a block that cannot be read. The table then has only the other blocks.
    private(set) var failure: (any Error)?

    /// Reads every block of a file.
    init(_ file: GraphContainerFile, _ summary: GraphArchiveSummary) {
        for number in 0..<Int(clamping: file.summary.blockCount) {
            do {
                try file.fieldStreams(ofBlock: number).forEach { add($0, summary) }
            } catch {
                failure = failure ?? error
            }
        }
    }

    private mutating func add(_ stream: GraphContainer.FieldStream, _ summary: GraphArchiveSummary) {
        let name = Self.name(of: stream, summary)
        sums[name, default: Sum()].streams.insert(stream.kind)
        sums[name, default: Sum()].formBytes += stream.formByteCount
        sums[name, default: Sum()].storedBytes += stream.storedByteCount
    }

    /// The rows in descending order of size.
    var rows: [Row] {
        sums.map { name, sum in
            let kinds = GraphContainer.FieldStream.Kind.allCases.filter { sum.streams.contains($0) }
            return Row(
                field: name, streams: kinds.map(\.rawValue), formBytes: sum.formBytes, storedBytes: sum.storedBytes)
        }.sorted { ($0.storedBytes, $1.field) > ($1.storedBytes, $0.field) }
    }

    private static func name(of stream: GraphContainer.FieldStream, _ summary: GraphArchiveSummary) -> String {
        if stream.kind == .varints { return "(record table)" }
        if stream.kind == .others { return "(no values)" }
        guard let number = stream.shape, summary.shapes.indices.contains(number), let index = stream.place.first else {
            return "(root and others)"
        }
        let shape = summary.shapes[number]
        let type = summary.types.indices.contains(shape.type) ? summary.types[shape.type].name : "?"
        let elements = String(repeating: "[]", count: stream.place.count - 1)
        guard shape.keys.indices.contains(index) else { return "(behind \(type))" + elements }
        return "\(type).\(shape.keys[index] ?? "\(index)")" + elements
    }
}
