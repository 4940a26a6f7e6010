import Foundation
import GraphCodable

/// The representation of a flattened container in formats that only have numbers, strings, arrays and keyed values.
///
/// Arrays, keyed values and scalars represent themselves. Anything else is an object with a key that begins with a
/// single `#`: a reference `{"#": 0}`, a named type `{"#type": "Name", "#value": …}`, `{"#data": "base64"}`, a
/// floating-point number that is not finite `{"#double": "nan"}`, a wide integer `{"#integer": "…"}`. A user's key that
/// begins with `#` gets another `#` as a prefix. A floating-point number with an integral value is a plain number: the
/// requested type determines how it is decoded.
struct MarkerLayout {
    let stack: GrowingStack

    private static let reference = "#"
    private static let type = "#type"
    private static let value = "#value"
    private static let data = "#data"
    private static let double = "#double"
    private static let integer = "#integer"

    // Bytes are compared, because a mark such as U+0301 makes another character of a #.
    private static func beginsWithMark(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "#") }

    // MARK: Writing

    /// Returns the escaped form of a user's key.
    static func escaped(_ key: String) -> String {
        beginsWithMark(key) ? "#" + key : key
    }

    /// Returns the object that represents a value which the formats lack.
    static func marked(_ tree: TreeValue) -> [String: TreeValue] {
        switch tree {
        case .wideInteger(let digits): [integer: .string(digits)]
        case .double(let value): [double: .string(value.isNaN ? "nan" : "\(value)")]
        case .float(let value): [double: .string(value.isNaN ? "nan" : "\(value)")]
        case .data(let value): [data: .string(value.base64EncodedString())]
        case .reference(let number): [reference: .int(Int64(number))]
        case .typed(let name, let content): [type: .string(name), value: content]
        case .null, .bool, .int, .uint, .string, .array, .fields: [:]
        }
    }

    // MARK: Reading

    /// Returns the container, or `nil` if keys that begin with `#` have no meaning.
    func container(objects: [TreeValue], root: TreeValue) throws -> FlattenedContainer? {
        guard let objects = try objects.converted(tree), let root = try tree(root) else { return nil }
        return FlattenedContainer(referenced: objects, root: root)
    }

    private func tree(_ value: TreeValue) throws -> TreeValue? {
        switch value {
        case .array(let elements): try stack.call { try elements.converted(tree).map { .array($0) } }
        case .fields(let fields): try stack.call { try tree(fields) }
        default: value
        }
    }

    private func tree(_ fields: TreeFields) throws -> TreeValue? {
        guard fields.keys.keys.contains(where: Self.beginsWithMark) else {
            return try fields.values.converted(tree).map { .fields(TreeFields(keys: fields.keys, values: $0)) }
        }
        if let key = fields.keys.keys.first(where: { Self.beginsWithMark($0) && !$0.utf8.starts(with: "##".utf8) }) {
            return try unmarked(fields, key)
        }
        let keys = fields.keys.keys.map {
            Self.beginsWithMark($0) ? String($0.unicodeScalars.dropFirst()) : $0
        }
        return try fields.values.converted(tree).map { .fields(TreeFields(keys: FieldKeys(keys), values: $0)) }
    }

    /// Returns the value that an object with markers represents.
    private func unmarked(_ fields: TreeFields, _ key: String) throws -> TreeValue? {
        if fields.values.count == 2, case .string(let name)? = fields[Self.type], let content = fields[Self.value] {
            return try tree(content).map { .typed(name, $0) }
        }
        guard fields.values.count == 1, let content = fields[key] else { return nil }
        switch (key, content) {
        case (Self.reference, _): return content.integer(as: Int.self).map { .reference($0) }
        case (Self.integer, .string(let digits)) where TreeValue.isInteger(digits):
            return .wideInteger(digits)
        case (Self.double, .string(let text)) where ["nan", "inf", "-inf"].contains(text):
            return Double(text).map { .double($0) }
        case (Self.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
        default: return nil
        }
    }
}

extension [TreeValue] {
    /// Returns the values in another layout, or `nil` if one of them has none there.
    func converted(_ convert: (TreeValue) throws -> TreeValue?) rethrows -> [TreeValue]? {
        var trees: [TreeValue] = []
        trees.reserveCapacity(count)
        for value in self {
            guard let tree = try convert(value) else { return nil }
            trees.append(tree)
        }
        return trees
    }
}
