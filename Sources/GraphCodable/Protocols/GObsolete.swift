/// A class that is no longer used and remains in the program only to name the class that replaces it.
///
/// ```swift
/// class MyData: GObsolete {
///     class var replacementType: GDecodable.Type { MyNewData.replacementType }
/// }
/// ```
public protocol GObsolete: AnyObject, GEncodable, GDecodable {}

extension GObsolete {
    /// Always throws: an obsolete class is never decoded itself.
    ///
    /// - Parameter decoder: The decoder, which is not used.
    /// - Throws: ``GraphCodableError/Code/misuse``.
    public init(from decoder: GDecoder) throws {
        throw GraphCodableError(
            .misuse, "The class \(Self.self) is obsolete. Its replacementType must name the class that replaces it.")
    }

    /// Always throws: an obsolete class is never encoded.
    ///
    /// - Parameter encoder: The encoder, which is not used.
    /// - Throws: ``GraphCodableError/Code/misuse``.
    public func encode(to encoder: GEncoder) throws {
        throw GraphCodableError(
            .misuse, "The class \(Self.self) is obsolete and cannot be encoded. Encode the class that replaces it.")
    }
}
