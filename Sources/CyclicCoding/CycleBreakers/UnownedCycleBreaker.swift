/// An unowned reference that breaks a cycle, so that the cycle can be decoded.
///
/// Use it in place of an `unowned` variable. The empty subscript returns the object:
///
/// ```swift
/// class Card: Codable {
///     var owner: UnownedCycleBreaker<Customer>
/// }
/// card.owner[].name
/// ```
///
/// It is empty while `init(from:)` runs; ``CyclicDecoder`` sets it after all objects have been created. For other
/// coders see ``WeakCycleBreaker``.
public struct UnownedCycleBreaker<Object: AnyObject> {
    // A weak reference, so that a mistake is reported instead of accessing released memory.
    private var breaker: WeakCycleBreaker<Object>

    /// Creates an empty cycle breaker.
    public init() {
        breaker = WeakCycleBreaker()
    }

    /// Creates a cycle breaker.
    ///
    /// - Parameter object: The object to refer to.
    public init(object: Object) {
        breaker = WeakCycleBreaker(object: object)
    }

    /// The object.
    ///
    /// - Precondition: The object has been set and still exists. While it is being decoded, in `init(from:)`, the cycle
    ///   breaker is empty. Otherwise the program ends.
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
    /// Encodes the object.
    ///
    /// - Throws: The errors of ``WeakCycleBreaker/encode(to:)``.
    public func encode(to encoder: any Encoder) throws {
        try breaker.encode(to: encoder)
    }
}

extension UnownedCycleBreaker: Decodable where Object: Decodable {
    /// Creates a cycle breaker, which a ``CyclicDecoder`` sets after all objects have been created.
    ///
    /// - Throws: The errors of ``WeakCycleBreaker/init(from:)``.
    public init(from decoder: any Decoder) throws {
        breaker = try WeakCycleBreaker(from: decoder)
    }
}
