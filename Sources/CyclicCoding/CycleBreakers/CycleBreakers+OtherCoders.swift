extension CodingUserInfoKey {
    /// The `userInfo` key under which a cycle breaker finds the session of a ``CyclicEncoder`` or ``CyclicDecoder``
    /// that another coder wraps.
    static let flatteningSession = CodingUserInfoKey(rawValue: "CyclicCoding.flatteningSession").unsafelyUnwrapped
    static let restoringSession = CodingUserInfoKey(rawValue: "CyclicCoding.restoringSession").unsafelyUnwrapped
}

/// The position of a value. A cycle breaker decodes it in place of the value, to find the position through a decoder
/// that wraps the cyclic one.
struct FlatPlace: Decodable {
    /// `nil` if the wrapping decoder doesn't forward the request.
    let decoder: FlatDecoder?

    init(from decoder: any Decoder) throws {
        self.decoder = decoder as? FlatDecoder
    }
}

/// The objects of cycle breakers that coders without identity are encoding.
enum PlainBreakers {
    @TaskLocal private static var inProgress: Set<ObjectIdentifier> = []

    static func encode(_ object: some Encodable & AnyObject, to encoder: any Encoder) throws {
        var objects = inProgress
        guard objects.insert(ObjectIdentifier(object)).inserted else {
            throw EncodingError.invalidValue(
                object,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: """
                        The object refers to itself through a cycle breaker, and this encoder would follow the cycle for \
                        ever. Encode what a CyclicEncoder makes of the graph instead.
                        """))
        }
        try $inProgress.withValue(objects) {
            var container = encoder.singleValueContainer()
            try container.encode(object)
        }
    }
}
