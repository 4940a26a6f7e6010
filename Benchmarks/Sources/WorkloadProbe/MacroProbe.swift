import MacroWorkloads

/// The rows whose types have a form with the macro, in that form.
enum MacroProbe {
    /// Runs a row.
    ///
    /// - Returns: Whether it is one of these.
    static func run(_ repetition: Repetition) throws -> Bool {
        switch repetition.workload {
        case "NumericStruct": try GraphProbe.run(NumericStruct(), repetition)
        case "Sample": try GraphProbe.run(Sample(), repetition)
        case "MediaContent": try GraphProbe.run(MediaContent(), repetition)
        case "NumericStruct-list": try GraphProbe.run(Array(repeating: NumericStruct(), count: 5), repetition)
        case "Sample-list": try GraphProbe.run(Array(repeating: Sample(), count: 5), repetition)
        case "MediaContent-list": try GraphProbe.run(Array(repeating: MediaContent(), count: 5), repetition)
        case "dag-20000": try GraphProbe.run(DagNode.graph(count: 20_000), repetition)
        case "views-20000": try GraphProbe.run(View.tree(count: 20_000), repetition)
        case "structs-20000": try GraphProbe.run((0..<20_000).map { SmallStruct($0) }, repetition)
        default: return false
        }
        return true
    }
}
