import CodingTree
import GraphCodable

extension DeserializationSession {
    /// The object of a number; made now if it is asked for for the first time.
    func object(_ number: Int, as type: Any.Type, at path: SerializedPath?) throws -> AnyObject {
        guard states.indices.contains(number) else {
            throw SerializableError(
                .malformed, "A reference names object #\(number), which the data does not have. It is damaged.",
                codingPath: CodingPath(path))
        }
        if case .notStarted = states[number], StackBounds.currentAddress() < recursionLimit {
            makeObjectsChildrenFirst(number)
        }
        switch states[number] {
        case .done(let object):
            return object
        case .inProgress:
            throw cycle(number, at: path)
        case .notStarted:
            return try makeObject(number, as: type, at: path)
        }
    }

    private func makeObject(_ number: Int, as type: Any.Type, at path: SerializedPath?) throws -> AnyObject {
        guard case .typed(let name, let content) = objects[number] else {
            throw SerializableError(
                .malformed, "Object #\(number) has no class. The data is damaged.", codingPath: CodingPath(path))
        }
        let found = try self.type(named: name, at: path)
        try check(found, isAcceptableAs: type, at: path)
        guard found is AnyObject.Type else {
            throw SerializableError(
                .malformed, "Object #\(number) is of type \(name), which is no class. The data is damaged.",
                codingPath: CodingPath(path))
        }
        states[number] = .inProgress
        inProgress.append(number)
        defer { inProgress.removeLast() }
        do {
            let decoder = Decoder(session: self, content: content, path: path)
            let value = try make(found, decoder)
            let object = value as AnyObject
            states[number] = .done(object)
            done.keep(object)
            if let value = value as? any RestorableSerializable {
                restorable.append((value, decoder))
            }
            return object
        } catch {
            states[number] = .notStarted
            throw error
        }
    }

    /// Makes an object after the objects to which it refers, without recursion, so that no chain is too long.
    ///
    /// Only registered classes are made. This is an attempt: when something cannot be made in this order, it is left until
    /// it is asked for, and the error, if it is one, is reported there.
    private func makeObjectsChildrenFirst(_ number: Int) {
        var pending: [(number: Int, isExpanded: Bool)] = [(number, false)]
        var waiting: Set<Int> = []
        while let (top, isExpanded) = pending.last {
            guard case .notStarted = states[top], isExpanded || !waiting.contains(top) else {
                pending.removeLast()
                continue
            }
            if isExpanded {
                pending.removeLast()
                waiting.remove(top)
                guard (try? makeObject(top, as: AnyObject.self, at: nil)) != nil else { return }
            } else {
                pending[pending.count - 1].isExpanded = true
                waiting.insert(top)
                findReferences(in: objects[top]) { pending.append(($0, false)) }
            }
        }
    }

    private func findReferences(in tree: TreeValue, _ found: (Int) -> Void) {
        switch tree {
        case .reference(let number):
            if states.indices.contains(number), case .notStarted = states[number] {
                found(number)
            }
        case .array(let elements):
            for element in elements {
                findReferences(in: element, found)
            }
        case .fields(let fields):
            for value in fields.values {
                findReferences(in: value, found)
            }
        case .typed(_, let value):
            findReferences(in: value, found)
        default:
            break
        }
    }

    private func cycle(_ number: Int, at path: SerializedPath?) -> any Error {
        let names = inProgress.drop { $0 != number } + [number]
        let text = names.map { number in
            if case .typed(let name, _) = objects[number] {
                return "\(name) #\(number)"
            }
            return "#\(number)"
        }
        return SerializableError(
            .unresolvableCycle,
            """
            Objects need each other to be initialized: \(text.joined(separator: " → ")). Decode one of these references in \
            restored(with:).
            """,
            codingPath: CodingPath(path))
    }
}
