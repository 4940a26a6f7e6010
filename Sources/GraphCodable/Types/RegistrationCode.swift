/// Generates Swift code that registers types.
enum RegistrationCode {
    /// - Parameters:
    ///   - names: The names of the types, in which an asterisk stands for the main module.
    ///   - chosenNames: The names in archives that the program chose for some of them, the current one first.
    static func make(for names: some Collection<String>, chosenNames: [String: [String]] = [:]) -> String {
        let native = Set(GTypesRepository.nativeNames)
        let lines = names.filter { !native.contains($0) }
            .map { ($0.split(separator: "*.", omittingEmptySubsequences: false).joined(), chosenNames[$0] ?? []) }
            .sorted { $0.0 < $1.0 }.map { "\t\(call(of: $0, as: $1))\n" }
        return """
            func initializeGraphCodable() \(chosenNames.isEmpty ? "" : "throws "){
            \tGTypesRepository.initialize()

            \(lines.joined())}

            """
    }

    private static func call(of type: String, as names: [String]) -> String {
        guard let name = names.first else { return "\(type).register()" }
        let aliases = names.dropFirst()
        let list = aliases.isEmpty ? "" : ", aliases: [\(aliases.map(\.debugDescription).joined(separator: ", "))]"
        return "try \(type).register(as: \(name.debugDescription)\(list))"
    }
}
