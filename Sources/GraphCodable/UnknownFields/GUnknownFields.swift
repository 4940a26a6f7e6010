/// The fields of a value that its type does not know.
///
/// Nothing in them has been decoded into Swift values. When they are written, in whatever archive, their objects get the numbers
/// of that archive. A reference to an object that the program has decoded refers to this object, as it is then. The fields do not
/// hold it: if the program has let go of it, it is written as it was loaded, like an object that the program has not decoded.
/// Such an object is copied once for all fields that came from one archive.
///
/// All unknown fields of an archive share one copy of their bytes, and of the records to which their references lead, directly or
/// through others: at most the raw archive. The copy exists as long as one of them. Fields of an open file stay in the file, which
/// they keep open.
///
/// Copies share their contents. Two are equal if they are copies, or if both are empty and have the same ``caseName``.
public struct GUnknownFields {
    /// The case that the fields belong to, if it is one that the program does not know.
    public let caseName: String?
    var kept: KeptFields?

    /// Creates an empty collection of fields.
    public init() {
        caseName = nil
    }

    /// Creates the value of a case that stands for unknown ones.
    ///
    /// ```swift
    /// @GCodable
    /// enum Shape: GKeepsUnknown {
    ///     case circle(radius: Double)
    ///     @CodableFallback case other(GUnknownFields)
    /// }
    /// ```
    ///
    /// The macro writes the methods and ``GKeepsUnknown/unknownFields``. By hand, `encode(to:)` writes the name.
    ///
    /// - Parameter caseName: The name of the unknown case.
    public init(caseName: String) {
        self.caseName = caseName
    }

    /// Whether there are no fields.
    public var isEmpty: Bool { kept?.fields.isEmpty ?? true }

    /// The keys of the fields, once their archive has been decoded. Fields without a key are left out.
    public var keys: [String] {
        guard let kept, let directory = kept.source?.walker.directory else { return [] }
        return kept.fields.compactMap { directory.key($0.keyID) }
    }
}

extension GUnknownFields: Hashable {
    /// Returns whether two are copies of one, or both are empty, and the names of their cases are the same.
    public static func == (first: GUnknownFields, second: GUnknownFields) -> Bool {
        first.caseName == second.caseName && (first.kept === second.kept || first.isEmpty && second.isEmpty)
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(caseName)
        hasher.combine(isEmpty ? nil : kept.map(ObjectIdentifier.init))
    }
}

extension GUnknownFields: CustomStringConvertible {
    /// The name of the case, if there is one, and the keys.
    public var description: String { "\(caseName ?? "")(\(keys.joined(separator: ", ")))" }
}

@available(*, unavailable, message: "Unknown fields may refer to objects of the program.")
extension GUnknownFields: Sendable {}
