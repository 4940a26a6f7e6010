import Foundation

/// A value as a tree of a few kinds of nodes, which refer to objects by number.
///
/// Some libraries can't write the archive while they traverse a graph, because types may write fields in any order and
/// read them more than once. They collect each object's fields in such a tree first.
package enum TreeValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    /// An integer above the range of `int`.
    case uint(UInt64)
    /// An integer of more than 64 bits, in decimal digits.
    case wideInteger(String)
    case double(Double)
    /// A number that was encoded as a `Float`.
    case float(Float)
    case string(String)
    case data(Data)
    case array([TreeValue])
    case fields(TreeFields)
    /// The number of an object, which is stored elsewhere.
    case reference(Int)
    /// A value with the name of its type.
    indirect case typed(String, TreeValue)
}

extension TreeValue {
    /// The value without its type name.
    package var untyped: TreeValue {
        if case .typed(_, let value) = self {
            return value.untyped
        }
        return self
    }

    /// The kind of the value, for messages.
    package var kindDescription: String {
        switch self {
        case .null: "nil"
        case .bool: "a boolean"
        case .int, .uint, .wideInteger: "an integer"
        case .double, .float: "a floating point number"
        case .string: "a string"
        case .data: "data"
        case .array: "an array"
        case .fields: "a keyed value"
        case .reference: "a reference"
        case .typed(let name, _): "a value of type \(name)"
        }
    }

    /// Creates a node for an integer of any width.
    package init<Integer: FixedWidthInteger>(integer: Integer) {
        if let signed = Int64(exactly: integer) {
            self = .int(signed)
        } else if let unsigned = UInt64(exactly: integer) {
            self = .uint(unsigned)
        } else {
            self = .wideInteger(String(integer))
        }
    }

    /// Returns the value as an integer, or `nil` if it is not a number or the type cannot represent it.
    package func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        switch self {
        case .int(let value): Integer(exactly: value)
        case .uint(let value): Integer(exactly: value)
        case .wideInteger(let digits): Integer(digits)
        // Some formats write a whole number without a fraction, or an integer with one.
        case .double(let value): Integer(exactly: value)
        case .float(let value): Integer(exactly: value)
        default: nil
        }
    }

    /// The value as a floating-point number, rounded if it is an integer; `nil` if it is not a number.
    package var floatingPoint: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        case .wideInteger(let digits): Int128(digits).map { Double($0) } ?? UInt128(digits).map { Double($0) }
        default: nil
        }
    }
}
