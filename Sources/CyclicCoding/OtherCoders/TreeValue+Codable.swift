import GraphCodable

/// Trees as any coder can store them: nil, booleans, numbers, strings, arrays and keyed values. ``MarkerLayout`` has the
/// rest.
extension TreeValue: Codable {
    package func encode(to encoder: any Encoder) throws {
        guard let coding = TreeCodingState.current else {
            return try TreeCodingState.run { _ in try encode(to: encoder) }
        }
        try coding.stack.call { try write(to: encoder) }
    }

    private func write(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value) where value.isFinite: try container.encode(value)
        case .float(let value) where value.isFinite: try container.encode(Self.widened(value))
        case .string(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .fields(let fields):
            // This is a dictionary rather than a keyed container because coders don't convert the keys of dictionaries.
            var dictionary: [String: TreeValue] = [:]
            for (key, value) in zip(fields.keys.keys, fields.values) {
                guard dictionary.updateValue(value, forKey: MarkerLayout.escaped(key)) == nil else {
                    throw CyclicCodingError(
                        .misuse,
                        """
                        A value has the key '\(key)' twice, in two spellings of Unicode. Other coders consider them one key: \
                        rename one of them.
                        """, codingPath: CodingPath(encoder.codingPath))
                }
            }
            try container.encode(dictionary)
        case .wideInteger, .double, .float, .data, .reference, .typed:
            try container.encode(MarkerLayout.marked(self))
        }
    }

    package init(from decoder: any Decoder) throws {
        guard let coding = TreeCodingState.current else {
            self = try TreeCodingState.run(from: decoder) { try $0.tree(from: decoder) }
            return
        }
        self = try coding.tree(from: decoder)
    }
}
