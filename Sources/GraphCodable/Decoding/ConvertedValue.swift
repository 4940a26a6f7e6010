/// A value, and the types of the property to which it belongs.
struct ConvertedValue: Hashable {
    let start: UnsafeRawPointer
    let type: ObjectIdentifier
    let former: ObjectIdentifier

    init(_ start: UnsafeRawPointer, _ type: Any.Type, _ former: Any.Type) {
        (self.start, self.type, self.former) = (start, ObjectIdentifier(type), ObjectIdentifier(former))
    }
}
