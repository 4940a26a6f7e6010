import CodingTree
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FlattenedContainer: Codable {
    private enum CodingKeys: String, CodingKey {
        case referenced, root
    }

    /// Writes the container with any coder.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the coder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(referenced.map(PlainValue.init), forKey: .referenced)
        try container.encode(PlainValue(root), forKey: .root)
    }

    /// Reads what `encode(to:)` wrote.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError` when there is something else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        referenced = try container.decode([PlainValue].self, forKey: .referenced).map(\.value)
        root = try container.decode(PlainValue.self, forKey: .root).value
    }
}

/// A value as any coder can write it.
///
/// Arrays, keyed values and scalars are themselves. What formats lack is an object whose key begins with one `#`: a
/// reference `{"#": 0}`, a named type `{"#type": "Name", "#value": …}`, `{"#data": "base64"}`, a floating point number
/// that is no number `{"#double": "nan"}`, a long integer `{"#integer": "…"}`. A user's key that begins with `#` gets another
/// `#` in front. A floating point number with an integral value is a plain number: which it was is told by the type that
/// is decoded.
private struct PlainValue: Codable {
    let value: TreeValue

    init(_ value: TreeValue) {
        self.value = value
    }

    private enum Marker {
        static let reference = "#"
        static let type = "#type"
        static let value = "#value"
        static let data = "#data"
        static let double = "#double"
        static let integer = "#integer"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .wideInteger(let digits): try container.encode([Marker.integer: digits])
        case .double(let value) where value.isFinite: try container.encode(value)
        case .double(let value): try container.encode([Marker.double: "\(value)"])
        case .string(let value): try container.encode(value)
        case .data(let value): try container.encode([Marker.data: value.base64EncodedString()])
        case .array(let elements): try container.encode(elements.map(PlainValue.init))
        case .reference(let number): try container.encode([Marker.reference: number])
        case .typed(let name, let value):
            try container.encode([Marker.type: PlainValue(.string(name)), Marker.value: PlainValue(value)])
        case .fields(let fields):
            // A dictionary, not a keyed container: coders leave the keys of dictionaries as they are.
            var dictionary: [String: PlainValue] = [:]
            for (key, value) in zip(fields.keys.keys, fields.values) {
                dictionary[key.hasPrefix("#") ? "#" + key : key] = PlainValue(value)
            }
            try container.encode(dictionary)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Coders tell kinds apart only by failing; booleans come before numbers because some formats mix them up.
        if container.decodeNil() {
            value = .null
        } else if let string = try? container.decode(String.self) {
            value = .string(string)
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            value = .int(integer)
        } else if let integer = try? container.decode(UInt64.self) {
            value = .uint(integer)
        } else if let double = try? container.decode(Double.self) {
            value = .double(double)
        } else if (try? decoder.unkeyedContainer()) != nil {
            value = .array(try container.decode([PlainValue].self).map(\.value))
        } else {
            let dictionary = try container.decode([String: PlainValue].self).mapValues(\.value)
            guard let value = try Self.marked(dictionary) ?? Self.fields(dictionary) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "An object has keys that begin with # but mean nothing.")
            }
            self.value = value
        }
    }

    private static func fields(_ dictionary: [String: TreeValue]) -> TreeValue? {
        let sorted = dictionary.sorted { $0.key < $1.key }
        guard sorted.allSatisfy({ !$0.key.hasPrefix("#") || $0.key.hasPrefix("##") }) else { return nil }
        let keys = sorted.map { $0.key.hasPrefix("#") ? String($0.key.dropFirst()) : $0.key }
        return .fields(TreeFields(keys: FieldKeys(keys), values: sorted.map(\.value)))
    }

    /// The value that an object stands for, or `nil` when it is an ordinary one.
    private static func marked(_ dictionary: [String: TreeValue]) throws -> TreeValue? {
        if dictionary.count == 2, case .string(let name)? = dictionary[Marker.type],
            let value = dictionary[Marker.value]
        {
            return .typed(name, value)
        }
        guard dictionary.count == 1, let (key, value) = dictionary.first else { return nil }
        switch (key, value) {
        case (Marker.reference, _): return value.integer(as: Int.self).map { .reference($0) }
        case (Marker.integer, .string(let digits)): return .wideInteger(digits)
        case (Marker.double, .string(let text)): return Double(text).map { .double($0) }
        case (Marker.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
        default: return nil
        }
    }
}
