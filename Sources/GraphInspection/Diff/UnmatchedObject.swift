/// An object that is only in one of two archives.
public struct UnmatchedObject: Sendable, Hashable {
    /// The object's number in its archive.
    public let id: UInt32
    /// A recognizable title of the object, escaped for display.
    public let title: String
    /// A path from the root to the object, escaped for display. Only the end of a long path is shown. Empty if there is
    /// no path.
    public let place: String
    /// The fields of the object.
    public let fields: [ObjectField]
}
