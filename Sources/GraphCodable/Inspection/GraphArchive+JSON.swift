extension GraphArchive {
    /// Writes the records of the archive as JSON, one object per line.
    ///
    /// A record is an object of the graph, or the root value, whose `id` is 0. A line has these members:
    ///
    /// |Member|Meaning|
    /// |-|-|
    /// |`id`|the number by which references identify the object|
    /// |`type`|the qualified name of the type, if it is a class, or a struct or enum that contains values|
    /// |`fields`|an object of its values with keys, if any|
    /// |`items`|an array of its unkeyed values, if any|
    /// |`value`|any other value, in place of the previous three|
    ///
    /// A value is one of these:
    ///
    /// |JSON|Meaning|
    /// |-|-|
    /// |`null`, `true`, a number, a string|itself; integers have all of their digits|
    /// |an array|an array, a set, or an array of numbers or booleans|
    /// |`{"type":…,"fields":{…},"items":[…]}`|a struct or an enum, or an object that is stored as a value|
    /// |`{"map":[[key,value],…]}`|a dictionary|
    /// |`{"ref":id}`, `{"conditional":id}`|a reference; the target of a conditional reference may be missing|
    /// |`{"some":value}`|a present optional that can contain another|
    /// |`{"as":type,"value":…}`|a value of a protocol type|
    /// |`{"bytes":…}`|bytes that only their type can read, in base 64|
    /// |`{"number":…}`|`"inf"`, `"-inf"` or `"nan"`, which JSON numbers cannot represent|
    ///
    /// A type or key of more than 1,000 code points is cut after them, and ends in `…` and its number.
    ///
    /// - Parameter sink: A closure that receives the next piece of the text, in UTF-8. If this method throws, the
    ///   closure has received the lines before the error, and of a long line perhaps the beginning.
    /// - Throws: ``GraphCodableError`` as ``dump(options:)``, and any error that `sink` throws; `limitExceeded` if an unkeyed value
    ///   takes more than 64 MiB and 128 times the size of the archive.
    /// - Complexity: O(*n*) for *n* bytes, with memory for the names of the directory, and for the text of the largest unkeyed
    ///   value that is inside a composite.
    public func writeJSON(to sink: ([UInt8]) throws -> Void) throws {
        try records.write(to: sink) { JSONVisitor(records: records, output: $0) }
    }
}
