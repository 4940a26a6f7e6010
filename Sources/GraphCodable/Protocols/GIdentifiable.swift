/// A type whose values have an identity that the program chooses.
///
/// Values of the same type with the same identity are archived once, like class instances. A class that conforms uses
/// this identity instead of the identity of its instances. If two values have the same identity, the first is archived,
/// whatever the second contains. Encoding throws ``GraphCodableError/Code/misuse`` if the second is different and a part of an
/// element of a set or of a key. Elsewhere a debug build warns if the type is `Equatable`; see also
/// ``GraphEncoder/Options/checkIdentifiableContents``.
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
    /// The identity, or `nil` for a value without one.
    var gcodableID: Self.GID? { get }
}

extension GIdentifiable where Self: Identifiable {
    /// The value's `id`.
    public var gcodableID: Self.ID? { id }
}
