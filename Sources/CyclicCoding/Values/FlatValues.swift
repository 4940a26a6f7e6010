import Foundation
import GraphCodable

/// All values of a graph in one list, which coders write to and read from without an allocation for each value.
///
/// An array, or a value with fields, refers to its first and last child, and each child to the next one. So the program can fill
/// several containers in turns. Nothing refers to the first value of the list.
///
/// Only one thread uses an instance at a time. Accesses to its variables need no check for exclusivity, because none of the
/// program's code runs during an access.
package final class FlatValues {
    /// The keys of an archive: `referenced` or `objects`, and `root`.
    package enum Key: String {
        case objects, referenced, root
    }

    @exclusivity(unchecked) private var values = PlainBuffer<FlatValue>()
    @exclusivity(unchecked) private(set) var texts: ContiguousArray<String> = []
    @exclusivity(unchecked) private(set) var data: ContiguousArray<Data> = []
    @exclusivity(unchecked) private(set) var numbers: ContiguousArray<FlatNumbers> = []
    @exclusivity(unchecked) private(set) var keyLists: ContiguousArray<FieldKeys> = []
    /// The cost of hashing the texts that have many combining marks, by their position.
    @exclusivity(unchecked) private var costlyTexts: [UInt32: Int] = [:]
    /// The cost of hashing all keys of a list, by its position, as far as it was needed.
    @exclusivity(unchecked) private var costsOfKeys: ContiguousArray<Int?> = []
    /// The positions of the numbered objects, in the order in which they were first encountered.
    @exclusivity(unchecked) var referenced: ContiguousArray<UInt32> = []
    @exclusivity(unchecked) var root: UInt32 = 0
    /// Whether there are more values than the list can have.
    @exclusivity(unchecked) private(set) var isFull = false

    init() {
        values.append(FlatValue(.null))
    }

    subscript(position: UInt32) -> FlatValue {
        @inline(__always) get { values[Int(position)] }
        @inline(__always) set { values[Int(position)] = newValue }
    }

    // MARK: Adding

    /// Adds a value that is in no container yet. Returns its position.
    @inline(__always)
    func add(_ value: FlatValue) -> UInt32 {
        guard UInt(bitPattern: values.count) < UInt(UInt32.max) else {
            isFull = true
            return 0
        }
        values.append(value)
        return UInt32(truncatingIfNeeded: values.count &- 1)
    }

    func add(_ text: String, as kind: FlatValue.Kind = .string) -> UInt32 {
        add(FlatValue(kind, position(of: text)))
    }

    /// Adds a text that was read, with the cost of hashing it.
    func add(_ text: String, costOfHashing cost: Int) -> UInt32 {
        let position = position(of: text)
        // Without marks, the cost is in proportion to the size.
        if cost > text.utf8.count.multipliedClamped(by: 4) {
            costlyTexts[UInt32(truncatingIfNeeded: position)] = cost
        }
        return add(FlatValue(.string, position))
    }

    func add(_ bytes: Data) -> UInt32 {
        data.append(bytes)
        return add(FlatValue(.data, UInt64(data.count - 1)))
    }

    func add<Integer: FixedWidthInteger>(integer: Integer) -> UInt32 {
        if let signed = Int64(exactly: integer) {
            return add(FlatValue(signed))
        }
        if let unsigned = UInt64(exactly: integer) {
            return add(FlatValue(.uint, unsigned))
        }
        return add(String(integer), as: .wideInteger)
    }

    /// Adds an array of numbers. An empty one becomes an array of values, because it has numbers of no kind.
    func add(_ array: FlatNumbers) -> UInt32 {
        guard array.count > 0 else { return add(FlatValue(.array)) }
        numbers.append(array)
        return add(FlatValue(.numbers, UInt64(numbers.count - 1)))
    }

    /// Adds the name of the type of a value.
    func add(_ value: UInt32, typed name: String) -> UInt32 {
        add(FlatValue(.typed, FlatValue.pair(UInt32(truncatingIfNeeded: position(of: name)), value)))
    }

    private func position(of text: String) -> UInt64 {
        texts.append(text)
        return UInt64(texts.count &- 1)
    }

    func add(_ keys: FieldKeys) -> UInt32 {
        keyLists.append(keys)
        return UInt32(truncatingIfNeeded: keyLists.count - 1)
    }

    // MARK: Containers

    /// Adds a value to the end of an array or of fields.
    @inline(__always)
    func append(_ child: UInt32, to parent: UInt32) {
        let container = self[parent]
        if container.count > 0 {
            values[Int(container.last)].next = child
        }
        values[Int(parent)].bits = FlatValue.pair(child, container.count == 0 ? child : container.first)
        values[Int(parent)].count &+= 1
    }

    /// Replaces the value of a field.
    ///
    /// - Parameters:
    ///   - old: The value to replace.
    ///   - previous: The value before it, if there is one.
    ///   - parent: The value with the fields.
    ///   - child: The new value.
    func replace(_ old: UInt32, after previous: UInt32?, of parent: UInt32, by child: UInt32) {
        let container = self[parent]
        self[child].next = self[old].next
        if let previous {
            self[previous].next = child
        }
        self[parent].bits = FlatValue.pair(
            old == container.last ? child : container.last, previous == nil ? child : container.first)
    }

    /// Moves the contents of a value to another one. The source has no fields afterwards.
    func move(_ source: UInt32, to target: UInt32) {
        let (next, isNested) = (self[target].next, self[target].isNested)
        self[target] = self[source]
        (self[target].next, self[target].isNested) = (next, isNested)
        self[source] = FlatValue(.fields)
    }

    /// Makes an array of numbers one to which any value can be added.
    func expandNumbers(_ position: UInt32) {
        guard self[position].kind == .numbers else { return }
        let numbers = numbers(self[position])
        move(add(FlatValue(.array)), to: position)
        for index in 0..<numbers.count { append(add(numbers[index]), to: position) }
    }

    /// Returns the position of a value in an array or in fields.
    func position(at index: Int, of container: FlatValue) -> UInt32 {
        var position = container.first
        for _ in 0..<index {
            position = self[position].next
        }
        return position
    }

    /// Calls a closure with the position of each value in an array or in fields.
    @inline(__always)
    func forEach(in container: FlatValue, _ body: (UInt32) throws -> Void) rethrows {
        var position = container.first
        for _ in 0..<container.count {
            let next = self[position].next
            try body(position)
            position = next
        }
    }

    // MARK: Contents

    func text(_ value: FlatValue) -> String { texts[Int(value.first)] }
    func data(_ value: FlatValue) -> Data { data[Int(value.first)] }
    func numbers(_ value: FlatValue) -> FlatNumbers { numbers[Int(value.first)] }
    func keys(_ value: FlatValue) -> FieldKeys { value.count == 0 ? .empty : keyLists[Int(value.keys)] }
    func name(_ value: FlatValue) -> String { texts[Int(value.last)] }

    /// The cost of hashing a text, if it has many combining marks.
    @inline(__always)
    func costOfMarks(_ text: FlatValue) -> Int {
        costlyTexts.isEmpty ? 0 : costlyTexts[text.first] ?? 0
    }

    /// The cost of hashing all keys of fields once.
    func costOfKeys(_ fields: FlatValue) -> Int {
        guard fields.count > 0 else { return 0 }
        if costsOfKeys.count < keyLists.count {
            costsOfKeys += repeatElement(nil, count: keyLists.count - costsOfKeys.count)
        }
        let list = Int(fields.keys)
        if let known = costsOfKeys[list] { return known }
        let cost = keyLists[list].keys.reduce(0) { $0.addingClamped($1.costOfHashing) }
        costsOfKeys[list] = cost
        return cost
    }

    /// The value without its type name.
    func untyped(_ value: FlatValue) -> FlatValue {
        var value = value
        while value.kind == .typed {
            value = self[value.first]
        }
        return value
    }

    /// Returns the value as an integer, or `nil` if it is not a number or the type cannot represent it.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ value: FlatValue) -> Integer? {
        switch value.kind {
        case .int: Integer(exactly: Int64(bitPattern: value.bits))
        case .uint: Integer(exactly: value.bits)
        default: leaf(value).integer(as: Integer.self)
        }
    }

    /// The number of steps that passing this value to the program takes, without its nested values and its bytes.
    func ownSize(_ value: FlatValue) -> Int {
        switch value.kind {
        // This includes the 16 bytes of memory that each text of an array takes.
        case .array: Int(value.count) / 4
        case .fields: Int(value.count) / 16
        case .numbers: numbers(value).count / 16
        default: 0
        }
    }

    /// The number of values, of which an array of numbers is one.
    var count: Int { values.count - 1 }

    /// The number of values, with those of arrays of numbers.
    var totalCount: Int { numbers.reduce(count) { $0 + $1.count } }

    /// The number of values, plus the ``ownSize(_:)`` of each, and one for every 16 bytes of a key.
    var size: Int {
        let size = (1..<UInt32(truncatingIfNeeded: values.count)).reduce(0) { size, position in
            let value = self[position]
            return size + 1 + ownSize(value) + (value.kind == .numbers ? numbers(value).count : 0)
        }
        return keyLists.reduce(size) { $1.keys.reduce($0) { $0 + $1.utf8.count / 16 } }
    }

    /// The number of steps for the bytes of all texts and data: those that are stored, and those of further values that share them.
    var sizeOfBytes: (stored: Int, shared: Int) {
        var addresses: Set<UnsafeRawPointer> = []
        var (stored, shared) = (0, 0)
        func add(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 16, let address = bytes.baseAddress else { return }
            if addresses.insert(address).inserted {
                stored += bytes.count / 16
            } else {
                shared += bytes.count / 16
            }
        }
        for text in texts where text.utf8.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
            stored += text.utf8.count / 16
        }
        for data in data { data.withUnsafeBytes { add($0) } }
        return (stored, shared)
    }
}
