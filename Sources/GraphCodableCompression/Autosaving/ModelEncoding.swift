import GraphCodable

/// Encodes a model on the actor that it belongs to.
struct ModelEncoding: @unchecked Sendable {
    // Invariant: code that is isolated to `actor` handed over `body`, which is only called in this actor's isolation.
    let actor: any Actor
    /// Encodes the model; returns `nil` if the model is gone.
    let body: () throws -> AutosaveSchedule.Encoded?

    /// Encodes the model. The argument must be ``actor``.
    ///
    /// - Throws: ``ModelIsGone``; the errors of encoding.
    func encode(on actor: isolated any Actor) throws -> AutosaveSchedule.Encoded {
        guard let encoded = try body() else { throw ModelIsGone() }
        return encoded
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
