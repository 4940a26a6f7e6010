import GraphCodable

/// A `Codable` value as a field of a `GCodable` type, or as the root of an archive.
///
/// ```swift
/// func encode(to encoder: GEncoder) throws {
///     try encoder.encode(CodableValue(settings), for: Key.settings)
/// }
/// init(from decoder: GDecoder) throws {
///     settings = (try decoder.decode(for: Key.settings) as CodableValue<Settings>).value
/// }
/// ```
///
/// The value is flattened as by ``CyclicEncoder``: inside of it identity is kept, and cycle breakers break cycles. An
/// object that is itself the value of several fields is archived once. Objects further inside two different fields are not
/// recognised as the same.
public struct CodableValue<Value> {
    /// The value.
    public let value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }
}

extension CodableValue: Sendable where Value: Sendable {}

// A raw value is optional only in name: every string makes a key.
extension CodingUserInfoKey {
    /// Where ``FlattenedContainer`` finds a `GraphDecodingPolicy` in the `userInfo` of another coder, such as `JSONDecoder`.
    public static var decodingPolicy: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "CyclicCoding.decodingPolicy").unsafelyUnwrapped
    }

    /// Where ``CodableValue`` finds its ``RegisteredTypes`` in the `userInfo` of a `GraphEncoder` or `GraphDecoder`.
    public static var registeredTypes: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "CyclicCoding.registeredTypes").unsafelyUnwrapped
    }
}

extension CodableValue: GEncodable where Value: Encodable {
    /// Flattens the value and writes that.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: As ``CyclicEncoder/flatten(_:)``.
    public func encode(to encoder: GEncoder) throws {
        let cyclicEncoder = CyclicEncoder(types: encoder.userInfo[.registeredTypes] as? RegisteredTypes ?? [])
        cyclicEncoder.userInfo = encoder.userInfo
        try cyclicEncoder.flatten(value).encode(to: encoder)
    }
}

extension CodableValue: GDecodable where Value: Decodable {
    /// Reads a flattened value and restores it.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: As ``CyclicDecoder/decode(_:from:)``, and `GraphCodableError` when the archive holds something else.
    public init(from decoder: GDecoder) throws {
        let container = try FlattenedContainer(from: decoder)
        let cyclicDecoder = CyclicDecoder(
            types: decoder.userInfo[.registeredTypes] as? RegisteredTypes ?? [], policy: decoder.policy)
        cyclicDecoder.userInfo = decoder.userInfo
        value = try cyclicDecoder.decode(Value.self, from: container, in: decoder)
    }
}

extension CodableValue: GIdentifiable where Value: AnyObject {
    /// The identity of the object.
    public var gcodableID: ObjectIdentifier? { ObjectIdentifier(value) }
}
