@usableFromInline
enum CompositeEntryResult {
    case entered
    /// A reference or binary data is stored in its place, or shall be.
    case elsewhere
    /// Little stack space is left. Nothing has changed yet.
    case needsRoom
}
