import GraphCodableCompression

/// Work that makes one archive out of another.
struct Transformation {
    typealias Work = (
        GraphContainer.Endpoint, GraphContainer.Endpoint, @escaping GraphContainer.ProgressHandler
    ) throws -> GraphContainer.Summary

    let input: ArchivePlace
    let output: OutputOptions
    /// What is being done, for the progress line.
    let verb: String
    let isQuiet: Bool

    /// Does the work, unless something would be lost.
    ///
    /// - Parameters:
    ///   - path: Where to write when no output was named.
    ///   - isVerbose: Whether to say what was done.
    ///   - work: Does it.
    func run(default path: @autoclosure () throws -> String, isVerbose: Bool, _ work: Work) throws {
        let place = try output.place(default: path())
        Interruption.catchSignals()
        let summary = try naming(input.name) {
            let progress = ProgressLine("\(verb) \(input.name)", isQuiet: isQuiet)
            return try work(input.endpoint, place.endpoint, progress.update)
        }
        if isVerbose {
            let compressed = max(1, summary.archiveByteCount)
            let ratio = Double(summary.plainByteCount * 100 / compressed) / 100
            ErrorOutput.print(
                "\(place.name): \(summary.codecName), \(ByteCount.text(summary.plainByteCount)) raw, "
                    + "\(ByteCount.text(summary.archiveByteCount)) compressed, \(ratio) to 1")
        }
    }

    /// `city.graphz` for `city.graph`.
    static func compressedPath(_ path: String) -> String {
        guard path != "-" else { return path }
        return path.hasSuffix(".graph") ? path + "z" : path + ".graphz"
    }

    /// `city.graph` for `city.graphz`.
    static func rawPath(_ path: String) throws -> String {
        guard path != "-" else { return path }
        guard path.hasSuffix(".graphz") else {
            throw ToolError(
                .usage, "\(path): The name does not end with .graphz. Say where to write with --output.")
        }
        return String(path.dropLast())
    }
}
