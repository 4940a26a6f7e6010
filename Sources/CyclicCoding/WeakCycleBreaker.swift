import GraphCodable

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
/// While `init(from:)` runs it is empty; ``CyclicDecoder`` fills it when all objects have been made.
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
    /// - Parameter encoder: The encoder of a ``CyclicEncoder``.
    /// - Throws: ``CyclicCodingError`` with the code `misuse` with any other coder, which would follow the cycle for ever.
    public func encode(to encoder: any Encoder) throws {
        guard let object = storage.object else {
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        guard let encoder = encoder as? FlatEncoder else {
            throw CyclicCodingError(
                .misuse, "A cycle breaker can only be encoded by a CyclicEncoder. Encode what it flattens instead.",
                codingPath: CodingPath(encoder.codingPath))
        }
        encoder.node.setSingle(encoder.session.reference(to: object, .breaking, at: encoder.path))
    }
}

extension WeakCycleBreaker: Decodable where Object: Decodable {
    /// Makes a cycle breaker that is empty until all objects have been made.
    ///
    /// - Parameter decoder: The decoder of a ``CyclicDecoder``.
    /// - Throws: ``CyclicCodingError`` with the code `misuse` with any other coder.
    public init(from decoder: any Decoder) throws {
        self.init()
        guard try !decoder.singleValueContainer().decodeNil() else { return }
        guard let decoder = decoder as? FlatDecoder else {
            throw CyclicCodingError(
                .misuse, "A cycle breaker can only be decoded by a CyclicDecoder. Decode a FlattenedContainer first.",
                codingPath: CodingPath(decoder.codingPath))
        }
        let storage = storage
        decoder.session.deferObject(Object.self, from: decoder) { storage.object = $0 }
    }
}
