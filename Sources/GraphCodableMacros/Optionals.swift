#if Macros
// Generated code calls these functions where the compiler would take the type inside an optional for that of a property: a stored
// nil would become the default, or could not be decoded. The code cannot name the type, because an extension of a nested type does not
// find all names that the type finds.

/// Returns the value.
@inlinable @inline(__always)
public func _optional<Value>(_ value: Value?) -> Value? { value }

/// Returns the function.
@inlinable @inline(__always)
public func _optional<Former, Value>(
    from convert: @escaping (Former) throws -> Value?
) -> (Former) throws -> Value? {
    convert
}
#endif
