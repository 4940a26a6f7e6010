/// An object that is in one of two archives only.
public struct UnmatchedObject: Sendable, Hashable {
    /// The object's number in its archive.
    public let id: UInt32
    /// A name that people recognise, printable.
    public let title: String
    /// A way from the root to the object, printable; its end if it is long, and empty when there is none.
    public let place: String
    /// What the object holds.
    public let fields: [ObjectField]
}
