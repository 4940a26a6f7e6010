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
    /// Whether the type has none of a composite's keys, or leaves out what the other type could not read.
    private(set) var isOtherType = false

    /// Returns whether a composite matters.
    ///
    /// - Parameters:
    ///   - level: The number of composites around it, and itself.
    ///   - runningValueCount: The number of deferred values that are being decoded.
    func concerns(level: Int, runningValueCount: Int) -> Bool {
        !isOtherType && runningValueCount == self.runningValueCount && (failure != nil || level == self.level + 1)
    }

    /// Looks at the fields of a composite that has been decoded, but not all of it.
    ///
    /// - Parameter level: The number of composites around it, and itself.
    mutating func visit(_ table: FieldTable, level: Int) {
        let present = table.fields.filter { !$0.isAbsent }
        guard !present.isEmpty else { return }
        if level == self.level + 1, !present.contains(where: \.isDecoded) {
            isOtherType = true
        }
        guard let failure else { return }
        for (field, end) in zip(present, present.dropFirst().map(\.position) + [table.end])
        where !field.isDecoded && field.position <= failure && failure < end {
            isOtherType = true
        }
    }
}
