/// Generates Swift code that registers types.
enum RegistrationCode {
    /// - Parameter names: The names of the types, in which an asterisk stands for the main module.
    static func make(for names: [String]) -> String {
        let native = Set(GTypesRepository.nativeNames)
        let lines = names.filter { !native.contains($0) }
            .map { $0.split(separator: "*.", omittingEmptySubsequences: false).joined() }
            .sorted().map { "\t\($0).register()\n" }
        return "func initializeGraphCodable() {\n\tGTypesRepository.initialize()\n\n\(lines.joined())}\n"
    }
}
