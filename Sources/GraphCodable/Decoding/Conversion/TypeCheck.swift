/// Finds out whether a value can be of a type, while it is decoded as that type. The value is one of a property whose type has
/// changed.
///
/// A type whose properties all have defaults can be decoded from any composite. So a value of one type could become one of the
/// other without anything of it.
struct TypeCheck {
    /// The number of composites around the value.
    let level: Int
    /// The number of deferred values that are being decoded around the value. Others are not part of it.
    let runningValueCount: Int
    /// Where the value could not be of the other type; `nil` if that was not tried.
    let failure: UnsafeRawPointer?
    /// How many checks, up to this one, were begun after such a failure.
    let failureCount: Int
    /// What was found; `nil` if the value can be of the type.
    var otherType: OtherType?

    /// Why a value may be of another type.
    enum OtherType {
        /// The type has none of a composite's keys, or leaves out what the other type could not read.
        case leavesOut
        /// The type is an enumeration that does not have a case. Its name is at the position.
        case fallback(UnsafeRawPointer)

        var isFallback: Bool {
            if case .fallback = self { true } else { false }
        }
    }

    /// Returns whether a composite matters.
    ///
    /// - Parameters:
    ///   - level: The number of composites around it, and itself.
    ///   - runningValueCount: The number of deferred values that are being decoded.
    func concerns(level: Int, runningValueCount: Int) -> Bool {
        otherType == nil && runningValueCount == self.runningValueCount && (failure != nil || level == self.level + 1)
    }

    /// Returns whether what a composite has that was not decoded shows that the value is of another type.
    ///
    /// - Parameter level: The number of composites around it, and itself.
    func isRefuted(by values: UndecodedValues, level: Int) -> Bool {
        if level == self.level + 1, values.areAll { return true }
        return failure.map(values.contains) ?? false
    }
}
