/// Options for comparing two archives.
public struct GraphDiffOptions: Sendable, Hashable {
    /// The keys of the fields that identify objects, such as `id`. If an object has several, the first of these keys
    /// applies.
    ///
    /// Objects with such a field correspond to objects of the same type and value, wherever they are. All others, and
    /// those whose value isn't unique in their archive, are matched by their contents and place.
    public var identityKeys: [String]
    /// Whether to ignore the order of elements. Archives don't distinguish sets, which have no order, from arrays.
    public var ignoresOrder: Bool
    /// The approximate number of characters to show of a value.
    public var maximumTextLength: Int
    /// The maximum number of objects to describe of those that were added, removed and changed each, and of changes to
    /// describe of an object. All are counted.
    public var maximumListedCount: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - identityKeys: The keys of the fields that identify objects; none by default.
    ///   - ignoresOrder: Whether to ignore the order of elements.
    ///   - maximumTextLength: The approximate number of characters to show of a value.
    ///   - maximumListedCount: The maximum number of objects to describe of each kind of difference, and of changes of
    ///     each object.
    public init(
        identityKeys: [String] = [], ignoresOrder: Bool = false, maximumTextLength: Int = 64,
        maximumListedCount: Int = .max
    ) {
        self.identityKeys = identityKeys
        self.ignoresOrder = ignoresOrder
        self.maximumTextLength = maximumTextLength
        self.maximumListedCount = maximumListedCount
    }
}
