#if Macros
/// Makes a type archivable, without any code.
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
/// Each stored property is archived under its own name. Left out are constants with a value, computed, lazy and static
/// properties, and those marked with ``CodableIgnored()``.
///
/// - A property with an initial value keeps it where an archive has no such key; so does an optional, which is then nil.
/// - A weak or unowned reference is archived only if something else archives its object. A weak one is set when all objects are
///   there.
/// - A variable of a class that is an optional or a collection, and has a value, may be part of a cycle: it is decoded at once
///   where that is possible, and when all objects are there where it is not. See ``GraphCodable/GDecoder/decodeOrDefer(for:_:)``.
/// - A subclass archives its own properties and calls its superclass, whether that has the macro or is written by hand.
/// - An enumeration is archived as the name of its case and the associated values; one with raw values as its raw value.
/// - An `init(from:)` or `encode(to:)` that the type declares itself takes the place of the macro's.
///
/// The macro adds `init(from:)` and `encode(to:)`. A structure keeps its memberwise initializer, and a class without a superclass
/// the `init()` that Swift gives it. The macro sees the source of the type
/// only, not what a type's name stands for. It cannot be attached to a type that is declared in a function.
@attached(
    extension, conformances: GEncodable, GDecodable,
    names: named(init(from:)), named(encode(to:)), named(GCodableKey))
@attached(
    member, conformances: GEncodable, GDecodable,
    names: named(init), named(encode(to:)), named(GCodableKey))
public macro GCodable() = #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Makes a type archivable that has a version.
///
/// See ``GCodable()``. A class conforms to `GVersion` as well.
///
/// - Parameter version: The version that is archived with the type, for `GDecoder.encodedVersion`, 1 or more. If the type has a
///   method `migrate(from version: UInt32, _ decoder: any GDecoder) throws`, it is called at the end of the initializer when
///   the archive was written by an older version, 0 if that had none. In a structure or an enumeration the method is `mutating`.
///   A class and its subclasses share one version. An enumeration with raw values has none.
@attached(
    extension, conformances: GEncodable, GDecodable, GVersion,
    names: named(init(from:)), named(encode(to:)), named(encodeVersion), named(GCodableKey))
@attached(
    member, conformances: GEncodable, GDecodable, GVersion,
    names: named(init), named(encode(to:)), named(encodeVersion), named(GCodableKey))
public macro GCodable(version: UInt32) = #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Makes a type archivable that has a name of its own in archives, so that the type or its module can be renamed.
///
/// See ``GCodable()``. The type conforms to `GNamed` as well.
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
///   - name: The name in archives from now on. It should never change. A subclass does not inherit it.
///   - aliases: Older names: those that were chosen, and `Module.Class` as the type was called in the program.
@attached(
    extension, conformances: GEncodable, GDecodable, GNamed,
    names: named(init(from:)), named(encode(to:)), named(archiveName), named(GCodableKey))
@attached(
    member, conformances: GEncodable, GDecodable, GNamed,
    names: named(init), named(encode(to:)), named(archiveName), named(GCodableKey))
public macro GCodable(name: String, aliases: [String] = []) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")

/// Makes a type archivable that has a name of its own in archives, and a version.
///
/// See ``GCodable()``, ``GCodable(name:aliases:)`` and ``GCodable(version:)``.
@attached(
    extension, conformances: GEncodable, GDecodable, GVersion, GNamed,
    names: named(init(from:)), named(encode(to:)), named(encodeVersion), named(archiveName), named(GCodableKey))
@attached(
    member, conformances: GEncodable, GDecodable, GVersion, GNamed,
    names: named(init), named(encode(to:)), named(encodeVersion), named(archiveName), named(GCodableKey))
public macro GCodable(name: String, aliases: [String] = [], version: UInt32) =
    #externalMacro(module: "GraphCodableMacrosPlugin", type: "GCodableMacro")
#endif
