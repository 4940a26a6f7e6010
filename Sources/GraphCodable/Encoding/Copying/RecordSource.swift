/// An archive whose records are copied into the one that a session writes.
protocol RecordSource: AnyObject {
    /// Reads the records. Its directory has the keys, types and shapes to which they refer.
    var walker: ValueWalker { get }
    /// Whether the values must be checked, because nobody has done it.
    var isUnchecked: Bool { get }
    /// Returns whether an ID has a record.
    func hasRecord(_ id: UInt32) -> Bool
    /// The IDs of records from which objects of the program have been decoded, some of which may not exist any more.
    var loadedIDs: [UInt32] { get }
    /// Returns the object of the program that has been decoded from a record.
    func object(_ id: UInt32) -> (any GEncodable & AnyObject)?
    /// Throws an error if records cannot be copied now.
    func checkMayBeCopied() throws
    /// Called before records are copied.
    func begin(_ copier: RecordCopier)
    /// Called when nothing more is copied.
    func endCopying()
    /// Calls a closure with the bytes of a record, which are valid only during the call.
    func withRecord(_ id: UInt32, _ body: (_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) throws -> Void) throws
}

/// An archive of which also single fields are copied.
protocol FieldSource: RecordSource {
    /// Calls a closure with the bytes of a field, which are valid only during the call.
    func withBytes(_ range: Range<Int>, _ body: (_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) throws -> Void)
        throws
}

extension RecordSource {
    func checkMayBeCopied() {}
    func begin(_ copier: RecordCopier) {}
    func endCopying() {}
}
