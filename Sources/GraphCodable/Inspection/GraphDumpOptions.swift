/// Options that control what a dump shows, and how.
public struct GraphDumpOptions: Sendable, Hashable {
    /// The parts of a dump.
    public struct Sections: OptionSet, Sendable, Hashable {
        /// The bits of the sections.
        public let rawValue: UInt

        /// Creates sections from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The format version, sizes and numbers of objects.
        public static let header = Sections(rawValue: 1 << 0)
        /// The values.
        public static let body = Sections(rawValue: 1 << 1)
        /// The types, with their versions and counts.
        public static let types = Sections(rawValue: 1 << 2)
        /// The shapes, which list the values that each type writes.
        public static let shapes = Sections(rawValue: 1 << 3)
        /// The keys.
        public static let keys = Sections(rawValue: 1 << 4)
        /// The names and sizes of the extensions, if there are any.
        public static let extensions = Sections(rawValue: 1 << 5)
        /// Everything to which the values refer by number, and the extensions.
        public static let directory: Sections = [.types, .shapes, .keys, .extensions]
        /// All sections.
        public static let all: Sections = [.header, .body, .directory]
    }

    /// The sections to show. The default is the body.
    public var sections: Sections
    /// A Boolean value that indicates whether keys are shown by name rather than by number. The default is `true`.
    public var resolvesKeys: Bool
    /// A Boolean value that indicates whether types are shown by name rather than by number. The default is `true`.
    public var resolvesTypes: Bool
    /// A Boolean value that indicates whether type names include their modules. The default is `false`.
    public var qualifiesTypeNames: Bool
    /// A Boolean value that indicates whether the types of structs and enums are shown, in addition to those of
    /// classes. The default is `false`.
    public var showsValueTypes: Bool
    /// The maximum number of characters to show of a string, an array of plain elements or a description, or `nil` for
    /// no maximum. The default is 64.
    public var maximumTextLength: Int?
    /// The maximum number of values, objects or others, inside which objects are shown. Deeper objects are listed separately,
    /// further down. The default is 32.
    public var maximumNesting: Int

    /// Creates options. The defaults are those of ``readable``.
    ///
    /// - Parameters:
    ///   - sections: The sections to show.
    ///   - resolvesKeys: Whether to show keys by name rather than by number.
    ///   - resolvesTypes: Whether to show types by name rather than by number.
    ///   - qualifiesTypeNames: Whether to show type names with their modules.
    ///   - showsValueTypes: Whether to show the types of structs and enums, in addition to those of classes.
    ///   - maximumTextLength: The maximum number of characters to show of a long value, or `nil` for no maximum.
    ///   - maximumNesting: The maximum number of values inside which objects are shown.
    public init(
        sections: Sections = .body, resolvesKeys: Bool = true, resolvesTypes: Bool = true,
        qualifiesTypeNames: Bool = false, showsValueTypes: Bool = false, maximumTextLength: Int? = 64,
        maximumNesting: Int = 32
    ) {
        self.sections = sections
        self.resolvesKeys = resolvesKeys
        self.resolvesTypes = resolvesTypes
        self.qualifiesTypeNames = qualifiesTypeNames
        self.showsValueTypes = showsValueTypes
        self.maximumTextLength = maximumTextLength
        self.maximumNesting = maximumNesting
    }

    /// Returns how to show a type where a value has it.
    func typeName(_ name: String, number: Int) -> String {
        resolvesTypes ? typeName(ValueFormatter.name(name, number: number)) : "TYP" + ValueFormatter.number(number)
    }

    func typeName(_ name: String) -> String {
        qualifiesTypeNames ? EscapedText.escaped(name) : ValueFormatter.shortTypeName(name)
    }

    /// Shows the body, with names, and truncates long values.
    public static let readable = GraphDumpOptions()
    /// Shows all sections, with qualified names of all types, and the full length of every value.
    public static let full = GraphDumpOptions(
        sections: .all, qualifiesTypeNames: true, showsValueTypes: true, maximumTextLength: nil)
}
