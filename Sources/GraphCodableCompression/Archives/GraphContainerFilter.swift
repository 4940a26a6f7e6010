/// What is done with the blocks of a compressed archive before they are compressed.
public enum GraphContainerFilter: UInt8, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case none = 0
    /// The values of each field are stored next to each other, which makes archives of graphs much smaller.
    ///
    /// Blocks that do not gain from it are stored without. Any bytes can be compressed with this filter; those that are
    /// no raw archive gain nothing.
    case fields = 1
}
