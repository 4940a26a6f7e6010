/// A name and a value that the system stores with a file.
package struct ExtendedAttribute: Sendable, Hashable {
    let name: String
    let value: [UInt8]
}
