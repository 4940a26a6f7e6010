package struct ExtendedAttribute: Sendable, Hashable {
    let name: String
    let value: [UInt8]
}
