/// An object that is in both archives, with other values.
public struct ObjectChange: Sendable, Hashable {
    /// The object's number in the old archive; 0 for the root value.
    public let oldID: UInt32
    /// The object's number in the new archive; 0 for the root value.
    public let newID: UInt32
    /// A name of the object in the new archive that people recognise, printable.
    public let title: String
    /// A way from the root to the object in the new archive, printable; its end if it is long, and empty when there is none.
    public let place: String
    /// What has changed, in the order of the values.
    public let changes: [ValueChange]
}
