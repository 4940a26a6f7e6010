/// Processes several archives, and continues after an error in one of them.
struct ArchiveBatch {
    private let inputs: [ArchiveInputs.Item]
    /// Whether to report errors only by the exit status.
    private let isSilent: Bool
    /// The number of archives without errors.
    private(set) var successCount = 0
    private(set) var failureCount = 0
    /// The status of the first error.
    private var status: ExitStatus?

    /// - Parameters:
    ///   - inputs: The archives.
    ///   - endings: The file name extensions of archives in folders.
    ///   - isSilent: Whether to suppress error messages.
    init(_ inputs: ArchiveInputs, endings: [String] = [".graph", ".graphz"], isSilent: Bool = false) {
        self.inputs = inputs.find(endings: endings)
        self.isSilent = isSilent
    }

    /// Processes each archive, given the argument and its location. Errors are printed, then passed to `failed`.
    ///
    /// - Throws: Errors that end all processing: an ``Interruption``, or a closed pipe.
    mutating func forEach(
        _ body: (String, ArchiveEndpoint) throws -> Void, failed: (String, ToolError) throws -> Void = { _, _ in }
    ) throws {
        for (path, error) in inputs {
            let place = ArchiveEndpoint(input: path)
            do {
                if let error { throw error }
                try naming(place.name) { try body(path, place) }
                successCount += 1
            } catch let error as ToolError where error.status != .brokenPipe {
                failureCount += 1
                status = status ?? error.status
                if !isSilent {
                    try StandardOutput.flush()
                    ErrorOutput.print(error.message)
                }
                try failed(place.name, error)
            }
            // The next archive may take long, or never end.
            try StandardOutput.flush()
        }
    }

    /// Throws an error if any archive had one.
    func finish() throws {
        if let status { throw ToolError.reported(status) }
    }
}
