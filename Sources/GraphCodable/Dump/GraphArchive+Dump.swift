extension GraphArchive {
    /// What is in the archive, in readable form.
    ///
    /// Each line is a value. `-` begins one without a key, `+ "key":` one with a key, and `:` the value that belongs to the
    /// dictionary key above it. Then follows:
    ///
    /// |Mark|Meaning|
    /// |-|-|
    /// |`REF`|an instance of a class, with the class's name|
    /// |`VAL`|a value that has values inside: a struct, an array, a dictionary|
    /// |`BIV`|a plain value: a number, a string, an array of numbers|
    /// |`NIL`|nil|
    /// |`PTS`|a reference to an object that is shown elsewhere|
    /// |`PTC`|a conditional reference|
    /// |`SOME`|before a value: a present optional in which there may be another|
    ///
    /// A number behind the mark is an object's, by which references name it. The values inside a value follow, indented by
    /// one tab more, up to a line with `.`.
    ///
    /// - Parameter options: What to show, and how.
    /// - Returns: The lines, without a newline behind the last one.
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded` when a record breaks the rules of the
    ///   format. Not all rules are checked; see ``verify()``.
    /// - Complexity: O(*n*) for *n* bytes. The stack does not grow with the depth of the graph.
    public func dump(options: GraphDumpOptions = .readable) throws -> String {
        var text = ""
        try dump(options: options) { text += $0 }
        return text
    }

    /// Shows what is in the archive piece by piece, without holding all of the text in memory.
    ///
    /// - Parameters:
    ///   - options: What to show, and how.
    ///   - sink: Takes the next piece of the text. When the dump throws, the text up to there has been passed on.
    /// - Throws: As ``dump(options:)``, and what `sink` throws.
    /// - Complexity: O(*n*) for *n* bytes; besides the archive, memory for a bit for each object and the longest line.
    public func dump(options: GraphDumpOptions = .readable, to sink: (String) throws -> Void) throws {
        try dump(options: options, descriptions: nil, to: sink)
    }

    func dump(
        options: GraphDumpOptions, descriptions: BinaryDescriptions?, to sink: (String) throws -> Void
    ) throws {
        var sections = DumpSections(summary: summary, options: options)
        if options.sections.contains(.header) {
            try sections.header(sink)
        }
        if options.sections.contains(.body) {
            try sections.title("BODY", sink)
            var body = BodyDump(storage: storage, options: options, descriptions: descriptions)
            try body.run(sink)
        }
        try sections.directory(sink)
        try sections.finish(sink)
    }
}
