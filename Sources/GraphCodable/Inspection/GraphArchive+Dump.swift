extension GraphArchive {
    /// Returns the contents of the archive as readable text.
    ///
    /// Each line shows a value. It begins with `-` for an unkeyed value, with `+ "key":` for a value with a key, and
    /// with `:` for the value that belongs to the dictionary key above it. Then one of these marks follows:
    ///
    /// |Mark|Meaning|
    /// |-|-|
    /// |`REF`|an instance of a class, with the class's name|
    /// |`VAL`|a value that contains other values: a struct, an array, a dictionary|
    /// |`BIV`|a plain value: a number, a string, an array of numbers|
    /// |`NIL`|nil|
    /// |`PTS`|a reference to an object that is shown elsewhere|
    /// |`PTC`|a conditional reference|
    /// |`SOME`|a prefix of a value: a present optional that can contain another|
    ///
    /// A number after the mark is the number of an object, by which references identify it. The values inside a value
    /// follow, indented by one more tab, and end with a line that contains `.`.
    ///
    /// - Parameter options: What to show, and how.
    /// - Returns: The lines, without a newline after the last one.
    /// - Throws: ``GraphCodableError`` with the code `malformed` or `depthExceeded` if a record violates the format.
    ///   This method does not check all rules; see ``verify()``.
    /// - Complexity: O(*n*) for *n* bytes. The stack does not grow with the depth of the graph.
    public func dump(options: GraphDumpOptions = .readable) throws -> String {
        var text = ""
        try dump(options: options) { text += $0 }
        return text
    }

    /// Passes the contents of the archive as readable text to a closure piece by piece, without holding all of the text
    /// in memory.
    ///
    /// - Parameters:
    ///   - options: What to show, and how.
    ///   - sink: A closure that receives the next piece of the text. If this method throws, the closure has received
    ///     the text up to the error.
    /// - Throws: The same errors as ``dump(options:)``, and any error that `sink` throws.
    /// - Complexity: O(*n*) for *n* bytes. In addition to the archive, it uses memory for at most five bytes
    ///   per object, for the names of the directory, and for the longest line.
    public func dump(options: GraphDumpOptions = .readable, to sink: (String) throws -> Void) throws {
        try dump(options: options, descriptions: nil, to: sink)
    }

    func dump(options: GraphDumpOptions, descriptions: BinaryDescriptions?, to sink: (String) throws -> Void) throws {
        let sections = DumpSections(summary: summary, options: options)
        if options.sections.contains(.header) {
            try sink(sections.header)
        }
        if options.sections.contains(.body) {
            try sink(DumpSections.title("BODY"))
            try records.write(to: { try sink(String(decoding: $0, as: UTF8.self)) }) {
                DumpVisitor(records: records, options: options, descriptions: descriptions, output: $0)
            }
        }
        try sections.writeDirectory(to: sink)
        try sections.end.map(sink)
    }
}
