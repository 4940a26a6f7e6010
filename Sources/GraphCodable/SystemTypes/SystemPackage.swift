#if canImport(System)
import System

extension FilePath: _GPlainEncodable, _GPlainDecodable {
    /// The path as text. Bytes that are not valid UTF-8 are lost.
    public func _plainValue() -> String { string }

    public init(_plainValue: String) throws {
        try _InvalidPlainValue.require(!_plainValue.utf8.contains(0), "A file path holds a zero byte.")
        self.init(_plainValue)
    }
}

// The other types are numbers with names, written as their raw values.
extension Errno: GEncodable, GDecodable {}
extension FilePermissions: GEncodable, GDecodable {}
extension FileDescriptor.AccessMode: GEncodable, GDecodable {}
extension FileDescriptor.OpenOptions: GEncodable, GDecodable {}
extension FileDescriptor.SeekOrigin: GEncodable, GDecodable {}
#endif
