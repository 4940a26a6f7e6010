import GraphCodable

/// A wrapper for a `Codable` value as a field of a `GCodable` type, or as the root of an archive.
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
/// The value is flattened as by ``CyclicEncoder``: identity is preserved within it, and cycle breakers break cycles. An
/// object that is itself the value of several fields is archived once. Objects nested in two different fields are not
/// recognized as the same object.
public struct CodableValue<Value> {
    /// The wrapped value.
    public let value: Value

    /// Wraps a value.
    ///
    /// - Parameter value: The value to wrap.
    public init(_ value: Value) {
        self.value = value
    }
}

extension CodableValue: Sendable where Value: Sendable {}

// The initializer never returns nil: every string is a valid raw value.
extension CodingUserInfoKey {
    /// The `userInfo` key for a `GraphDecodingPolicy` that ``FlattenedContainer`` uses when another coder, such as
    /// `JSONDecoder`, decodes it.
    public static var decodingPolicy: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "CyclicCoding.decodingPolicy").unsafelyUnwrapped
    }

    /// The `userInfo` key of a `GraphEncoder` or `GraphDecoder` for the ``RegisteredTypes`` that ``CodableValue`` uses.
    public static var registeredTypes: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "CyclicCoding.registeredTypes").unsafelyUnwrapped
    }
}

extension RegisteredTypes {
    /// Returns the types that a program has set in `userInfo`.
    fileprivate init(in userInfo: [CodingUserInfoKey: any Sendable]) throws {
        guard let value = userInfo[.registeredTypes] else {
            self = []
            return
        }
        guard let types = value as? RegisteredTypes else {
            throw CyclicCodingError(
                .misuse,
                "The value of userInfo[.registeredTypes] is no RegisteredTypes. Write [A.self, B.self] as RegisteredTypes."
            )
        }
        self = types
    }
}

extension CodableValue: GEncodable where Value: Encodable {
    /// Flattens the value and encodes the result.
    ///
    /// - Throws: The errors of ``CyclicEncoder/flatten(_:)``.
    /// - Complexity: O(*n*) for *n* values.
    public func encode(to encoder: GEncoder) throws {
        var userInfo = encoder.userInfo
        if !encoder.policy.switchesStacks {
            userInfo[.decodingPolicy] = encoder.policy
        }
        let session = FlatteningSession(types: try RegisteredTypes(in: userInfo), userInfo: userInfo)
        try FlatWriter(session.flatten(value), to: encoder).write()
    }
}

extension CodableValue: GDecodable where Value: Decodable {
    /// Decodes a flattened value and restores it.
    ///
    /// - Throws: The errors of ``CyclicDecoder/decode(_:from:)``, but `GraphCodableError` with the place in the archive
    ///   instead of `DecodingError`, which is its underlying error.
    /// - Complexity: O(*n*) for *n* values.
    public init(from decoder: GDecoder) throws {
        let values = try FlatReader(decoder).read()
        let session = try RestoringSession(
            values, types: try RegisteredTypes(in: decoder.userInfo), policy: decoder.policy,
            userInfo: decoder.userInfo, costLeft: decoder.costLeft)
        do {
            let result = Result { try session.restore(Value.self) }
            // If the charge fails, so does all further decoding, even if the program catches the error.
            let charge = Result { try decoder.charge(session.work.excessCost) }
            value = try result.get()
            try charge.get()
        } catch let error as DecodingError {
            throw decoder.error(adopting: error)
        }
    }
}

extension CodableValue: GIdentifiable where Value: AnyObject {
    /// The identity of the wrapped object.
    public var gcodableID: ObjectIdentifier? { ObjectIdentifier(value) }
}
