import Testing

@testable import GraphCodable

/// One row of the table of types: how a type is written, and a check that its edge values come back.
struct TypeCase {
    let name: String
    /// What the values are in an archive, in the order of the values, without repetition.
    let forms: [String]
    let note: String
    let failures: [String]
    /// The types that an archive names when it holds a value as `Any`, alone and in other types.
    let names: [GraphArchiveSummary.ArchivedType]

    /// - Parameters:
    ///   - name: The type's name in the table.
    ///   - values: Edge values.
    ///   - note: What else is to be said.
    ///   - areSame: Whether a decoded value is the encoded one; by default that they are equal.
    init<Value: GCodable>(
        _ name: String, _ values: [Value], note: String = "", areSame: (Value, Value) -> Bool
    ) {
        var forms: [String] = []
        var failures: [String] = []
        for value in values {
            do {
                let bytes = try GraphEncoder().encode(value) as Bytes
                let form = ValueDescription.kind(of: bytes[ArchiveFormat.headerSize])
                if !forms.contains(form) {
                    forms.append(form)
                }
                try Self.check(value, areSame, &failures)
            } catch {
                failures.append("\(name) \(value): \(error)")
            }
        }
        // A literal may have been taken for a value of another type than the row's.
        let typeName = _typeName(Value.self, qualified: false)
        let lastWord = name.split(separator: ".").last.map(String.init) ?? name
        if !typeName.drop(while: { $0 == "_" }).hasPrefix(lastWord),
            !["Array of numbers", "RawRepresentable", "OptionSet"].contains(name)
        {
            failures.append("The row \(name) has values of type \(typeName)")
        }
        self.name = name
        self.forms = forms
        self.note = note
        self.failures = failures
        let nested = AnyValues(values.prefix(1).flatMap { [$0, [$0], PlainBox($0)] as [Any] })
        names = (try? GraphArchive(GraphEncoder().encode(nested) as Bytes).summary.types) ?? []
    }

    init<Value: GCodable & Equatable>(_ name: String, _ values: [Value], note: String = "") {
        self.init(name, values, note: note, areSame: ==)
    }

    /// Takes a value there and back alone and inside of other values.
    private static func check<Value: GCodable>(
        _ value: Value, _ areSame: (Value, Value) -> Bool, _ failures: inout [String]
    ) throws {
        func copy<Whole: GCodable>(_ whole: Whole) throws -> Whole {
            try GraphDecoder().decode(Whole.self, from: GraphEncoder().encode(whole) as Bytes)
        }
        func expect(_ copies: [Value?], _ count: Int, _ place: String) {
            guard copies.count == count, copies.allSatisfy({ $0.map { areSame($0, value) } ?? false }) else {
                failures.append("\(Value.self) \(value) came back from \(place) as \(copies)")
                return
            }
        }
        expect([try copy(value)], 1, "the root")
        expect(try copy([value, value, value]), 3, "an array")
        expect([try copy(Optional(value))], 1, "an optional")
        expect(try copy([value, nil] as [Value?]).dropLast(), 1, "an array of optionals")
        expect([try copy(["key": value])["key"]], 1, "a dictionary")
        // As documented, a present optional that is nil becomes an absent one.
        if !(Value.self is any ExpressibleByNilLiteral.Type) {
            let conditional = try copy(ConditionalBox(value))
            expect([conditional.first, conditional.second, conditional.third], 3, "conditional calls")
        }
        let nested: [Value???] = [.some(.some(.some(value))), .some(.some(nil)), .some(nil), nil]
        let nestedCopy = try copy(nested)
        expect([nestedCopy[0]??.flatMap { $0 }], 1, "nested optionals")
        let depths = nestedCopy.map { outer in
            outer == nil ? 0 : outer! == nil ? 1 : outer!! == nil ? 2 : 3
        }
        if depths != [3, 2, 1, 0] {
            failures.append("Nested optionals of \(Value.self) came back with the depths \(depths)")
        }
    }

    /// Encodes a value by the calls for values that may be absent or archived elsewhere.
    private struct ConditionalBox<Value: GCodable>: GCodable {
        private enum Key: String { case first, second }
        let (first, second, third): (Value?, Value?, Value?)

        init(_ value: Value) { (first, second, third) = (value, value, value) }

        init(from decoder: GDecoder) throws {
            first = try decoder.decode(for: Key.first)
            second = try decoder.decodeIfPresent(for: Key.second)
            third = try decoder.decode()
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(first, for: Key.first)
            try encoder.encodeIfPresent(second, for: Key.second)
            try encoder.encodeConditional(third)
        }
    }

    /// Whether a line is the row of the table for this type, and maybe for others.
    func isDescribed(by line: Substring) -> Bool {
        line.hasPrefix("| `") && line.contains("`\(name)`")
            && line.hasSuffix("` | \(forms.joined(separator: " or ")) | \(note) |")
    }
}
