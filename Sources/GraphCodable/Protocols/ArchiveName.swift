/// The name of a type in archives, together with its former names.
///
/// A name consists of letters, digits, dots and other marks, but contains no spaces, commas or brackets. Encoding or
/// decoding an object of a class whose name can never match throws ``GraphCodableError/Code/misuse``, and so does encoding
/// another value with `encode(any:)`.
public struct ArchiveName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name that new archives use.
    public let name: String
    /// Other names that identify the type in older archives.
    public let aliases: [String]

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - name: The name that new archives use. It should never change.
    ///   - aliases: Other names that identify the type in older archives: previously chosen names, and the former names
    ///     of the type in the program, such as `Module.Class` or `Module.Outer.Class`. Omit generic arguments.
    public init(_ name: String, aliases: [String] = []) {
        self.name = name
        self.aliases = aliases
    }

    /// Creates the name that a type has in the program at this time, for a type that only declares aliases.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - aliases: Other names that identify the type in older archives.
    public init(of type: Any.Type, aliases: [String]) {
        self.init(TypeNames.genericName(of: type)?.name.path ?? TypeNames.readableName(of: type), aliases: aliases)
    }

    /// Creates a name without aliases.
    ///
    /// - Parameter name: The name that new archives use.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
