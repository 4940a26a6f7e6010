import Foundation
import GraphCodable

/// Reads the values of a graph from an archive, which has them as the trees of Docs/format-trees.md.
package final class FlatReader {
    private let values = FlatValues()
    private let decoder: GDecoder
    private let composites: UnkeyedReader
    @exclusivity(unchecked) private var lists: [ObjectIdentifier: UInt32] = [:]
    /// The first eight lists, which are not among the others: comparing them takes less than hashing.
    @exclusivity(unchecked) private var firstLists: [(keys: FieldKeys, position: UInt32)] = []
    private static let maximumFirstCount = 8

    package init(_ decoder: GDecoder) {
        self.decoder = decoder
        composites = UnkeyedReader(decoder, slotCounts: TreeValue.Kind.slotCounts)
    }

    /// Reads a graph from the fields of a composite. The objects have the given key.
    package func read(objects: FlatValues.Key = .referenced) throws -> FlatValues {
        do {
            try composites.readSlot(for: objects.rawValue) { _ in try readSequence { values.referenced.append($0) } }
        } catch let error as GraphCodableError where error.code == .keyNotFound {
            throw decoder.error(
                .typeMismatch,
                """
                The archive holds another value where one of encode(codable:), a CodableValue or a FlattenedContainer was expected. \
                Decode it as the type that was encoded.
                """, underlyingError: error)
        }
        values.root = try composites.readSlot(for: FlatValues.Key.root.rawValue) { _ in try readValue() }
        try GraphCodableError.require(
            !values.isFull, or: .limitExceeded, "The archive has more than \(UInt32.max) values of a graph.")
        return values
    }

    /// Reads a value. Nested values must not be references, because traversing values that share others can take
    /// exponential time.
    private func readValue() throws -> UInt32 {
        if let number = try composites.enterComposite(), let kind = TreeValue.Kind(rawValue: number) {
            let position = try readContents(kind, inSlots: false)
            composites.leave()
            return position
        }
        try composites.checkIsInPlace()
        return try composites.readComposite(of: TreeValue.Kind.self) {
            try readContents(try TreeValue.Kind(from: decoder), inSlots: true)
        }
    }

    /// Reads what follows the kind.
    private func readContents(_ kind: TreeValue.Kind, inSlots: Bool) throws -> UInt32 {
        switch kind {
        case .null: return values.add(FlatValue(.null))
        case .bool: return values.add(FlatValue(try next(inSlots) as Bool))
        case .int: return values.add(FlatValue(try next(inSlots) as Int64))
        case .uint: return values.add(FlatValue(.uint, try next(inSlots) as UInt64))
        case .double: return values.add(FlatValue(try next(inSlots) as Double))
        case .float: return values.add(FlatValue(try next(inSlots) as Float))
        case .reference:
            return values.add(FlatValue(.reference, UInt64(bitPattern: Int64(try next(inSlots) as Int))))
        case .string:
            let text: String = try next(inSlots)
            return values.add(text, costOfHashing: try decoder.chargeHashing(of: text))
        case .wideInteger: return values.add(try TreeValue.checked(digits: next(inSlots)), as: .wideInteger)
        case .data:
            let data: Data = try next(inSlots)
            try decoder.chargeComparing(byteCount: data.count)
            return values.add(data)
        case .integers:
            return try nested(inSlots) {
                values.add(try composites.readInts().map { .ints($0) } ?? .integers(try composites.readIntegers()))
            }
        case .doubles: return values.add(.doubles(try nested(inSlots) { try composites.readDoubles() }))
        case .floats: return values.add(.floats(try nested(inSlots) { try composites.readFloats() }))
        case .array:
            let array = values.add(FlatValue(.array))
            try nested(inSlots) { try readSequence { values.append($0, to: array) } }
            return array
        case .fields:
            return try readFields(try next(inSlots), inSlots: inSlots)
        case .typed:
            let type: TypeName = try next(inSlots)
            try decoder.chargeHashing(of: type.name)
            return values.add(try nested(inSlots) { try readValue() }, typed: type.name)
        }
    }

    private func readFields(_ keys: FieldKeys, inSlots: Bool) throws -> UInt32 {
        if keys.cost > 0 { try decoder.charge(keys.cost) }
        let fields = values.add(FlatValue(.fields))
        values[fields].keys = position(of: keys)
        try nested(inSlots) { try readSequence { values.append($0, to: fields) } }
        try TreeValue.checkCounts(keys: keys, valueCount: Int(values[fields].count))
        return fields
    }

    private func position(of keys: FieldKeys) -> UInt32 {
        for list in firstLists where list.keys === keys {
            return list.position
        }
        if let position = lists[ObjectIdentifier(keys)] {
            return position
        }
        let position = values.add(keys)
        if firstLists.count < Self.maximumFirstCount {
            firstLists.append((keys, position))
        } else {
            lists[ObjectIdentifier(keys)] = position
        }
        return position
    }

    @inline(__always)
    private func readSequence(_ use: (UInt32) -> Void) throws {
        let count = try composites.enterSequence(
            of: [TreeValue].self, elementSize: MemoryLayout<TreeValue>.stride)
        for _ in 0..<count {
            use(try readValue())
        }
        composites.leave()
    }

    @inline(__always)
    private func next<Value: GDecodable>(_ inSlots: Bool) throws -> Value {
        inSlots ? try decoder.decode() : try Value._decode(from: composites.reader)
    }

    @inline(__always)
    private func nested<Value>(_ inSlots: Bool, _ read: () throws -> Value) throws -> Value {
        inSlots ? try composites.readSlot { _ in try read() } : try read()
    }
}
