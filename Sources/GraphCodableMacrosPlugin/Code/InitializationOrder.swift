#if Macros
import SwiftSyntax

/// The order in which an initializer sets the properties of a class.
struct InitializationOrder {
    /// The properties that are set before the initializer of the superclass is called.
    let early: [StoredProperty]
    /// Those that are set after it, because they have a value already. Weak references come last, when all other objects have been
    /// created.
    let late: [StoredProperty]

    init(of properties: [StoredProperty], in type: ClassDeclSyntax) {
        // Setting a property through an accessor requires a fully initialized object.
        let isObservable = type.attributes.contains("Observable")
        let isLate = { (property: StoredProperty) in
            property.canWait || property.hasInitialValue && (property.mayBeWrapped || isObservable)
        }
        early = properties.filter { !isLate($0) }
        late =
            properties.filter { isLate($0) && $0.ownership == .strong }
            + properties.filter { isLate($0) && $0.ownership != .strong }
    }

    /// The early properties without a value.
    var required: [StoredProperty] { early.filter { !$0.hasWrapperArguments } }

    /// The early properties to which a wrapper with arguments gives a value.
    var wrapped: [StoredProperty] { early.filter(\.hasWrapperArguments) }
}
#endif
