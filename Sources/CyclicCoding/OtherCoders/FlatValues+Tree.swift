import GraphCodable

extension FlatValues {
    /// Adds the values of trees.
    ///
    /// - Parameter policy: Determines whether deep recursion may continue on another stack.
    convenience init(objects: [TreeValue], root: TreeValue, _ policy: GraphDecodingPolicy) throws {
        self.init()
        let stack = Self.stack(policy)
        for object in objects {
            referenced.append(try add(object, stack))
        }
        self.root = try add(root, stack)
    }

    /// Writes trees as the fields of a composite.
    package static func encode(_ objects: [TreeValue], root: TreeValue, for key: Key, to encoder: GEncoder) throws {
        try FlatWriter(FlatValues(objects: objects, root: root, encoder.policy), to: encoder).write(objects: key)
    }

    package func trees(_ policy: GraphDecodingPolicy) throws -> (objects: [TreeValue], root: TreeValue) {
        let stack = Self.stack(policy)
        return (try referenced.map { try tree(at: $0, stack) }, try tree(at: root, stack))
    }

    private static func stack(_ policy: GraphDecodingPolicy) -> GrowingStack {
        let stack = GrowingStack(isSwitching: policy.switchesStacks)
        stack.begin()
        return stack
    }

    private func add(_ tree: TreeValue, _ stack: GrowingStack) throws -> UInt32 {
        switch tree {
        case .null: return add(FlatValue(.null))
        case .bool(let value): return add(FlatValue(value))
        case .int(let value): return add(FlatValue(value))
        case .uint(let value): return add(FlatValue(.uint, value))
        case .wideInteger(let digits): return add(digits, as: .wideInteger)
        case .double(let value): return add(FlatValue(value))
        case .float(let value): return add(FlatValue(value))
        case .string(let text): return add(text, costOfHashing: text.costOfHashing)
        case .data(let bytes): return add(bytes)
        case .reference(let number): return add(FlatValue(.reference, UInt64(bitPattern: Int64(number))))
        case .typed(let name, let value):
            return try stack.call { add(try add(value, stack), typed: name) }
        case .array(let elements):
            return try stack.call { try add(elements, to: add(FlatValue(.array)), stack) }
        case .fields(let fields):
            let position = add(FlatValue(.fields))
            self[position].keys = add(fields.keys)
            return try stack.call { try add(fields.values, to: position, stack) }
        }
    }

    private func add(_ children: [TreeValue], to parent: UInt32, _ stack: GrowingStack) throws -> UInt32 {
        for child in children {
            append(try add(child, stack), to: parent)
        }
        return parent
    }

    private func tree(at position: UInt32, _ stack: GrowingStack) throws -> TreeValue {
        let value = self[position]
        switch value.kind {
        case .typed: return .typed(name(value), try stack.call { try tree(at: value.first, stack) })
        case .numbers: return .array(trees(numbers(value)))
        case .array: return .array(try stack.call { try trees(in: value, stack) })
        case .fields:
            return .fields(TreeFields(keys: keys(value), values: try stack.call { try trees(in: value, stack) }))
        default: return leaf(value)
        }
    }

    /// Returns a value without what is inside it as a tree.
    func leaf(_ value: FlatValue) -> TreeValue {
        switch value.kind {
        case .null: .null
        case .bool: .bool(value.bits != 0)
        case .int: .int(Int64(bitPattern: value.bits))
        case .uint: .uint(value.bits)
        case .wideInteger: .wideInteger(text(value))
        case .double: .double(Double(bitPattern: value.bits))
        case .float: .float(value.float)
        case .string: .string(text(value))
        case .data: .data(data(value))
        case .reference: .reference(Int(truncatingIfNeeded: value.bits))
        case .typed: .typed(name(value), .null)
        case .array, .numbers: .array([])
        case .fields: .fields(TreeFields(keys: .empty, values: []))
        }
    }

    private func trees(in container: FlatValue, _ stack: GrowingStack) throws -> [TreeValue] {
        var trees: [TreeValue] = []
        trees.reserveCapacity(Int(container.count))
        try forEach(in: container) { trees.append(try tree(at: $0, stack)) }
        return trees
    }

    private func trees(_ numbers: FlatNumbers) -> [TreeValue] {
        switch numbers {
        case .ints(let values): values.map { .int(Int64($0)) }
        case .integers(let values): values.map { .int($0) }
        case .doubles(let values): values.map { .double($0) }
        case .floats(let values): values.map { .float($0) }
        }
    }
}
