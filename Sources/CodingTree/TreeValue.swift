#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value as a tree of a few kinds of nodes, in which objects are referred to by number.
///
/// The libraries that do not write an archive while they walk a graph, because their users may write fields in any order and
/// read them more than once, put each object's fields into such a tree first.
package enum TreeValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    /// A number above the range of `int`.
    case uint(UInt64)
    /// A number of more than 64 bits, in decimal digits.
    case wideInteger(String)
    case double(Double)
    /// A number that was written as a `Float`.
    case float(Float)
    case string(String)
    case data(Data)
    case array([TreeValue])
    case fields(TreeFields)
    /// The number of an object that is kept elsewhere.
    case reference(Int)
    /// A value together with the name of its type.
    indirect case typed(String, TreeValue)
}

extension TreeValue {
    /// The value without the name of its type.
    package var untyped: TreeValue {
        if case .typed(_, let value) = self {
            return value.untyped
        }
        return self
    }

    /// What kind of value this is, for messages.
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

    /// Makes the node of an integer of any width.
    package init<Integer: FixedWidthInteger>(integer: Integer) {
        if let signed = Int64(exactly: integer) {
            self = .int(signed)
        } else if let unsigned = UInt64(exactly: integer) {
            self = .uint(unsigned)
        } else {
            self = .wideInteger(String(integer))
        }
    }

    /// The integer, or `nil` when this is no number, or one that the type cannot hold.
    package func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        switch self {
        case .int(let value): Integer(exactly: value)
        case .uint(let value): Integer(exactly: value)
        case .wideInteger(let digits): Integer(digits)
        // Some formats write a whole number without its fraction, and others the other way round.
        case .double(let value): Integer(exactly: value)
        case .float(let value): Integer(exactly: value)
        default: nil
        }
    }

    /// The floating point number, rounded if it was written as an integer; `nil` when this is no number.
    package var floatingPoint: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        default: nil
        }
    }
}
