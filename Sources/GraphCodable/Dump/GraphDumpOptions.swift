/// What a dump shows, and how.
public struct GraphDumpOptions: Sendable, Hashable {
    /// The parts of a dump.
    public struct Sections: OptionSet, Sendable, Hashable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Format version, sizes and numbers of objects.
        public static let header = Sections(rawValue: 1 << 0)
        /// The values.
        public static let body = Sections(rawValue: 1 << 1)
        /// The types with their versions and counts.
        public static let types = Sections(rawValue: 1 << 2)
        /// The shapes: which values each type writes.
        public static let shapes = Sections(rawValue: 1 << 3)
        /// The keys.
        public static let keys = Sections(rawValue: 1 << 4)
        /// All that the values refer to by number.
        public static let directory: Sections = [.types, .shapes, .keys]
        /// Everything.
        public static let all: Sections = [.header, .body, .directory]
    }

    /// The parts to show; the body by default.
    public var sections: Sections
    /// Whether keys are shown by name, rather than by number; true by default.
    public var resolvesKeys: Bool
    /// Whether types are shown by name, rather than by number; true by default.
    public var resolvesTypes: Bool
    /// Whether the names of types include their modules; false by default.
    public var qualifiesTypeNames: Bool
    /// Whether the types of structs and enums are shown as well as those of classes; false by default.
    public var showsValueTypes: Bool
    /// How many characters of a string, of an array of plain elements or of a description are shown; `nil` for all of
    /// them; 64 by default.
    public var maximumTextLength: Int?
    /// How deep objects are shown inside others; what lies deeper is listed on its own, further down. 32 by default.
    public var maximumNesting: Int

    /// Makes options; those of ``readable`` by default.
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

    /// The body, with names, and with long values cut off.
    public static let readable = GraphDumpOptions()
    /// All sections, with the names of all types in full, and all of every value.
    public static let full = GraphDumpOptions(
        sections: .all, qualifiesTypeNames: true, showsValueTypes: true, maximumTextLength: nil)
}
