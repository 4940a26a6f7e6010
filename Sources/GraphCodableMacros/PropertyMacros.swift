#if Macros
/// Archives a property, or a case of an enumeration, under another name than its own.
///
/// Use it when a property gets a new name and old archives must still be read, and new archives by old programs.
///
/// - Parameter key: The name, as a string literal.
@attached(peer)
public macro CodingKey(_ key: String) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Names that a property, or a case of an enumeration, had in older archives.
///
/// - Parameter names: The names, as string literals. The first one that an archive has is taken, after the present name.
@attached(peer)
public macro CodableAlias(_ names: String...) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// The value of a property where an archive has none.
///
/// A property with an initial value needs no such attribute: it keeps that value.
///
/// - Parameter value: The value, which is computed each time that it is needed.
@attached(peer)
public macro CodableDefault<Value>(_ value: Value) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// Leaves a property out of archives. It must have an initial value.
@attached(peer)
public macro CodableIgnored() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")

/// The case that a value becomes when an archive names a case that this version of the enumeration does not have.
///
/// The case has no associated values.
@attached(peer)
public macro CodableFallback() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "MarkerMacro")
#endif
