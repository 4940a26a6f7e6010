#if Macros
import SwiftSyntaxMacros
#if TOOLCHAIN_SYNTAX
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
#else
import SwiftCompilerPlugin
#endif

@main
struct Plugin {
    let providingMacros: [any Macro.Type] = [GCodableMacro.self, MarkerMacro.self]
}

#if TOOLCHAIN_SYNTAX
/// The plugin of the tests: the swift-syntax of a toolchain lacks `CompilerPlugin`.
extension Plugin: PluginProvider {
    struct UnknownMacro: Error {
        let name: String
    }

    static func main() throws {
        try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        let name = "\(moduleName).\(typeName)"
        guard let macro = providingMacros.first(where: { String(reflecting: $0) == name }) else {
            throw UnknownMacro(name: name)
        }
        return macro
    }
}
#else
extension Plugin: CompilerPlugin {}
#endif
#else
/// Without the trait there is no swift-syntax to build a plugin with, and nothing needs one.
@main
enum Plugin {
    static func main() {}
}
#endif
