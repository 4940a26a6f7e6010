import GraphCodable

/// Encodes a model, on the actor that it belongs to.
struct ModelEncoding: @unchecked Sendable {
    // Invariant: code that is isolated to `actor` handed over `body`, which is only called in this actor's isolation. If there is
    // no actor, any thread may call it.
    let actor: (any Actor)?
    /// Encodes the model; returns `nil` if the model is gone.
    private let body: () throws -> AutosaveSchedule.Encoded?

    /// Creates the encoding of a model of the caller's actor.
    init(on actor: any Actor, _ body: @escaping () throws -> AutosaveSchedule.Encoded?) {
        (self.actor, self.body) = (actor, body)
    }

    /// Creates the encoding of a model without an actor.
    init(_ body: @escaping @Sendable () throws -> AutosaveSchedule.Encoded?) {
        (actor, self.body) = (nil, body)
    }

    /// Encodes the model on its actor, which the argument must be; without an actor, the closure that is returned encodes it.
    ///
    /// - Returns: A closure that returns the encoded model, or `nil` if the model is gone, or throws the error of encoding.
    func archive(on actor: isolated (any Actor)?) -> @Sendable () throws -> AutosaveSchedule.Encoded? {
        guard actor != nil else { return { try body() } }
        let result = Result { try body() }
        return { try result.get() }
    }
}
