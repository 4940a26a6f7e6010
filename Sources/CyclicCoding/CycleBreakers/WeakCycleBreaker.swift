/// A weak reference that breaks a cycle, so that the cycle can be decoded.
///
/// Use it in place of a `weak` variable. The empty subscript returns the object:
///
/// ```swift
/// struct Action: Codable {
///     var queue = WeakCycleBreaker<ActionQueue>()
/// }
/// action.queue[] = self
/// ```
///
/// It is empty while `init(from:)` runs; ``CyclicDecoder`` sets it after all objects have been created. Any other
/// coder, such as `JSONEncoder`, encodes and decodes the object in place, like an optional; cycles are an error there.
public struct WeakCycleBreaker<Object: AnyObject> {
    private var storage = BreakerStorage<Object>()

    /// Creates a cycle breaker.
    ///
    /// - Parameter object: The object to refer to; none by default.
    public init(object: Object? = nil) {
        storage.object = object
    }

    /// The object, or `nil` if none was set or it has been released.
    public subscript() -> Object? {
        get {
            storage.object
        }
        set {
            // Copies of this value must keep their object.
            storage = BreakerStorage()
            storage.object = newValue
        }
    }
}

/// The shared storage through which a decoder sets the object of a cycle breaker.
final class BreakerStorage<Object: AnyObject> {
    weak var object: Object?
}

extension WeakCycleBreaker: Encodable where Object: Encodable {
    /// Encodes the object, or nil.
    ///
    /// A ``CyclicEncoder`` is recognized even if another encoder wraps it, as long as the wrapper forwards `userInfo`.
    ///
    /// - Throws: The errors of the encoder; `EncodingError` if an encoder without identity is already encoding the
    ///   object, and would follow the cycle forever.
    public func encode(to encoder: any Encoder) throws {
        guard let object = storage.object else {
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        if let encoder = encoder as? FlatEncoder {
            encoder.setSingle(encoder.session.reference(to: object, .breaking, at: encoder.path))
        } else if let session = encoder.userInfo[.flatteningSession] as? FlatteningSession {
            // Another encoder than this session's may have got its userInfo.
            try session.breaking(object) { try PlainBreakers.encode(object, to: encoder) }
        } else {
            try PlainBreakers.encode(object, to: encoder)
        }
    }
}

extension WeakCycleBreaker: Decodable where Object: Decodable {
    /// Creates a cycle breaker, which a ``CyclicDecoder`` sets after all objects have been created.
    ///
    /// With any other decoder nothing retains the object, so it is released immediately.
    ///
    /// - Throws: The errors of the decoder. ``CyclicDecoder/decode(_:from:)`` throws those of decoding the object.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return }
        let storage = storage
        if let decoder = decoder as? FlatDecoder {
            decoder.session.deferObject(of: storage, from: decoder)
        } else if decoder.userInfo[.restoringSession] is RestoringSession,
            let place = try container.decode(FlatPlace.self).decoder
        {
            place.session.deferObject(of: storage, from: place)
        } else {
            storage.object = try container.decode(Object.self)
        }
    }
}
