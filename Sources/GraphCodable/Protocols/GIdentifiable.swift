/// A type whose values have an identity of the program's choosing.
///
/// Values with the same identity and type are archived once, as instances of a class are. A class that conforms uses
/// this identity instead of the instance's own.
///
/// ```swift
/// struct Texture: GCodable, Identifiable, GIdentifiable {
///     let id: UUID    // becomes the identity
///     ...
/// }
/// ```
public protocol GIdentifiable<GID> {
    /// The type of the identity.
    associatedtype GID: Hashable
    /// The identity, or `nil` for a value that has none.
    var gcodableID: Self.GID? { get }
}

extension GIdentifiable where Self: Identifiable {
    /// The value's `id`.
    public var gcodableID: Self.ID? { id }
}
