/// Writes the Swift code that registers types.
enum RegistrationCode {
    /// - Parameter names: Names of types, in which an asterisk stands for the main module.
    static func make(for names: [String]) -> String {
        let native = Set(GTypesRepository.State.nativeNames)
        let lines = names.filter { !native.contains($0) }.map {
            "\t\($0.replacingMainModule()).register()\n"
        }
        return "func initializeGraphCodable() {\n\tGTypesRepository.initialize()\n\n\(lines.joined())}\n"
    }
}

extension String {
    fileprivate func replacingMainModule() -> String {
        split(separator: "*.", omittingEmptySubsequences: false).joined()
    }
}
