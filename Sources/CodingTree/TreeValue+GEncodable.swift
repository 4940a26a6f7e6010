import GraphCodable

extension TreeValue: GEncodable {
    /// Encodes the kind and the content as unkeyed values.
    package func encode(to encoder: GEncoder) throws {
        func encode<Content: GEncodable>(_ kind: Kind, _ content: Content) throws {
            try encoder.encode(kind.rawValue)
            try encoder.encode(content)
        }
        switch self {
        case .null: try encoder.encode(Kind.null.rawValue)
        case .bool(let value): try encode(.bool, value)
        case .int(let value): try encode(.int, value)
        case .uint(let value): try encode(.uint, value)
        case .wideInteger(let digits): try encode(.wideInteger, digits)
        case .double(let value): try encode(.double, value)
        case .float(let value): try encode(.float, value)
        case .string(let value): try encode(.string, value)
        case .data(let value): try encode(.data, value)
        case .array(let elements): try Self.encode(elements, to: encoder)
        case .fields(let fields):
            try encode(.fields, fields.keys)
            try encoder.encode(fields.values)
        case .reference(let number): try encode(.reference, number)
        case .typed(let name, let value):
            try encode(.typed, TypeName(name: name))
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
}
