import GraphCodable

/// Writes the values of a graph into an archive, as the trees of Docs/format-trees.md.
struct FlatWriter {
    private let values: FlatValues
    private let encoder: GEncoder
    private let composites: UnkeyedWriter
    /// The largest text, in bytes, that is written in the short way.
    private static let shortTextSize = 64
    /// The most bytes that a kind and a short value take.
    private static let shortSize = 128

    init(_ values: FlatValues, to encoder: GEncoder) {
        self.values = values
        self.encoder = encoder
        composites = UnkeyedWriter(TreeValue.self, in: encoder)
    }

    /// Writes a graph as the fields of a composite. The objects get the given key.
    func write(objects: FlatValues.Key = .referenced) throws {
        try encoder.encode(Part(writer: self, content: .list(values.referenced)), for: objects)
        try encoder.encode(Part(writer: self, content: .value(values.root)), for: FlatValues.Key.root)
    }

    private func write(_ position: UInt32) throws {
        let value = values[position]
        switch value.kind {
        case .null:
            let kind = TreeValue.Kind.null.rawValue
            if composites.begin(slotCount: 1, size: Self.shortSize) {
                try kind._encode(into: composites.writer)
            } else {
                try composites.write { try encoder.encode(kind) }
            }
        case .bool: try write(.bool, value.bits != 0)
        case .int: try write(.int, Int64(bitPattern: value.bits))
        case .uint: try write(.uint, value.bits)
        case .double: try write(.double, Double(bitPattern: value.bits))
        case .float: try write(.float, value.float)
        case .reference: try write(.reference, Int(truncatingIfNeeded: value.bits))
        case .string: try write(.string, values.text(value))
        case .wideInteger: try write(.wideInteger, values.text(value))
        case .data: try writeLong(.data, values.data(value))
        case .numbers: try write(values.numbers(value))
        case .array: try writeArray(value)
        case .fields:
            try writeLong(.fields, values.keys(value), Part(writer: self, content: .children(value)))
        case .typed:
            try writeLong(
                .typed, TypeName(name: values.name(value)), Part(writer: self, content: .value(value.first)))
        }
    }

    // MARK: Composites

    /// Writes a value that takes few bytes.
    @inline(__always)
    private func write(_ kind: TreeValue.Kind, _ value: some GEncodable) throws {
        guard composites.begin(slotCount: 2, size: Self.shortSize) else { return try writeLong(kind, value) }
        try kind.rawValue._encode(into: composites.writer)
        try value._encode(into: composites.writer)
    }

    private func write(_ kind: TreeValue.Kind, _ text: String) throws {
        guard text.utf8.count <= Self.shortTextSize, composites.begin(slotCount: 2, size: Self.shortSize) else {
            return try writeLong(kind, text)
        }
        try kind.rawValue._encode(into: composites.writer)
        try text._encode(into: composites.writer)
    }

    private func writeLong(_ kind: TreeValue.Kind, _ value: some GEncodable) throws {
        try composites.write {
            try encoder.encode(kind.rawValue)
            try encoder.encode(value)
        }
    }

    private func writeLong(_ kind: TreeValue.Kind, _ description: some GEncodable, _ part: Part) throws {
        try composites.write {
            try encoder.encode(kind.rawValue)
            try encoder.encode(description)
            try encoder.encode(part)
        }
    }

    // MARK: Arrays

    /// Writes numbers where they are, also if the encoder's options give an identity to arrays: readers do not follow a reference.
    private func write(_ numbers: FlatNumbers) throws {
        let part = Part(writer: self, content: .numbers(numbers))
        guard numbers.count <= Self.shortTextSize / 8 else { return try writeLong(numbers.treeKind, part) }
        try write(numbers.treeKind, part)
    }

    /// Writes an array. An array of only integers, or only floating-point numbers of one width, is written as raw bytes.
    private func writeArray(_ array: FlatValue) throws {
        let kind = array.count > 0 ? values[array.first].kind : .null
        guard kind == .int || kind == .double || kind == .float, isEach(kind, in: array) else {
            return try writeLong(.array, Part(writer: self, content: .children(array)))
        }
        switch kind {
        case .int: try write(.integers(list(array) { Int64(bitPattern: $0.bits) }))
        case .double: try write(.doubles(list(array) { Double(bitPattern: $0.bits) }))
        default: try write(.floats(list(array) { $0.float }))
        }
    }

    private func isEach(_ kind: FlatValue.Kind, in array: FlatValue) -> Bool {
        var result = true
        values.forEach(in: array) { result = result && values[$0].kind == kind }
        return result
    }

    private func list<Number>(_ array: FlatValue, _ number: (FlatValue) -> Number) -> [Number] {
        var list: [Number] = []
        list.reserveCapacity(Int(array.count))
        values.forEach(in: array) { list.append(number(values[$0])) }
        return list
    }

    /// What stands in a slot: a value, or a sequence of values.
    private struct Part: GEncodable {
        enum Content {
            case value(UInt32)
            case children(FlatValue)
            case list(ContiguousArray<UInt32>)
            case numbers(FlatNumbers)
        }

        let writer: FlatWriter
        let content: Content

        func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

        func _encode(into: _GraphWriter) throws {
            switch content {
            case .value(let position):
                try writer.write(position)
            case .children(let container):
                try writeSequence(count: Int(container.count)) {
                    try writer.values.forEach(in: container) { try writer.write($0) }
                }
            case .list(let list):
                try writeSequence(count: list.count) { try list.forEach { try writer.write($0) } }
            case .numbers(.ints(let numbers)): try writer.composites.writeInPlace(numbers)
            case .numbers(.integers(let numbers)): try writer.composites.writeInPlace(numbers)
            case .numbers(.doubles(let numbers)): try writer.composites.writeInPlace(numbers)
            case .numbers(.floats(let numbers)): try writer.composites.writeInPlace(numbers)
            }
        }

        @inline(__always)
        private func writeSequence(count: Int, _ elements: () throws -> Void) throws {
            try writer.composites.writeSequence(
                count: count, elementSize: MemoryLayout<TreeValue>.stride, elements)
        }
    }
}
