extension TreeValue: Equatable {
    /// Returns whether two values have the same content.
    ///
    /// Formats such as JSON don't preserve the order of keys, the width of a number, or whether a whole number was
    /// written with a fraction, so these make no difference. NaN equals itself.
    ///
    /// Nothing here recurses: values may be nested more deeply than a small stack allows.
    package static func == (lhs: TreeValue, rhs: TreeValue) -> Bool {
        var pending = [(lhs, rhs)]
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                pending += zip(left, right)
            case (.fields(let left), .fields(let right)):
                guard left.isPaired(with: right, &pending) else { return false }
            case (.typed(let leftName, let left), .typed(let rightName, let right)):
                guard leftName == rightName else { return false }
                pending.append((left, right))
            default:
                guard isSimplyEqual(left, right) else { return false }
            }
        }
        return true
    }

    /// Returns whether two values that contain no others are equal.
    private static func isSimplyEqual(_ lhs: TreeValue, _ rhs: TreeValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        default: lhs.number.map { $0 == rhs.number } ?? false
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
    static func widened(_ value: Float) -> Double {
        if value.isFinite, let double = Double(value.description), Float(double) == value {
            return double
        }
        return Double(value)
    }

    private static func number(_ value: Double) -> Number {
        value.isNaN ? .nan : Int128(exactly: value).map { .integer($0) } ?? .fraction(value)
    }
}

extension TreeFields {
    /// Adds pairs of the values with the same keys, and returns whether both have the same keys.
    fileprivate func isPaired(with other: TreeFields, _ pairs: inout [(TreeValue, TreeValue)]) -> Bool {
        guard values.count == other.values.count else { return false }
        if keys === other.keys || keys.keys == other.keys.keys {
            pairs += zip(values, other.values)
            return true
        }
        for (key, value) in zip(keys.keys, values) {
            guard let otherValue = other[key] else { return false }
            pairs.append((value, otherValue))
        }
        return true
    }
}
