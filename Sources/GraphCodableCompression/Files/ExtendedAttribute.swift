/// A name and a value that the system keeps with a file.
package struct ExtendedAttribute: Sendable, Hashable {
    /// The name of the access control list, which decides what the mode means.
    package static let accessControlList = "system.posix_acl_access"

    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}
