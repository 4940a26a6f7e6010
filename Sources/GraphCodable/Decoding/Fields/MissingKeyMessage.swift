/// Explains why a key may be missing, and what to do about it.
enum MissingKeyMessage {
    private static let maximumListedCount = 12

    /// - Parameters:
    ///   - typeName: The type that was encoded.
    ///   - superclass: The superclass, if any, whose values may not have been encoded.
    static func text(_ key: String, typeName: String, keys: [String], superclass: Any.Type?) -> String {
        guard !keys.contains(where: { $0.isExactly(key) }) else {
            return "The key '\(key)' of \(typeName) has been decoded already. Decode each value once, and keep it."
        }
        let listedKeys = keys.isEmpty ? "It has no keys." : "Its keys are \(list(keys))."
        var text = "\(typeName) has no value for the key '\(key)'. \(listedKeys)\(hint(key, in: keys)) "
        if let superclass {
            text += """
                If it is \(TypeNames.readableName(of: superclass)) that asks for it: does the encode(to:) of its subclass \
                call super.encode(to:)? 
                """
        }
        return text + """
            Use decode(for:default:) for a field that was added later, and decodeIfPresent(for:) for one that may be absent; with \
            the macro, a property can have @CodableDefault, or @CodableAlias if it was renamed.
            """
    }

    /// Returns a sentence to append if one of the keys looks like the missing one.
    static func hint(_ key: String, in keys: [String]) -> String {
        // A much longer key is another one, and comparing many combining marks takes Swift quadratic time.
        guard keys.contains(where: { $0.utf8.count <= 4 * key.utf8.count && $0 == key }) else { return "" }
        return " One of them looks the same, but has other Unicode scalars: names are compared byte by byte."
    }

    /// Returns the first of some keys, and the number of the others.
    static func list(_ keys: [String]) -> String {
        let listed = keys.prefix(maximumListedCount).map { "'\($0)'" }.joined(separator: ", ")
        let omitted = keys.count - maximumListedCount
        return omitted > 0 ? "\(listed) and \(omitted) more" : listed
    }
}
