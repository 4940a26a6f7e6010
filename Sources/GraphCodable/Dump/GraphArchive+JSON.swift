extension GraphArchive {
    /// Passes on the records of the archive as JSON, one object a line.
    ///
    /// A record is an object of the graph, or the root value, whose `id` is 0. A line has these members:
    ///
    /// |Member|What it is|
    /// |-|-|
    /// |`id`|the number by which references name the object|
    /// |`type`|the qualified name of the type, if it is a class, a struct or an enum with values inside|
    /// |`fields`|an object of its values that have keys, if there are any|
    /// |`items`|an array of its values that have none, if there are any|
    /// |`value`|any other value, in place of these three|
    ///
    /// A value is
    ///
    /// |JSON|for|
    /// |-|-|
    /// |`null`, `true`, a number, a string|itself; integers have all of their digits|
    /// |an array|an array, a set, or an array of numbers or booleans|
    /// |`{"type":…,"fields":{…},"items":[…]}`|a struct or an enum, or an object that is stored as a value|
    /// |`{"map":[[key,value],…]}`|a dictionary|
    /// |`{"ref":id}`, `{"conditional":id}`|a reference; a conditional one may lead nowhere|
    /// |`{"some":value}`|a present optional in which there may be another|
    /// |`{"as":type,"value":…}`|a value of a protocol type|
    /// |`{"bytes":…}`|bytes that only their type can read, in base 64|
    /// |`{"number":…}`|`"inf"`, `"-inf"` or `"nan"`, for which JSON has no number|
    ///
    /// - Parameter sink: Takes the next piece of the text, in UTF-8. When this throws, the text up to there has been passed on.
    /// - Throws: ``GraphCodableError`` as ``dump(options:)``, and what `sink` throws.
    /// - Complexity: O(*n*) for *n* bytes; memory for the largest value that has no key and is inside another one.
    public func writeJSON(to sink: ([UInt8]) throws -> Void) throws {
        var visitor = JSONVisitor(storage: storage)
        do {
            try storage.withBytes { archive in
                guard let walker = storage.walker(of: archive) else { return }
                for id in 0..<storage.records.count {
                    try write(UInt32(id), walker, &visitor, sink)
                }
            }
        } catch {
            try Self.passOn(&visitor, sink)
            throw error
        }
        try Self.passOn(&visitor, sink)
    }

    private func write(
        _ id: UInt32, _ walker: ValueWalker, _ visitor: inout JSONVisitor, _ sink: ([UInt8]) throws -> Void
    ) throws {
        guard let record = storage.record(Int(id)) else { return }
        let end = walker.archive + record.upperBound
        var walk = walker.begin(from: walker.archive + record.lowerBound, to: end)
        visitor.beginRecord(id)
        while try !walker.resume(&walk, visitor: &visitor) {
            try Self.passOn(&visitor, sink)
        }
        guard walk.position == end else {
            throw GraphCodableError(
                .malformed, "Bytes follow the value of a record. The archive is damaged.",
                byteOffset: walk.position - walker.archive)
        }
        visitor.endRecord()
        if visitor.isPaused {
            try Self.passOn(&visitor, sink)
        }
    }

    private static func passOn(_ visitor: inout JSONVisitor, _ sink: ([UInt8]) throws -> Void) throws {
        let text = visitor.takeText()
        if !text.isEmpty {
            try sink(text)
        }
    }
}
