/// A value of an object that differs, or is missing, in the other archive.
public struct ValueChange: Sendable, Hashable {
    /// The path to the value within the object, escaped for display: `address.city`, `members[2]`. It is the path in
    /// the new archive, unless the value is only in the old one.
    public let path: String
    /// The value in the old archive, escaped for display; `nil` if it is only in the new one.
    public let old: String?
    /// The value in the new archive, escaped for display; `nil` if it is only in the old one.
    public let new: String?
}
