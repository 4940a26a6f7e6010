import GraphCodableCompression

/// Creates new archives from others.
struct ArchiveConversion {
    /// Creates the output from an input. Returns `nil` if the input is not an archive and was copied.
    typealias Work = (
        ArchiveEndpoint, GraphContainer.Endpoint, @escaping GraphContainer.ProgressHandler
    ) throws -> GraphContainer.Summary?

    let inputs: ArchiveInputs
    /// The file name extensions of inputs in folders.
    let endings: [String]
    let output: OutputOptions
    /// The verb for the progress line.
    let verb: String
    let isQuiet: Bool
    /// Whether to report what was done.
    let isVerbose: Bool
    /// Whether the output may be the input.
    var replacesInput = false

    /// Processes each input, unless this would replace a file.
    ///
    /// - Parameter outputPath: Returns the default output path for the path of an input.
    func run(to outputPath: (String) throws -> String, _ work: Work) throws {
        guard output.path == nil || !inputs.areSeveral else {
            throw ToolError(
                .usage, "Only one archive can go to \(output.path == "-" ? "standard output" : "--output").")
        }
        Interruption.catchSignals()
        var batch = ArchiveBatch(inputs, endings: endings)
        try batch.forEach { path, input in
            try run(input, { try output.path ?? outputPath(path) }, work)
        }
        try batch.finish()
    }

    private func run(_ input: ArchiveEndpoint, _ outputPath: () throws -> String, _ work: Work) throws {
        // A missing input is reported as missing, whatever its name.
        try input.checkExistence()
        let path = try outputPath()
        let destination = try ArchiveEndpoint.newOutput(path, replacing: output.force)
        if !replacesInput { try destination.checkDifference(from: input) }
        let removal = output.input == .remove ? try InputRemoval(of: input, after: destination) : nil
        let progress = ProgressLine("\(verb) \(input.name)", isQuiet: isQuiet)
        let summary = try work(input, destination.endpoint, progress.update)
        ProgressLine.erase()
        try removal?.run()
        if replacesInput, path.hasSuffix(".graph") {
            ErrorOutput.print(
                "\(destination.name): This is a compressed archive now. Rename it to \(destination.name)z.")
        }
        if isVerbose, let summary {
            let compressed = max(1, summary.archiveByteCount)
            let ratio = Double(summary.plainByteCount * 100 / compressed) / 100
            ErrorOutput.print(
                "\(destination.name): \(summary.codecName), \(ByteCount.text(summary.plainByteCount)) raw, "
                    + "\(ByteCount.text(summary.archiveByteCount)) compressed, \(ratio) to 1")
        }
    }

    /// Returns the path of the compressed archive for that of an input: `city.graphz` for `city.graph`.
    static func compressedPath(_ path: String) -> String {
        guard path != "-" else { return "-" }
        return path.hasSuffix(".graph") ? path + "z" : path + ".graphz"
    }

    /// Returns the path of the raw archive for that of a compressed one: `city.graph` for `city.graphz`.
    static func rawPath(_ path: String) throws -> String {
        guard path != "-" else { return "-" }
        // An empty path is reported when it is opened.
        guard !path.isEmpty else { return path }
        guard path.hasSuffix(".graphz") else {
            let problem =
                path.hasSuffix(".graph")
                ? "The name is that of a raw archive, which needs no decompression. If it is compressed, say"
                : "The name does not end with .graphz. Say"
            throw ToolError(.usage, "\(ArgumentText.shown(path)): \(problem) where to write with --output.")
        }
        return String(path.dropLast())
    }
}
