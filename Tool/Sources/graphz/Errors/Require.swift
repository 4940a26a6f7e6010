import ArgumentParser

/// Throws an error with a message for the user unless the arguments meet a condition.
func require(_ isMet: Bool, _ message: @autoclosure () -> String) throws(ValidationError) {
    guard isMet else { throw ValidationError(message()) }
}
