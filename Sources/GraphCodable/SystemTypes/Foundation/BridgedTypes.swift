import Foundation

/// The runtime converts values to objects of Foundation if a class is requested, with all values inside of them. This ends the
/// program for URL components that have no URL, and when it uses the object of a `Decimal`. An archive can have some wherever the
/// program decodes a protocol type.
enum BridgedTypes {
    /// Returns whether values of a type are URL components or decimal numbers, or collections of them.
    static func areBridged(_ type: Any.Type) -> Bool {
        type == URLComponents.self || type == Decimal.self
            || (type as? any BridgedContainer.Type)?.contentTypes.contains(where: areBridged) ?? false
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
        guard !(requested is any BridgedContainer.Type),
            let empty = type == URLComponents.self
                ? URLComponents() : type == Decimal.self ? Decimal() : (type as? any BridgedContainer.Type)?.empty
        else { return false }
        func remainsValue<Value>(_ type: Value.Type) -> Bool {
            (empty as? Value).map { !(Swift.type(of: $0 as Any) is AnyObject.Type) } ?? false
        }
        return _openExistential(requested, do: remainsValue)
    }
}

/// A type with values inside that the runtime converts together with it.
private protocol BridgedContainer {
    static var contentTypes: [Any.Type] { get }
    /// An empty collection; `nil` for optionals.
    static var empty: Any? { get }
}

extension Array: BridgedContainer {
    fileprivate static var contentTypes: [Any.Type] { [Element.self] }
    fileprivate static var empty: Any? { [] as Self }
}

extension Set: BridgedContainer {
    fileprivate static var contentTypes: [Any.Type] { [Element.self] }
    fileprivate static var empty: Any? { [] as Self }
}

extension Dictionary: BridgedContainer {
    fileprivate static var contentTypes: [Any.Type] { [Key.self, Value.self] }
    fileprivate static var empty: Any? { [:] as Self }
}

extension Optional: BridgedContainer {
    fileprivate static var contentTypes: [Any.Type] { [Wrapped.self] }
    fileprivate static var empty: Any? { nil }
}
