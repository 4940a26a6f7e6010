#if Macros && !TOOLCHAIN_SYNTAX
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GCodableMacro.self, MarkerMacro.self]
}
#elseif Macros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The plugin of the tests. The swift-syntax of a toolchain lacks `CompilerPlugin`.
@main
struct Plugin: PluginProvider {
    static func main() throws {
        try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) -> any Macro.Type {
        typeName == "GCodableMacro" ? GCodableMacro.self : MarkerMacro.self
    }
}
#else
/// Without the trait there is no swift-syntax to build a plugin with, and nothing needs one.
@main
enum Plugin {
    static func main() {}
}
#endif
