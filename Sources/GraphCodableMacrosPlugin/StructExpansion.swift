#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// What a structure gets.
struct StructExpansion {
    let members: String
    let properties: [StoredProperty]

    init(_ structure: StructDeclSyntax, _ arguments: TypeArguments, in context: some MacroExpansionContext) {
        let list = structure.memberBlock.members
        let code = PropertyCode(StoredProperty.all(of: list, in: context), in: context)
        properties = code.properties
        // A wrapped property that has a value is set through its wrapper, for which all others must be there.
        let isLate = { (property: StoredProperty) in property.mayBeWrapped && property.hasInitialValue }
        let ordered = code.properties.filter { !isLate($0) } + code.properties.filter(isLate)
        let methods = CodingMethods(
            access: structure.modifiers.access, decoding: ordered.map(code.decode),
            encoding: ordered.map(code.encode), hook: MigrationHook(list, arguments, in: context))
        let parts =
            [code.keys.declaration] + arguments.properties { _ in "\(structure.modifiers.access)static" } + [
                list.hasDecodingInitializer ? nil : methods.initializer(),
                list.hasEncodingMethod ? nil : methods.encodingMethod(),
            ]
        members = parts.compactMap { $0 }.joined(separator: "\n\n")
    }
}
#endif
