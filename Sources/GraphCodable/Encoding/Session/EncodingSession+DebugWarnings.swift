#if DEBUG
import Synchronization

/// Warnings of debug builds about what an archive loses. Each is printed once for a type.
extension EncodingSession {
    private static let warnedTypes = Mutex<Set<ObjectIdentifier>>([])

    /// Prints a warning unless there was one for this type.
    private static func warn(of type: Any.Type, _ message: @autoclosure () -> String) {
        if warnedTypes.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) {
            Warning.print(message())
        }
    }

    /// Warns of properties of an object's class that the methods of its superclass do not know. Its `encode(to:)` has just
    /// returned.
    @inline(never)
    func warnOfLostProperties(of object: AnyObject, _ type: UnsafeMutablePointer<EncodedType>) throws {
        let frame = try currentFrame()
        guard type.pointee.mayLoseProperties, !frame.pointee.isOpen else { return }
        // Others may have values where all properties of this one are nil.
        guard let code = try callUserCode({ InheritedCode(of: object) }) else { return }
        type.pointee.mayLoseProperties = false
        let node = currentNode(of: frame)
        let keys = Set(arena.keys(before: node).map(\.text))
        guard code.isLost(keys: keys, unkeyedCount: node.pointee.unkeyedCount) else { return }
        let names = code.properties.map { "\(code.typeName).\($0)" }.joined(separator: ", ")
        Self.warn(of: type.pointee.metatype, code.description(of: names))
    }

    /// Warns of two values with one identity, of which the archive has only the first.
    static func warnOfConflict(_ identity: String, of type: Any.Type) {
        warn(
            of: type,
            """
            Two values of type \(TypeNames.readableName(of: type)) have the same identity \(identity), but different contents, of \
            which only the first is archived. Give one of them another gcodableID.
            """)
    }
}
#endif
