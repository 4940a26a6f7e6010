import CodingTree
import GraphCodable

/// A place in the instances of a class: the keys that lead to it; all elements of an array are one place.
struct AskedPlace: Hashable {
    let owner: ObjectIdentifier
    var keys: [String]

    init(in owner: any Decodable.Type) {
        self.owner = ObjectIdentifier(owner)
        keys = []
    }

    func appending(_ key: String) -> AskedPlace {
        var place = self
        place.keys.append(key)
        return place
    }

    /// Stands for every index of an array. No key can be mistaken for it: those have no line breaks in practice, and a mistake
    /// would only cost stack.
    static let anyIndex = "\n"
}

extension RestoringSession {
    /// Decodes an object: the one that a number stands for, or one that stands in place.
    func object<Object: Decodable>(
        _ type: Object.Type, from value: TreeValue, at path: CodingKeyPath?, in owner: DecodedOwner?
    ) throws -> Object {
        remember(type, at: path, in: owner)
        guard case .reference(let number) = value else {
            return try make(type, from: value, at: path)
        }
        guard referenced.indices.contains(number) else { throw malformed(number, at: path) }
        if case .notStarted = states[number], StackBounds.currentAddress() < recursionLimit {
            try makeObjectsChildrenFirst(number, as: type)
        }
        return try numbered(type, number, at: path)
    }

    private func numbered<Object: Decodable>(
        _ type: Object.Type, _ number: Int, at path: CodingKeyPath?
    ) throws -> Object {
        switch states[number] {
        case .done(let object):
            if let object = object as? Object {
                return object
            }
            throw wrongClass("\(Swift.type(of: object))", asked: type, at: path)
        case .inProgress:
            throw cycle(number, at: path)
        case .notStarted:
            states[number] = .inProgress
            inProgress.append(number)
            defer { inProgress.removeLast() }
            do {
                let object = try make(type, from: referenced[number], at: path)
                states[number] = .done(object as AnyObject)
                done.keep(object as AnyObject)
                return object
            } catch {
                states[number] = .notStarted
                throw error
            }
        }
    }

    /// Makes an object; one with the name of a class as an instance of that class.
    private func make<Object: Decodable>(
        _ type: Object.Type, from value: TreeValue, at path: CodingKeyPath?
    ) throws -> Object {
        depth += 1
        defer { depth -= 1 }
        try checkDepth(at: path)
        guard case .typed(let name, let content) = value else {
            let owner = DecodedOwner(type: type, path: path)
            return try Object(from: FlatDecoder(session: self, value: value, path: path, owner: owner))
        }
        guard let registered = types.type(named: name) else {
            throw CyclicCodingError(
                .typeNotRegistered,
                "The class \(name) is not registered. Register it with the decoder's RegisteredTypes.",
                codingPath: CodingPath(codingPath(of: path)))
        }
        // The class is checked before anything is made.
        guard let concrete = registered as? Object.Type else { throw wrongClass(name, asked: type, at: path) }
        let owner = DecodedOwner(type: concrete, path: path)
        return try concrete.init(from: FlatDecoder(session: self, value: content, path: path, owner: owner))
    }

    // MARK: Depth

    /// Remembers what was asked for, so that such objects can be made before they are asked for the next time.
    ///
    /// Graphs in which numbered objects hardly refer to others never need that.
    private func remember(_ type: any Decodable.Type, at path: CodingKeyPath?, in owner: DecodedOwner?) {
        guard inProgress.count > 1, let owner else { return }
        var keys: [String] = []
        var node = path
        while let current = node, current !== owner.path {
            keys.append(current.key is IndexKey ? AskedPlace.anyIndex : current.key.stringValue)
            node = current.parent
        }
        var place = AskedPlace(in: owner.type)
        place.keys = keys.reversed()
        asked[place] = type
    }

    /// Makes an object after the objects that it needs, without recursion, so that no chain is too long.
    ///
    /// Only what has been asked for at the same place of the same class before is made: no class is ever instantiated that
    /// nothing asked for. What is left out is made when it is asked for.
    private func makeObjectsChildrenFirst(_ number: Int, as type: any Decodable.Type) throws {
        var pending: [(number: Int, type: any Decodable.Type, isExpanded: Bool)] = [(number, type, false)]
        var waiting: Set<Int> = []
        while let top = pending.last {
            guard case .notStarted = states[top.number], top.isExpanded || !waiting.contains(top.number) else {
                pending.removeLast()
                continue
            }
            if top.isExpanded {
                pending.removeLast()
                waiting.remove(top.number)
                try prepare(top.type, top.number)
            } else {
                pending[pending.count - 1].isExpanded = true
                waiting.insert(top.number)
                findReferences(ofInstance: referenced[top.number], as: top.type) { child, type in
                    pending.append((child, type, false))
                }
            }
        }
    }

    private func prepare<Object: Decodable>(_ type: Object.Type, _ number: Int) throws {
        _ = try numbered(type, number, at: CodingKeyPath(nil, NameKey("#\(number)")))
    }

    private func findReferences(
        ofInstance value: TreeValue, as type: any Decodable.Type, _ found: (Int, any Decodable.Type) -> Void
    ) {
        if case .typed(let name, let content) = value {
            findReferences(in: content, at: AskedPlace(in: types.type(named: name) ?? type), found)
        } else {
            findReferences(in: value, at: AskedPlace(in: type), found)
        }
    }

    private func findReferences(
        in value: TreeValue, at place: AskedPlace, _ found: (Int, any Decodable.Type) -> Void
    ) {
        switch value {
        case .array(let elements):
            let inner = place.appending(AskedPlace.anyIndex)
            for element in elements {
                findReferences(below: element, at: inner, found)
            }
        case .fields(let fields):
            for (key, value) in zip(fields.keys.keys, fields.values) {
                findReferences(below: value, at: place.appending(key), found)
            }
        default:
            findReferences(below: value, at: place, found)
        }
    }

    private func findReferences(
        below value: TreeValue, at place: AskedPlace, _ found: (Int, any Decodable.Type) -> Void
    ) {
        switch value {
        case .reference(let number):
            if referenced.indices.contains(number), case .notStarted = states[number], let type = asked[place] {
                found(number, type)
            }
        case .array, .fields, .typed:
            if let type = asked[place] {
                findReferences(ofInstance: value, as: type, found)
            } else if case .typed = value {
                return
            } else {
                findReferences(in: value, at: place, found)
            }
        default:
            break
        }
    }

    // MARK: Errors

    private func wrongClass(_ found: String, asked: Any.Type, at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .wrongClass,
            """
            There is an object of class \(found) where \(asked) was asked for. If it is asked for as different classes at \
            different places, register its class with the encoder and the decoder.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }

    private static func shortened(_ names: [String]) -> [String] {
        names.count <= 12 ? names : names.prefix(6) + ["…"] + names.suffix(5)
    }

    private func cycle(_ number: Int, at path: CodingKeyPath?) -> any Error {
        let numbers = inProgress.drop { $0 != number }.map { "#\($0)" } + ["#\(number)"]
        let text = """
            Objects need each other to be decoded: \(Self.shortened(numbers).joined(separator: " → ")). Replace one of these \
            references by a WeakCycleBreaker or an UnownedCycleBreaker.
            """
        let keys = codingPath(of: path)
        return DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: keys, debugDescription: text,
                underlyingError: CyclicCodingError(.undecodableCycle, text, codingPath: CodingPath(keys))))
    }
}
