/// A name and a value that the system stores with a file.
package struct ExtendedAttribute: Sendable, Hashable {
    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}
