/// A weak reference that ends a cycle, so that it can be decoded.
///
/// Use it in place of a `weak` variable, and the empty subscript to get at the object:
///
/// ```swift
/// struct Action: Codable {
///     var queue = WeakCycleBreaker<ActionQueue>()
/// }
/// action.queue[] = self
/// ```
///
/// While `init(from:)` runs it is empty; ``CyclicDecoder`` fills it when all objects have been made. Any other coder, such
/// as `JSONEncoder`, encodes and decodes the object in place, as if it were an optional; only cycles are an error there.
public struct WeakCycleBreaker<Object: AnyObject> {
    private var storage = BreakerStorage<Object>()

    /// Makes a cycle breaker.
    ///
    /// - Parameter object: The object to refer to; none by default.
    public init(object: Object? = nil) {
        storage.object = object
    }

    /// The object, or `nil` when there is none, or it has been released.
    public subscript() -> Object? {
        get {
            storage.object
        }
        set {
            // A copy of this value must not change with it.
            storage = BreakerStorage()
            storage.object = newValue
        }
    }
}

/// Where the object of a cycle breaker is put when it has been decoded.
final class BreakerStorage<Object: AnyObject> {
    weak var object: Object?
}

extension WeakCycleBreaker: Encodable where Object: Encodable {
    /// Writes the object, or nil.
    ///
    /// A ``CyclicEncoder`` is recognized even if another encoder wraps it, as long as that passes on `userInfo`.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws; `EncodingError` when the object is being encoded already by an encoder that knows
    ///   no identity, which would follow the cycle for ever.
    public func encode(to encoder: any Encoder) throws {
        guard let object = storage.object else {
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        if let encoder = encoder as? FlatEncoder {
            encoder.node.setSingle(encoder.session.reference(to: object, .breaking, at: encoder.path))
        } else if let session = encoder.userInfo[.flatteningSession] as? FlatteningSession {
            try session.breaking(object) {
                var container = encoder.singleValueContainer()
                try container.encode(object)
            }
        } else {
            try PlainBreakers.encode(object, to: encoder)
        }
    }
}

extension WeakCycleBreaker: Decodable where Object: Decodable {
    /// Makes a cycle breaker, which a ``CyclicDecoder`` fills when all objects have been made.
    ///
    /// With any other decoder nothing else refers to the object, so that it is gone at once.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return }
        let storage = storage
        if let decoder = decoder as? FlatDecoder {
            decoder.session.deferObject(Object.self, from: decoder) { storage.object = $0 }
        } else if decoder.userInfo[.restoringSession] is RestoringSession,
            let place = try container.decode(FlatPlace.self).decoder
        {
            place.session.deferObject(Object.self, from: place) { storage.object = $0 }
        } else {
            storage.object = try container.decode(Object.self)
        }
    }
}
