/// An archive whose records are copied into the one that a session writes.
protocol RecordSource: AnyObject {
    /// Reads the records. Its directory has the keys, types and shapes to which they refer.
    var walker: ValueWalker { get }
    /// Whether the values must be checked, because nobody has done it.
    var isUnchecked: Bool { get }
    func hasRecord(_ id: UInt32) -> Bool
    /// The objects of the program that have been decoded from records.
    var live: LiveObjects { get }
    /// Notes that one of them is encoded, although references of other records lead to it.
    func keepSaved(_ object: AnyObject, _ id: UInt32)
    /// Throws an error if records cannot be copied now.
    func checkMayBeCopied() throws
    func begin(_ copier: RecordCopier)
    /// Called when nothing more is copied.
    func endCopying()

    typealias Body = (_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) throws -> Void
    /// Calls a closure with the bytes of a record, which are valid only during the call.
    func withRecord(_ id: UInt32, _ body: Body) throws
    /// Calls a closure with the bytes of a field, if single fields are copied.
    func withBytes(_ range: Range<Int>, _ body: Body) throws
}

extension RecordSource {
    var isUnchecked: Bool { false }
    var live: LiveObjects { LiveObjects() }
    func keepSaved(_ object: AnyObject, _ id: UInt32) {}
    func checkMayBeCopied() {}
    func begin(_ copier: RecordCopier) {}
    func endCopying() {}
    func withBytes(_ range: Range<Int>, _ body: Body) {}
}
