/// A value, and the types of the property to which it belongs.
struct ConvertedValue: Hashable {
    let start: UnsafeRawPointer
    let type: ObjectIdentifier
    let former: ObjectIdentifier

    init(_ start: UnsafeRawPointer, _ type: Any.Type, _ former: Any.Type) {
        (self.start, self.type, self.former) = (start, ObjectIdentifier(type), ObjectIdentifier(former))
    }
}

/// What is known of a value of a property whose type has changed.
enum ConversionResult {
    /// It is of neither type.
    case neither
    /// It is of the former type. The error is that of the present type, if there was one.
    case former(insteadOf: (any Error)?)
}
