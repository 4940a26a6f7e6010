#if Macros
/// Archives a property, or a case of an enumeration, under a key other than its name.
///
/// Use it when you rename a property but programs must still exchange archives with older versions.
///
/// - Parameter key: The key, as a string literal.
@attached(peer)
public macro CodingKey(_ key: String) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Declares the names that a property, or a case of an enumeration, had in older archives.
///
/// - Parameter names: The names, as string literals. If an archive doesn't have the current name, the first of these
///   that it has is used.
@attached(peer)
public macro CodableAlias(_ names: String...) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Sets the value that a property gets if the archive has none.
///
/// A property with an initial value doesn't need this attribute: it keeps that value.
///
/// - Parameter value: The value. The expression is evaluated each time it is needed. It names a static member of the type as
///   `Self.standard`.
@attached(peer)
public macro CodableDefault<Value>(_ value: Value) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Converts what an older program wrote as another type, under the same key.
///
/// ```swift
/// @CodableConvert(from: Int.self, { String($0) }) var number: String
/// ```
///
/// A value that cannot be one of the property's type, or of which that type reads no key, is decoded as the former type and
/// converted. A nil of an optional stays nil. If the new type can read every value of the former one, give the property another key instead.
///
/// - Parameters:
///   - former: The former type.
///   - convert: A function that converts a value of the former type; `Self.convert` for a static function of the type.
@attached(peer)
public macro CodableConvert<Former, Value>(from former: Former.Type, _ convert: (Former) throws -> Value) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// States that the observers of a property may run during decoding, which the macro otherwise warns of.
@attached(peer)
public macro CodableObserved() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Archives the property wrapper of a property with everything in it, rather than the wrapped value alone.
///
/// The type of the wrapper must be archivable. The macro cannot know whether an attribute is a wrapper.
@attached(peer)
public macro CodableWrapper() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// States that what the superclass of a class stores need not be archived, which the macro otherwise warns of.
@attached(peer)
public macro CodableIgnoredSuperclass() =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Leaves a property out of archives. The property must have an initial value.
@attached(peer)
public macro CodableIgnored() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Marks the case that replaces cases which this version of the enumeration doesn't know.
///
/// The case must not have associated values, except one of type `GUnknownFields`, which keeps what is unknown.
@attached(peer)
public macro CodableFallback() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")
#endif
