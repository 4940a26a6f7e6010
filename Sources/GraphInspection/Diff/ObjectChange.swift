/// An object that is in both archives, but with different values.
public struct ObjectChange: Sendable, Hashable {
    /// The object's number in the old archive; 0 for the root value.
    public let oldID: UInt32
    /// The object's number in the new archive; 0 for the root value.
    public let newID: UInt32
    /// A recognizable title of the object in the new archive, escaped for display.
    public let title: String
    /// A path from the root to the object in the new archive, escaped for display. Only the end of a long path is
    /// shown. Empty if there is no path.
    public let place: String
    /// The changes in the order of the values, at most ``GraphDiffOptions/maximumListedCount``.
    public let changes: [ValueChange]
    /// The number of changes, listed or not.
    public let changeCount: Int
}
