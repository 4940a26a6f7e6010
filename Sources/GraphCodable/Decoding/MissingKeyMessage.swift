/// Explains why a key may be missing, and what to do about it.
struct MissingKeyMessage {
    /// The maximum number of keys to list.
    private static let maximumListedCount = 12

    /// The requested key.
    let key: String
    /// The type that was encoded.
    let typeName: String
    /// The keys that the value has.
    let keys: [String]
    /// The superclass, if any, whose values may not have been encoded.
    let superclass: Any.Type?

    var text: String {
        guard !keys.contains(key) else {
            return "The key '\(key)' of \(typeName) has been decoded already. Decode each value once, and keep it."
        }
        var text = "\(typeName) has no value for the key '\(key)'. \(listedKeys) "
        if let superclass {
            text += """
                If it is \(TypeNames.readableName(of: superclass)) that asks for it: does the encode(to:) of its subclass \
                call super.encode(to:)? 
                """
        }
        return text + """
            Use decode(for:default:) for a field that was added later, and decodeIfPresent(for:) for one that may be absent; \
            with @GCodable, an initial value or @CodableDefault.
            """
    }

    private var listedKeys: String {
        guard !keys.isEmpty else { return "It has no keys." }
        let listed = keys.prefix(Self.maximumListedCount).map { "'\($0)'" }.joined(separator: ", ")
        let omitted = keys.count - Self.maximumListedCount
        return omitted > 0 ? "Its keys are \(listed) and \(omitted) more." : "Its keys are \(listed)."
    }
}
