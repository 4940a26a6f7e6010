/// A class that is no longer used, and stays in the program only to name the class that takes its place.
///
/// ```swift
/// class MyData: GObsolete {
///     class var replacementType: GDecodable.Type { MyNewData.replacementType }
/// }
/// ```
public protocol GObsolete: AnyObject, GEncodable, GDecodable {}

extension GObsolete {
    /// Throws: an obsolete class is never decoded itself.
    public init(from decoder: GDecoder) throws {
        throw GraphCodableError(
            .misuse, "The class \(Self.self) is obsolete. Its replacementType must name the class that replaces it.")
    }

    /// Throws: an obsolete class is never encoded.
    public func encode(to encoder: GEncoder) throws {
        throw GraphCodableError(
            .misuse, "The class \(Self.self) is obsolete and cannot be encoded. Encode the class that replaces it.")
    }
}
