extension TreeValue: Equatable {
    /// Two values are equal when they hold the same.
    ///
    /// Formats such as JSON do not keep everything: the order of keys, the width of a number, and whether a whole number was
    /// written with a fraction. These make no difference. A number that is not a number equals itself.
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

    /// A number without the width that it was written with.
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

    /// The shortest decimal number that a `Float` stands for, as a `Double`: 0.1, not 0.10000000149011612.
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
    /// Whether the same keys have equal values, in whatever order.
    package static func == (lhs: TreeFields, rhs: TreeFields) -> Bool {
        guard lhs.values.count == rhs.values.count else { return false }
        if lhs.keys === rhs.keys || lhs.keys.keys == rhs.keys.keys {
            return lhs.values == rhs.values
        }
        return zip(lhs.keys.keys, lhs.values).allSatisfy { key, value in rhs[key].map { $0 == value } ?? false }
    }
}
