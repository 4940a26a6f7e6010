/// The kind of a value in a format like JSON.
///
/// The order is that of the attempts with coders that convert between kinds. Some read booleans as numbers.
enum ValueKind: UInt8, CaseIterable, Comparable {
    case array, fields, string, bool, number

    /// All kinds, the most frequent first.
    static let usualFirst: [ValueKind] = [.string, .number, .array, .fields, .bool]

    static func < (lhs: ValueKind, rhs: ValueKind) -> Bool { lhs.rawValue < rhs.rawValue }
}
