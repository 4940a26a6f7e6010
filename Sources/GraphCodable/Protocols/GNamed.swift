/// A type that declares its own name in archives, which remains valid when the type or its module is renamed.
///
/// Without it, an archive names a class by its module and its name in the program, so moving or renaming the class
/// makes its old archives unreadable. Name at least the root types of a document before the first save.
///
/// ```swift
/// final class Note: GCodable, GNamed {
///     // It was called Memo, in the module Notes, before it had a name of its own.
///     static let archiveName = ArchiveName("Note", aliases: ["Notes.Memo"])
///     ...
/// }
/// ```
///
/// A subclass does not inherit the name. To give it its own, declare ``archiveName`` as a `class var` in the superclass
/// and override it. A generic type declares its name without arguments: archives name `Box<Note>` by the name of `Box`
/// and the name of `Note`.
///
/// A class is found by its name if the program requests exactly this class, or if the class is registered, with
/// ``GDecodable/register()``. It is also found where it was when it was saved, and in the module of the class that the program
/// requests. So register renamed subclasses.
public protocol GNamed {
    /// The name in archives, and its aliases. The name must be unique and should never change.
    static var archiveName: ArchiveName { get }
}
