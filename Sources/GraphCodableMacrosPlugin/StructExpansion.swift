#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The members that the macro adds to a structure.
struct StructExpansion {
    let members: String
    let properties: [StoredProperty]

    init(_ structure: StructDeclSyntax, _ arguments: TypeArguments, in context: some MacroExpansionContext) {
        let list = structure.memberBlock.members
        let code = PropertyCode(list, in: context)
        properties = code.properties
        properties.forEach { $0.warnOfObservers(inClass: nil, in: context) }
        // Decoding sets a wrapped property that has a value last. So it is encoded last: fields are found fastest in their order.
        let isLate = { (property: StoredProperty) in property.mayBeWrapped && property.hasInitialValue }
        let ordered = code.properties.filter { !isLate($0) } + code.properties.filter(isLate)
        let methods = CodingMethods(
            access: structure.modifiers.access, arguments: arguments,
            decoding: code.decodeStructure(code.properties.wrappersLast),
            encoding: code.typeCheck + code.encode(ordered), hook: MigrationHook(list, arguments, in: context))
        let parts =
            [code.keys] + arguments.properties { _ in "\(structure.modifiers.access)static" } + [
                list.hasDecodingInitializer ? nil : methods.initializer(),
                list.hasEncodingMethod ? nil : methods.encodingMethod(),
            ]
        members = parts.compactMap { $0 }.joined(separator: "\n\n")
    }
}
#endif
