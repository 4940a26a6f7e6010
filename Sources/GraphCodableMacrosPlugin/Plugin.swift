#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GCodableMacro.self, MarkerMacro.self]
}
#else
/// Without the trait there is no swift-syntax to build a plugin with, and nothing needs one.
@main
enum Plugin {
    static func main() {}
}
#endif
