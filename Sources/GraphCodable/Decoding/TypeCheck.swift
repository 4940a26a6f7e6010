/// Finds out whether a value can be of the type that a property had before, while it is decoded as that type.
///
/// A type whose properties all have defaults can be decoded from any composite. So a newer value, which the present type cannot
/// read, could become a former value without anything of it.
final class FormerTypeCheck {
    /// The number of composites around the value.
    private let level: Int
    /// The number of deferred values that are being decoded around the value. Others are not part of it.
    let runningValueCount: Int
    /// Where the value could not be of the present type.
    private let failure: UnsafeRawPointer?
    /// Whether the former type has none of a composite's keys, or leaves out what the present type could not read.
    private(set) var isOtherType = false

    init(level: Int, runningValueCount: Int, failure: UnsafeRawPointer?) {
        (self.level, self.runningValueCount, self.failure) = (level, runningValueCount, failure)
    }

    /// Looks at the fields of a composite that has been decoded, but not all of it.
    ///
    /// - Parameter level: The number of composites around it, and itself.
    func visit(_ table: FieldTable, level: Int) {
        let present = table.fields.filter { !$0.isAbsent }
        guard !present.isEmpty, !isOtherType else { return }
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
