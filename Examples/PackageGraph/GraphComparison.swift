/// Compares two graphs object by object: classes, values and shared objects.
///
/// Two graphs have the same identities if their objects can be paired so that wherever one graph refers to an object,
/// the other one refers to its partner. Equal contents are not enough: a copy in place of a shared object would need a
/// partner that is already taken, so it is detected.
struct GraphComparison {
    private var partners: [ObjectIdentifier: ObjectIdentifier] = [:]
    private var partnersBack: [ObjectIdentifier: ObjectIdentifier] = [:]
    /// The pairs whose fields have not been compared yet. This is a list because recursion would overflow the stack.
    private var pending: [(AnyObject, AnyObject)] = []
    private(set) var objectCount = 0

    /// Compares everything that is reachable from two objects.
    ///
    /// - Returns: The number of objects in each graph.
    /// - Throws: ``Difference`` for the first difference.
    @discardableResult
    static func requireSame(_ first: AnyObject, _ second: AnyObject) throws -> Int {
        var comparison = GraphComparison()
        try comparison.pair(first, second)
        while let (first, second) = comparison.pending.popLast() {
            try comparison.compareFields(first, second)
        }
        return comparison.objectCount
    }

    private mutating func pair(_ first: AnyObject, _ second: AnyObject) throws {
        let (id, otherID) = (ObjectIdentifier(first), ObjectIdentifier(second))
        switch (partners[id], partnersBack[otherID]) {
        case (nil, nil):
            partners[id] = otherID
            partnersBack[otherID] = id
            pending.append((first, second))
            objectCount += 1
        case (otherID, id):
            break
        default:
            throw Difference("\(describe(first)) is shared in one graph and not in the other")
        }
    }

    private mutating func compareFields(_ first: AnyObject, _ second: AnyObject) throws {
        guard type(of: first) == type(of: second) else {
            throw Difference("\(describe(first)) has become \(describe(second))")
        }
        let (fields, otherFields) = (Field.fields(of: first), Field.fields(of: second))
        guard fields.count == otherFields.count else {
            throw Difference("\(describe(first)) has \(fields.count) fields here and \(otherFields.count) there")
        }
        for (field, other) in zip(fields, otherFields) {
            switch (field, other) {
            case (.reference(let object?), .reference(let otherObject?)): try pair(object, otherObject)
            case (.reference(nil), .reference(nil)): break
            case (.text(let text), .text(let otherText)) where text == otherText: break
            case (.number(let number), .number(let otherNumber)) where number == otherNumber: break
            default: throw Difference("\(describe(first)) holds \(field) here and \(other) there")
            }
        }
    }

    private func describe(_ object: AnyObject) -> String {
        let name = (object as? Package)?.name ?? (object as? Dependency)?.owner.map { "of \($0.name)" } ?? ""
        return "\(type(of: object)) \(name)"
    }
}

/// A difference between two graphs.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
