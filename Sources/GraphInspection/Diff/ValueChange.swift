/// A value of an object that is another one, or not there, in the other archive.
public struct ValueChange: Sendable, Hashable {
    /// Where in the object the value stands, printable: `address.city`, `members[2]`. It is the place in the new archive,
    /// unless the value is only in the old one.
    public let path: String
    /// The value in the old archive, printable; `nil` when it is only in the new one.
    public let old: String?
    /// The value in the new archive, printable; `nil` when it is only in the old one.
    public let new: String?
}
