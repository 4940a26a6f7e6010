/// What the errors say that several readers throw if an archive exceeds a limit of a policy.
enum LimitMessage {
    /// - Parameters:
    ///   - statement: What the archive has.
    ///   - property: The limit of ``GraphDecodingPolicy``.
    static func more(_ statement: String, than maximum: some BinaryInteger, _ property: String) -> String {
        """
        \(statement), more than the \(maximum) that the policy allows. Raise GraphDecodingPolicy.\(property) if you trust \
        the archive.
        """
    }

    static func elementCount(_ count: some BinaryInteger, _ maximum: Int) -> String {
        more("A collection has \(count) elements", than: maximum, "maximumElementCount")
    }

    static func depth(_ values: String, _ maximum: Int) -> String {
        "\(values) are nested more than \(maximum) levels deep. Raise GraphDecodingPolicy.maximumDepth if you trust the archive."
    }

    static func raise(_ property: String) -> String {
        "Raise GraphDecodingPolicy.\(property) if you trust the archive."
    }
}
