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

// Where the source shows no optional, generated code checks the type in two statements, because in one the compiler would choose
// what is available.

/// Returns the check of a property's type that is none of an optional.
public func _checkOfType<Value>(_ values: [Value]) -> _CheckOfType { _CheckOfType() }

/// Returns the check of a property's type that is an optional.
public func _checkOfType<Value>(_ values: [Value?]) -> _CheckOfOptional { _CheckOfOptional() }

/// The check of a type that is none of an optional. Do not use it: generated code does.
public struct _CheckOfType {
    /// Does nothing.
    public func check() {}
}

/// The check of a type that is an optional. Do not use it: generated code does.
public struct _CheckOfOptional {
    /// Is refused by the compiler.
    @available(
        *, unavailable,
        message: """
            The macro does not see that this is an optional, so a stored nil would get lost. Write the type with a question mark.
            """
    )
    public func check() {}
}
#endif
