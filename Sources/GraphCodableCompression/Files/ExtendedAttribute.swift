/// A name and a value that the system stores with a file.
package struct ExtendedAttribute: Sendable, Hashable {
    /// The name of the access control list, which affects the meaning of the mode.
    package static let accessControlList = "system.posix_acl_access"

    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}
