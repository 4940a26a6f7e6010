#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GraphCodable

extension TreeValue: GCodable {
    /// The kind of a node. An archived node consists of this number and the node's content, all without keys.
    package enum Kind: UInt8 {
        case null, bool, int, uint, wideInteger, double, string, data, array, fields, reference, typed
        case integers, doubles, float, floats

        /// The number of slots of a node of this kind.
        package var slotCount: Int {
            switch self {
            case .null: 1
            case .fields, .typed: 3
            default: 2
            }
        }

        /// Decodes a kind.
        package init(from decoder: GDecoder) throws {
            let number: UInt8 = try decoder.decode()
            guard let kind = Kind(rawValue: number) else {
                throw GraphCodableError(
                    .malformed,
                    "A value is of the unknown kind \(number). The archive is damaged, or of a later release.")
            }
            self = kind
        }
    }

    /// Encodes the kind and the content as unkeyed values.
    package func encode(to encoder: GEncoder) throws {
        switch self {
        case .null:
            try encoder.encode(Kind.null.rawValue)
        case .bool(let value):
            try encoder.encode(Kind.bool.rawValue)
            try encoder.encode(value)
        case .int(let value):
            try encoder.encode(Kind.int.rawValue)
            try encoder.encode(value)
        case .uint(let value):
            try encoder.encode(Kind.uint.rawValue)
            try encoder.encode(value)
        case .wideInteger(let digits):
            try encoder.encode(Kind.wideInteger.rawValue)
            try encoder.encode(digits)
        case .double(let value):
            try encoder.encode(Kind.double.rawValue)
            try encoder.encode(value)
        case .float(let value):
            try encoder.encode(Kind.float.rawValue)
            try encoder.encode(value)
        case .string(let value):
            try encoder.encode(Kind.string.rawValue)
            try encoder.encode(value)
        case .data(let value):
            try encoder.encode(Kind.data.rawValue)
            try encoder.encode(value)
        case .array(let elements):
            try Self.encode(elements, to: encoder)
        case .fields(let fields):
            try encoder.encode(Kind.fields.rawValue)
            try encoder.encode(fields.keys)
            try encoder.encode(fields.values)
        case .reference(let number):
            try encoder.encode(Kind.reference.rawValue)
            try encoder.encode(number)
        case .typed(let name, let value):
            try encoder.encode(Kind.typed.rawValue)
            try encoder.encode(TypeName(name: name))
            try encoder.encode(value)
        }
    }

    /// Encodes an array. An array of only integers, or only floating-point numbers of one width, is encoded as raw
    /// bytes.
    private static func encode(_ elements: [TreeValue], to encoder: GEncoder) throws {
        switch elements.first {
        case .int:
            let integers = elements.compactMap { if case .int(let value) = $0 { value } else { nil } }
            if integers.count == elements.count {
                try encoder.encode(Kind.integers.rawValue)
                return try encoder.encode(integers)
            }
        case .double:
            let doubles = elements.compactMap { if case .double(let value) = $0 { value } else { nil } }
            if doubles.count == elements.count {
                try encoder.encode(Kind.doubles.rawValue)
                return try encoder.encode(doubles)
            }
        case .float:
            let floats = elements.compactMap { if case .float(let value) = $0 { value } else { nil } }
            if floats.count == elements.count {
                try encoder.encode(Kind.floats.rawValue)
                return try encoder.encode(floats)
            }
        default:
            break
        }
        try encoder.encode(Kind.array.rawValue)
        try encoder.encode(elements)
    }

    /// Decodes the kind and the content.
    ///
    /// Nested values must not be references, because traversing values that share others can take exponential time.
    package init(from decoder: GDecoder) throws {
        switch try Kind(from: decoder) {
        case .null: self = .null
        case .bool: self = .bool(try decoder.decode())
        case .int: self = .int(try decoder.decode())
        case .uint: self = .uint(try decoder.decode())
        case .wideInteger: self = .wideInteger(try Self.checked(digits: decoder.decode()))
        case .double: self = .double(try decoder.decode())
        case .float: self = .float(try decoder.decode())
        case .string:
            let text: String = try decoder.decode()
            try decoder.chargeHashing(of: text)
            self = .string(text)
        case .data:
            let data: Data = try decoder.decode()
            try decoder.chargeComparing(byteCount: data.count)
            self = .data(data)
        case .array: self = .array(try Self.decodeList(decoder))
        case .reference: self = .reference(try decoder.decode())
        case .integers: self = .array((try decoder.decode() as InPlaceValue<[Int64]>).value.map { .int($0) })
        case .doubles: self = .array((try decoder.decode() as InPlaceValue<[Double]>).value.map { .double($0) })
        case .floats: self = .array((try decoder.decode() as InPlaceValue<[Float]>).value.map { .float($0) })
        case .fields:
            let keys: FieldKeys = try decoder.decode()
            try decoder.charge(keys.cost)
            let values = try Self.decodeList(decoder)
            try Self.checkCounts(keys: keys, valueCount: values.count)
            self = .fields(TreeFields(keys: keys, values: values))
        case .typed:
            let type: TypeName = try decoder.decode()
            try decoder.chargeHashing(of: type.name)
            self = .typed(type.name, (try decoder.decode() as InPlaceValue<TreeValue>).value)
        }
    }

    /// Returns the digits of an integer, or throws an error if no type has that many.
    package static func checked(digits: String) throws -> String {
        guard digits.utf8.count <= maximumDigitCount else {
            throw GraphCodableError(
                .malformed,
                """
                An integer has \(digits.utf8.count) digits, but the widest type has \(maximumDigitCount) with its sign. The archive \
                is damaged.
                """)
        }
        return digits
    }

    /// Throws an error if there are not as many values as keys.
    package static func checkCounts(keys: FieldKeys, valueCount: Int) throws {
        guard keys.keys.count == valueCount else {
            throw GraphCodableError(
                .malformed, "A value has \(keys.keys.count) keys but \(valueCount) values. The archive is damaged.")
        }
    }

    private static func decodeList(_ decoder: GDecoder) throws -> [TreeValue] {
        (try decoder.decode() as InPlaceValue<[InPlaceValue<TreeValue>]>).value.map(\.value)
    }

    /// Decodes the list of object contents stored for a key.
    package static func decodeObjects(
        _ decoder: GDecoder, for key: some RawRepresentable<String>
    ) throws -> [TreeValue] {
        (try decoder.decode(for: key) as InPlaceValue<[InPlaceValue<TreeValue>]>).value.map(\.value)
    }

    /// Decodes the root value stored for a key.
    package static func decodeRoot(_ decoder: GDecoder, for key: some RawRepresentable<String>) throws -> TreeValue {
        (try decoder.decode(for: key) as InPlaceValue<TreeValue>).value
    }
}

extension FieldKeys: GCodable, GInheritance {
    /// The archive doesn't name the class, so policies that allow only certain types don't need to allow this one.
    package var disableInheritance: Bool { true }

    /// Encodes the keys.
    package func encode(to encoder: GEncoder) throws {
        try encoder.encode(keys)
    }

    /// Decodes the keys.
    package convenience init(from decoder: GDecoder) throws {
        let keys: [String] = try decoder.decode()
        // The list or its texts may stand behind references, and each list of keys has a table of its own.
        try decoder.charge(keys.count.multipliedClamped(by: Self.costOfKey))
        self.init(keys, cost: try keys.reduce(0) { $0.addingClamped(try decoder.chargeHashing(of: $1)) })
    }
}

/// The name of a type, archived once no matter how many values have it.
package struct TypeName: GCodable, GIdentifiable {
    package let name: String

    package var gcodableID: String? { name }

    package init(name: String) {
        self.name = name
    }

    package init(from decoder: GDecoder) throws {
        name = try decoder.decode()
    }

    package func encode(to encoder: GEncoder) throws {
        try encoder.encode(name)
    }
}
