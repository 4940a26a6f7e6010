/// What became of entering a composite.
@usableFromInline
enum CompositeEntry {
    case entered
    /// A reference or binary data stands in its place.
    case elsewhere
    /// Little of the stack is left. Nothing has happened yet.
    case needsRoom
}
