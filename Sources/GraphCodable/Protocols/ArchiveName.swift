/// The name of a type in archives, and the names that it had before.
///
/// A name is made of letters, digits, dots and other marks, but of no spaces, commas or brackets. One that can never match is
/// refused with ``GraphCodableError/Code/misuse`` when a value of the type is encoded or decoded.
public struct ArchiveName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name in archives from now on.
    public let name: String
    /// Other names that stand for the type in older archives.
    public let aliases: [String]

    /// Makes a name.
    ///
    /// - Parameters:
    ///   - name: The name in archives from now on. It should never change.
    ///   - aliases: Other names that stand for the type in older archives: names that were chosen earlier, and `Module.Class` or
    ///     `Module.Outer.Class` as the type was called in the program. Generic arguments are left out.
    public init(_ name: String, aliases: [String] = []) {
        self.name = name
        self.aliases = aliases
    }

    /// Makes a name without older ones.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
