import GraphCodable

/// What fields are decoded into.
protocol FieldOwner: AnyObject {
    var trial: Trial { get }
    func set(_ index: Int, _ value: any FieldType)
}

/// Archives a field in the way that its style says.
struct FieldCoder {
    let field: Plan.Field
    let key: FieldKey
    let decoder: any GDecoder

    // MARK: Encoding

    static func encode<Value: FieldType>(
        _ value: Value, _ style: Plan.Style, _ key: FieldKey, _ encoder: any GEncoder
    ) throws {
        if let weak = value as? WeakNode {
            try encoder.encodeConditional(weak.node, for: key)
        } else if let unowned = value as? UnownedNode {
            try encoder.encodeConditional(unowned.node, for: key)
        } else if let one = value as? AnyValue {
            try encoder.encode(any: one.value, for: key)
        } else if let many = value as? AnyValues {
            try encoder.encode(any: many.values, for: key)
        } else if style == .ifPresent {
            try encoder.encodeIfPresent(value, for: key)
        } else {
            try encoder.encode(value, for: key)
        }
    }

    // MARK: Decoding at once

    /// The value of a field that needs it at once.
    func value() throws -> any FieldType {
        if field.style == .wrongThenPlain, let value = wrong() { return value }
        return try value(FieldTypes.types[field.type])
    }

    private func value<Value: FieldType>(_ type: Value.Type) throws -> any FieldType {
        if type == WeakNode.self { return WeakNode(try decoder.decode(for: key)) }
        if type == UnownedNode.self { return UnownedNode(try decoder.decode(for: key) as Node) }
        if type == AnyValue.self { return AnyValue(try decoder.decode(any: (any Marked)?.self, for: key)) }
        if type == AnyValues.self { return AnyValues(try decoder.decode(any: [any Marked].self, for: key)) }
        if field.style == .ifPresent {
            // An absent value is not one of these.
            guard let value = try decoder.decodeIfPresent(for: key) as Value? else {
                return Value.make(.list([]), GraphMaker(Trial(.empty)))
            }
            return value
        }
        return try decoder.decode(for: key) as Value
    }

    /// Asks for another type. If it can be had, because nothing is there, that is the value.
    private func wrong() -> (any FieldType)? {
        func isThere<Wrong: GDecodable>(as type: Wrong.Type) -> Bool {
            (try? decoder.decode(for: key) as Wrong) != nil
        }
        func open<Value: FieldType>(_ type: Value.Type) -> (any FieldType)? {
            if type == WeakNode.self || type == UnownedNode.self { return nil }
            let wrong: any GDecodable.Type = type.wrongType
            return isThere(as: wrong) ? Value.make(.list([]), GraphMaker(Trial(.empty))) : nil
        }
        return open(FieldTypes.types[field.type])
    }

    // MARK: Decoding into an object

    func decode(into node: some FieldOwner, _ index: Int) throws {
        switch field.style {
        case .plain, .ifPresent, .wrongThenPlain: node.set(index, try value())
        case .wrongThenOrDefer:
            if let value = wrong() {
                node.set(index, value)
            } else {
                try orDefer(FieldTypes.types[field.type], node, index)
            }
        case .orDefer: try orDefer(FieldTypes.types[field.type], node, index)
        case .deferred: try later(FieldTypes.types[field.type]) { node.set(index, $0) }
        case .whenDecoded:
            var waiting: (any FieldType)?
            try later(FieldTypes.types[field.type]) { waiting = $0 }
            try decoder.whenDecoded {
                if let waiting {
                    node.set(index, waiting)
                } else {
                    node.trial.complain("whenDecoded was called before a closure that was deferred before it")
                }
            }
        case .plainThenDeferred:
            if let value = try? value(FieldTypes.types[field.type]) {
                node.set(index, value)
            } else {
                try later(FieldTypes.types[field.type]) { node.set(index, $0) }
            }
        }
    }

    private func orDefer<Value: FieldType>(_ type: Value.Type, _ node: some FieldOwner, _ index: Int) throws {
        if type == WeakNode.self {
            try decoder.decodeOrDefer(for: key, into: node) { $0.set(index, WeakNode($1)) }
        } else if type == UnownedNode.self {
            try decoder.decodeOrDefer(for: key, into: node) { (node, value: Node) in node.set(index, UnownedNode(value))
            }
        } else if type == AnyValue.self {
            try decoder.decodeOrDefer(any: (any Marked)?.self, for: key, into: node) { $0.set(index, AnyValue($1)) }
        } else if type == AnyValues.self {
            try decoder.decodeOrDefer(any: [any Marked].self, for: key, into: node) { $0.set(index, AnyValues($1)) }
        } else {
            try decoder.decodeOrDefer(for: key, into: node) { (node, value: Value) in node.set(index, value) }
        }
    }

    private func later<Value: FieldType>(_ type: Value.Type, _ body: @escaping (any FieldType) -> Void) throws {
        if type == WeakNode.self {
            try decoder.deferDecode(for: key) { body(WeakNode($0)) }
        } else if type == UnownedNode.self {
            try decoder.deferDecode(for: key) { (node: Node) in body(UnownedNode(node)) }
        } else {
            try decoder.deferDecode(for: key) { (value: Value) in body(value) }
        }
    }
}
