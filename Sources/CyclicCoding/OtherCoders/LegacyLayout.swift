import GraphCodable

/// The layout in which the package CyclicCoding by Greg Omelaenko writes a flattened container with other coders.
///
/// A value is an object whose only key is its kind, such as `{"int": 5}`, `{"keyed": {"name": …}}` or `{"unkeyed":
/// […]}`. A nested value and the root are wrapped, `{"value": {"int": 5}}`, and `{"reference": 0}` refers to an object.
/// The objects in `referenced` are not wrapped. Such containers can be read but not written.
struct LegacyLayout {
    let stack: GrowingStack
    let objectCount: Int

    /// Returns the container, or `nil` if any value has another layout.
    func container(objects: [TreeValue], root: TreeValue) throws -> FlattenedContainer? {
        guard let root = try inner(root), let referenced = try objects.converted(value) else { return nil }
        return FlattenedContainer(referenced: referenced, root: root)
    }

    /// Returns the only key of an object and its value.
    private func only(_ tree: TreeValue) -> (key: String, value: TreeValue)? {
        guard case .fields(let fields) = tree, fields.values.count == 1 else { return nil }
        return (fields.keys.keys[0], fields.values[0])
    }

    /// Returns a nested value or a reference.
    private func inner(_ tree: TreeValue) throws -> TreeValue? {
        switch only(tree) {
        case ("value", let content)?:
            return try stack.call { try value(content) }
        case ("reference", let number)?:
            guard let number = number.integer(as: Int.self), (0..<objectCount).contains(number) else { return nil }
            return .reference(number)
        default:
            return nil
        }
    }

    private func value(_ tree: TreeValue) throws -> TreeValue? {
        guard let (kind, content) = only(tree) else { return nil }
        switch (kind, content) {
        case ("nil", .null), ("boolean", .bool), ("string", .string):
            return content
        case ("float", _):
            return content.floatingPoint.map { .float(Float($0)) }
        case ("double", _):
            return content.floatingPoint.map { .double($0) }
        case ("int", _), ("int8", _), ("int16", _), ("int32", _), ("int64", _):
            return content.integer(as: Int64.self).map { .int($0) }
        case ("uint", _), ("uint8", _), ("uint16", _), ("uint32", _), ("uint64", _):
            return content.integer(as: UInt64.self).map { TreeValue(integer: $0) }
        case ("single", _):
            return try inner(content)
        case ("unkeyed", .array(let elements)):
            return try elements.converted(inner).map { .array($0) }
        case ("keyed", .fields(let fields)):
            return try fields.values.converted(inner).map { .fields(TreeFields(keys: fields.keys, values: $0)) }
        default:
            return nil
        }
    }
}
