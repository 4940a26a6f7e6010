/// The transformation of the blocks of a compressed archive before compression.
public enum GraphContainerFilter: UInt8, Sendable, Hashable, CaseIterable {
    /// No transformation.
    case none = 0
    /// Stores the values of each field next to each other, which makes archives of graphs much smaller.
    ///
    /// A block that doesn't become smaller is stored without the filter. Any bytes can be compressed with this filter,
    /// but it has no effect unless they are a raw archive.
    case fields = 1
}
