extension TreeValue: Equatable {
    /// Returns whether two values have the same content.
    ///
    /// Formats such as JSON don't preserve the order of keys, the width of a number, or whether a whole number was
    /// written with a fraction, so these make no difference. NaN equals itself.
    package static func == (lhs: TreeValue, rhs: TreeValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.fields(let left), .fields(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        case (.typed(let leftName, let left), .typed(let rightName, let right)):
            leftName == rightName && left == right
        default:
            switch (lhs.number, rhs.number) {
            case (let left?, let right?): left == right
            default: false
            }
        }
    }

    /// A number without its original width.
    private enum Number: Equatable {
        case integer(Int128)
        case digits(String)
        case fraction(Double)
        case nan
    }

    private var number: Number? {
        switch self {
        case .int(let value): .integer(Int128(value))
        case .uint(let value): .integer(Int128(value))
        case .wideInteger(let digits): Int128(digits).map { .integer($0) } ?? .digits(digits)
        case .double(let value): Self.number(value)
        case .float(let value): Self.number(Self.widened(value))
        default: nil
        }
    }

    /// Returns the shortest decimal number that identifies the `Float`, as a `Double`: 0.1, not 0.10000000149011612.
    package static func widened(_ value: Float) -> Double {
        if value.isFinite, let double = Double(value.description), Float(double) == value {
            return double
        }
        return Double(value)
    }

    private static func number(_ value: Double) -> Number {
        value.isNaN ? .nan : Int128(exactly: value).map { .integer($0) } ?? .fraction(value)
    }
}

extension TreeFields: Equatable {
    /// Returns whether both have the same keys with equal values, in any order.
    package static func == (lhs: TreeFields, rhs: TreeFields) -> Bool {
        guard lhs.values.count == rhs.values.count else { return false }
        if lhs.keys === rhs.keys || lhs.keys.keys == rhs.keys.keys {
            return lhs.values == rhs.values
        }
        return zip(lhs.keys.keys, lhs.values).allSatisfy { key, value in rhs[key].map { $0 == value } ?? false }
    }
}
