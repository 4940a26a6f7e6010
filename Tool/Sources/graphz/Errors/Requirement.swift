import ArgumentParser

/// Throws an error unless the arguments meet a condition.
///
/// - Parameters:
///   - isMet: Whether they do.
///   - message: What the condition is, for the user.
func require(_ isMet: Bool, _ message: @autoclosure () -> String) throws(ValidationError) {
    guard isMet else { throw ValidationError(message()) }
}
