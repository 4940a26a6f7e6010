#if Macros
// There are five declarations because each lists only the conformances that its arguments require: the compiler crashes (Swift 6.3)
// if a superclass has a listed one.

/// Generates the code that archives a type.
///
/// ```swift
/// @GCodable
/// final class Note {
///     let title: String
///     var text = ""
///     weak var folder: Folder?
///     var links: [Note] = []
///
///     init(title: String) { self.title = title }
/// }
/// ```
///
/// Each stored property is archived under its name. Constants with an initial value, computed, lazy and static
/// properties, and properties marked with ``CodableIgnored()`` are not archived.
///
/// - A property with an initial value keeps it if the archive doesn't have the key. An optional without one becomes
///   nil.
/// - A weak reference is archived only if a strong reference elsewhere archives its object; for an unowned one that is not
///   optional, encoding fails otherwise. A weak reference is set after all objects have been decoded.
/// - A variable of a class with an initial value may be part of a cycle. The class decodes it immediately if possible, and
///   otherwise sets it after all objects have been decoded. See ``GraphCodable/GDecoder/decodeNow(for:orLater:_:)``.
/// - A subclass archives its own properties and calls its superclass, whether or not the superclass uses the macro.
/// - An enumeration is archived as the name of its case and the associated values; one with raw values as its raw
///   value.
/// - What only newer programs know is kept if the type conforms to `GKeepsUnknown` and has a property `unknownFields` of type
///   `GUnknownFields`. An enumeration gets the property, if its fallback has a value of this type.
/// - If the type declares `init(from:)` or `encode(to:)` itself, the macro doesn't generate that method.
///
/// The macro adds `init(from:)` and `encode(to:)`. A structure keeps its memberwise initializer. A class keeps its
/// implicit `init()` if each property shows an initial value, and if its inheritance clause doesn't begin with a type of the program.
/// The macro sees only the source of the type, so it doesn't know what a type's name refers to. You cannot attach it to a type that is declared in a function.
@attached(
    extension, conformances: GEncodable, GDecodable, _GCodableClass,
    names: named(init(from:)), named(encode(to:)), named(GCodableKey), named(unknownFields))
@attached(
    member, conformances: GEncodable, GDecodable, _GCodableClass,
    names: named(init), named(encode(to:)), named(_codedClass), named(GCodableKey))
public macro GCodable() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Generates the code that archives a type with a version.
///
/// Works like ``GCodable()``. A class also conforms to `GVersion`.
///
/// - Parameters:
///   - version: The version that is archived with the type and returned by `GDecoder.encodedVersion`; 1 or greater. If
///     the type has a method `migrate(from version: UInt32, _ decoder: any GDecoder) throws`, the initializer calls it
///     last if an older version wrote the archive, with 0 if the type had no version then, or if the class has replaced one
///     of a higher version. In a structure or an enumeration the method is `mutating`. A class and its subclasses share one version. An enumeration with raw
///     values cannot have one.
///   - readsNewer: Write `true` to read what newer versions wrote, without the properties that only they know, unless the type
///     conforms to `GKeepsUnknown`. Otherwise the initializer throws `GraphCodableError.Code.newerVersion`.
@attached(
    extension, conformances: GEncodable, GDecodable, GVersion, _GCodableClass,
    names: named(init(from:)), named(encode(to:)), named(encodeVersion), named(GCodableKey), named(unknownFields))
@attached(
    member, conformances: GEncodable, GDecodable, GVersion, _GCodableClass,
    names: named(init), named(encode(to:)), named(_codedClass), named(encodeVersion), named(_refuseNewer),
    named(GCodableKey))
public macro GCodable(version: UInt32, readsNewer: Bool = false) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Generates the code that archives a type under an archive name, so that the type or its module can be renamed.
///
/// Works like ``GCodable()``. The type also conforms to `GNamed`.
///
/// ```swift
/// // It was called Memo, in the module Notes, before it had a name of its own.
/// @GCodable(name: "Note", aliases: ["Notes.Memo"])
/// final class Note {
///     var text = ""
/// }
/// ```
///
/// - Parameters:
///   - name: The name in archives from now on. Never change it. Subclasses don't inherit it.
///   - aliases: Older names: earlier archive names, and `Module.Class` for the time when the type had none.
@attached(
    extension, conformances: GEncodable, GDecodable, GNamed, _GCodableClass,
    names: named(init(from:)), named(encode(to:)), named(archiveName), named(GCodableKey), named(unknownFields))
@attached(
    member, conformances: GEncodable, GDecodable, GNamed, _GCodableClass,
    names: named(init), named(encode(to:)), named(_codedClass), named(archiveName), named(GCodableKey))
public macro GCodable(name: String, aliases: [String] = []) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Generates the code that archives a type that had other names.
///
/// Works like ``GCodable()``. The type also conforms to `GNamed`, with the name that it has in the program. Declare a name
/// with ``GCodable(name:aliases:)`` before you rename the type again.
///
/// - Parameter aliases: Older names. See ``GCodable(name:aliases:)``.
@attached(
    extension, conformances: GEncodable, GDecodable, GNamed, _GCodableClass,
    names: named(init(from:)), named(encode(to:)), named(archiveName), named(GCodableKey), named(unknownFields))
@attached(
    member, conformances: GEncodable, GDecodable, GNamed, _GCodableClass,
    names: named(init), named(encode(to:)), named(_codedClass), named(archiveName), named(GCodableKey))
public macro GCodable(aliases: [String]) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Generates the code that archives a type under an archive name and with a version.
///
/// Works like ``GCodable()``.
///
/// - Parameters:
///   - name: The name in archives. See ``GCodable(name:aliases:)``.
///   - aliases: Older names. See ``GCodable(name:aliases:)``.
///   - version: The version that is archived with the type. See ``GCodable(version:readsNewer:)``.
///   - readsNewer: Whether to read newer versions. See ``GCodable(version:readsNewer:)``.
@attached(
    extension, conformances: GEncodable, GDecodable, GVersion, GNamed, _GCodableClass,
    names: named(init(from:)), named(encode(to:)), named(encodeVersion), named(archiveName), named(GCodableKey),
    named(unknownFields))
@attached(
    member, conformances: GEncodable, GDecodable, GVersion, GNamed, _GCodableClass,
    names: named(init), named(encode(to:)), named(_codedClass), named(encodeVersion), named(_refuseNewer),
    named(archiveName), named(GCodableKey))
public macro GCodable(name: String, aliases: [String] = [], version: UInt32, readsNewer: Bool = false) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")
#endif
