/// How two archives are compared.
public struct GraphDiffOptions: Sendable, Hashable {
    /// The keys of the fields that tell objects apart, such as `id`. Of an object the first one that it has counts. Objects with
    /// such a field belong to those of the same type and value, wherever these are; all others, and those that share their value
    /// with another object of the same archive, are matched by what they hold and by their place.
    public var identityKeys: [String]
    /// Whether the order of elements does not matter. Archives do not tell sets, which have no order, from arrays.
    public var ignoresOrder: Bool
    /// How many characters of a value are shown, more or less.
    public var maximumTextLength: Int

    /// Makes options.
    public init(identityKeys: [String] = [], ignoresOrder: Bool = false, maximumTextLength: Int = 64) {
        self.identityKeys = identityKeys
        self.ignoresOrder = ignoresOrder
        self.maximumTextLength = maximumTextLength
    }
}
