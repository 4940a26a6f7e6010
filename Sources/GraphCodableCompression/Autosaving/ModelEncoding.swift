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
    /// - Returns: A closure that returns the encoded model, or throws the error of encoding, or ``ModelIsGone``.
    func archive(on actor: isolated (any Actor)?) -> @Sendable () throws -> AutosaveSchedule.Encoded {
        let encode = { @Sendable in
            guard let encoded = try body() else { throw ModelIsGone() }
            return encoded
        }
        guard actor != nil else { return encode }
        let result = Result { try encode() }
        return { try result.get() }
    }
}

/// The error for a state whose model no longer exists.
struct ModelIsGone: Error {
    func described(_ path: String) -> GraphContainerError {
        GraphContainerError(
            .invalidArgument,
            "The model was gone before its last state was encoded, so that state is lost. Wait for finish() before you "
                + "release the model, or let the closure own it.", path: path)
    }
}
