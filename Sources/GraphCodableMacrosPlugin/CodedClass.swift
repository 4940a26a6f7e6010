#if Macros
import SwiftSyntax

/// Generates the property that tells for which class the methods were generated.
///
/// A subclass without the macro inherits the property with the methods, so the core notices that it has no methods of its own.
enum CodedClass {
    static let conformance = "_GCodableClass"

    /// - Parameter isInherited: Whether the superclass has the property, too.
    /// - Returns: `nil` for a class that can have no subclass, and whose superclass does not have the property.
    static func property(of type: ClassDeclSyntax, isInherited: Bool, modifiers: String) -> String? {
        guard isInherited || !type.modifiers.contains(.final) else { return nil }
        return """
            \(modifiers) var _codedClass: Swift.AnyClass {
                \(type.name.trimmedDescription).self
            }
            """
    }
}
#endif
