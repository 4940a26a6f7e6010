import GraphCodable

extension TreeValue: GEncodable {
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
}
