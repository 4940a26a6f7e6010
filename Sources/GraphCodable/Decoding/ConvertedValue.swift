/// A value, and the types of the property to which it belongs.
struct ConvertedValue: Hashable {
    let start: UnsafeRawPointer
    let type: ObjectIdentifier
    let former: ObjectIdentifier
}
