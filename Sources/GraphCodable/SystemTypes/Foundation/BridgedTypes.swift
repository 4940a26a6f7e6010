import Foundation

/// The runtime converts values to objects of Foundation if a class is requested, with all values inside of them. This ends the
/// program for URL components that have no URL, and when it uses the object of a `Decimal`. An archive can have some wherever the
/// program decodes a protocol type.
enum BridgedTypes {
    /// Returns whether values of a type are URL components or decimal numbers, or collections of them.
    static func areBridged(_ type: Any.Type) -> Bool {
        guard let type = type as? any BridgedType.Type else { return false }
        return type.contentTypes.isEmpty || type.contentTypes.contains(where: areBridged)
    }

    /// Returns whether such values can be cast to a type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - requested: The type that the program requests.
    static func canBeCast(_ type: Any.Type, to requested: Any.Type) -> Bool {
        var requested = requested
        while requested != type, let optional = requested as? any OptionalValue.Type {
            requested = optional.wrappedType
        }
        guard requested != type, requested != Any.self else { return true }
        // Another collection may be one of objects. Empty values are converted without harm.
        guard !(requested is any BridgedType.Type), let empty = (type as? any BridgedType.Type)?.empty else {
            return false
        }
        func remainsValue<Value>(_ type: Value.Type) -> Bool {
            (empty as? Value).map { !(Swift.type(of: $0 as Any) is AnyObject.Type) } ?? false
        }
        return _openExistential(requested, do: remainsValue)
    }
}

/// A type that must not be converted to objects if it has no types inside, or if one of these must not.
private protocol BridgedType {
    static var contentTypes: [Any.Type] { get }
    /// An empty value; `nil` for optionals.
    static var empty: Any? { get }
}

extension URLComponents: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [] }
    fileprivate static var empty: Any? { URLComponents() }
}

extension Decimal: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [] }
    fileprivate static var empty: Any? { Decimal() }
}

extension Array: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [Element.self] }
    fileprivate static var empty: Any? { [] as Self }
}

extension Set: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [Element.self] }
    fileprivate static var empty: Any? { [] as Self }
}

extension Dictionary: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [Key.self, Value.self] }
    fileprivate static var empty: Any? { [:] as Self }
}

extension Optional: BridgedType {
    fileprivate static var contentTypes: [Any.Type] { [Wrapped.self] }
    fileprivate static var empty: Any? { nil }
}
