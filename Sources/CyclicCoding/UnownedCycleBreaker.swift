/// An unowned reference that ends a cycle, so that it can be decoded.
///
/// Use it in place of an `unowned` variable, and the empty subscript to get at the object:
///
/// ```swift
/// class Card: Codable {
///     var owner: UnownedCycleBreaker<Customer>
/// }
/// card.owner[].name
/// ```
///
/// While `init(from:)` runs it is empty; ``CyclicDecoder`` fills it when all objects have been made. For other coders see
/// ``WeakCycleBreaker``.
public struct UnownedCycleBreaker<Object: AnyObject> {
    // A weak reference, so that a mistake is reported rather than read from memory that is gone.
    private var breaker: WeakCycleBreaker<Object>

    /// Makes a cycle breaker that refers to nothing yet.
    public init() {
        breaker = WeakCycleBreaker()
    }

    /// Makes a cycle breaker.
    ///
    /// - Parameter object: The object to refer to.
    public init(object: Object) {
        breaker = WeakCycleBreaker(object: object)
    }

    /// The object.
    ///
    /// Reading it is a programming error, which ends the program, when none was set, when it has been released, and
    /// while it is being decoded: do not read it in `init(from:)`.
    public subscript() -> Object {
        get {
            guard let object = breaker[] else {
                fatalError(
                    """
                    An UnownedCycleBreaker<\(Object.self)> was read that is empty: its object has been released, was never \
                    set, or init(from:) is still running.
                    """)
            }
            return object
        }
        set {
            breaker[] = newValue
        }
    }
}

extension UnownedCycleBreaker: Encodable where Object: Encodable {
    /// Writes the object.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: As ``WeakCycleBreaker/encode(to:)``.
    public func encode(to encoder: any Encoder) throws {
        try breaker.encode(to: encoder)
    }
}

extension UnownedCycleBreaker: Decodable where Object: Decodable {
    /// Makes a cycle breaker, which a ``CyclicDecoder`` fills when all objects have been made.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: As ``WeakCycleBreaker/init(from:)``.
    public init(from decoder: any Decoder) throws {
        breaker = try WeakCycleBreaker(from: decoder)
    }
}
