#if Macros
import SwiftSyntax

/// The members that the macro adds to a structure.
struct StructExpansion {
    let members: String
    /// The types of the properties.
    let types: [TypeSyntax]

    init(_ structure: StructDeclSyntax, _ arguments: TypeArguments, in context: ExpansionContext) {
        let list = structure.memberBlock.members
        let code = PropertyCode(list, in: context)
        types = code.properties.compactMap(\.type?.syntax)
        code.properties.forEach { $0.warnOfObservers(inClass: nil, in: context) }
        // Decoding sets a wrapped property that has a value last. So it is encoded last: fields are found fastest in their order.
        let isLate = { (property: StoredProperty) in property.mayBeWrapped && property.hasInitialValue }
        let ordered = code.properties.filter { !isLate($0) } + code.properties.filter(isLate)
        let methods = CodingMethods(
            of: structure, versionCheck: arguments.versionCheck, keys: code.keys,
            decoding: code.decodeStructure(code.properties.wrappersLast),
            encoding: code.typeCheck + code.encode(ordered),
            migration: MigrationHook.call(list, arguments, in: context), in: context)
        let parts =
            [methods.keys] + arguments.properties { _ in "\(context.access(of: structure))static" }
            + [methods.initializer(), methods.encodingMethod()]
        members = parts.compactMap { $0 }.joined(separator: "\n\n")
    }
}
#endif
