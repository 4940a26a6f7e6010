/// A type with a name of its own in archives, which stays when the type or its module is renamed.
///
/// Without it, an archive names a class by its module and its name in the program, so that moving or renaming the class makes
/// its old archives unreadable. Give at least the root types of a document names before the first save.
///
/// ```swift
/// final class Note: GCodable, GNamed {
///     // It was called Memo, in the module Notes, before it had a name of its own.
///     static let archiveName = ArchiveName("Note", aliases: ["Notes.Memo"])
///     ...
/// }
/// ```
///
/// A subclass does not inherit the name. It has one if it overrides ``archiveName``, which its superclass then declares as a
/// `class var`. A generic type declares its name without arguments: in archives `Box<Note>` is called by the name of `Box` and
/// that of `Note`.
///
/// A class is found by its name if the program asks for exactly this class; if it is registered, with
/// ``GDecodable/register()``; if it is where it was when it was saved; or if it has moved to the module of the class that the
/// program asks for. So register the subclasses that were renamed.
public protocol GNamed {
    /// The name in archives, and older ones. No other type may have it, and it should never change.
    static var archiveName: ArchiveName { get }
}
