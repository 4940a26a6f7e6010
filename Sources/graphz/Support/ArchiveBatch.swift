/// Work on several archives, in which errors of one do not stop the others.
struct ArchiveBatch {
    private let inputs: [Result<String, ToolError>]
    /// Whether errors are told by the exit status only.
    private let isSilent: Bool
    /// How many archives there were no errors with.
    private(set) var successCount = 0
    private(set) var failureCount = 0
    /// That of the first error.
    private var status: ExitStatus?

    /// - Parameters:
    ///   - inputs: What to work on.
    ///   - endings: What the names of archives in folders end with.
    ///   - isSilent: Whether to print no errors.
    init(_ inputs: ArchiveInputs, endings: [String] = [".graph", ".graphz"], isSilent: Bool = false) {
        self.inputs = inputs.find(endings: endings)
        self.isSilent = isSilent
    }

    /// Works on each archive.
    ///
    /// - Parameters:
    ///   - body: Works on one, which is the argument and the place that it names.
    ///   - failed: Called with each error and the name of its archive, after it was printed.
    /// - Throws: What ends all of the work: an ``Interruption``, an output that nobody reads.
    mutating func forEach(
        _ body: (String, ArchivePlace) throws -> Void, failed: (String, ToolError) throws -> Void = { _, _ in }
    ) throws {
        for input in inputs {
            var name = ""
            do {
                let path = try input.get()
                let place = ArchivePlace(input: path)
                name = place.name
                try naming(place.name) { try body(path, place) }
                successCount += 1
            } catch let error as ToolError where error.status != .brokenPipe {
                failureCount += 1
                status = status ?? error.status
                if !isSilent {
                    try StandardOutput.flush()
                    ErrorOutput.print(error.message)
                }
                try failed(name, error)
            }
        }
    }

    /// Throws when there was an error.
    func finish() throws {
        if let status {
            throw ReportedFailures(status: status)
        }
    }
}
