import CodingTree
import GraphCodable

/// Decides which objects get a number, checks that the graph can be decoded, and joins the trees.
struct GraphFlattener {
    /// The maximum depth of values and objects that are stored in place.
    ///
    /// A longer chain of objects with single references is split by giving one of them a number. Many coders refuse
    /// values that are nested deeper than a few hundred levels, or crash.
    private static let maximumInlineDepth = 64

    private let session: FlatteningSession
    private let root: TreeValue
    /// For each object, the number of references to it, and the depth of one of them.
    private var counts: [Int]
    private var levels: [Int]
    /// For each object, its number in the container; -1 for an object that is stored in place.
    private var numbers: [Int]
    /// For each object, the objects that must be decoded before it.
    private var needed: [[Int]]

    init(session: FlatteningSession, root: TreeValue) {
        self.session = session
        self.root = root
        let count = session.objects.count
        counts = Array(repeating: 0, count: count)
        levels = Array(repeating: 0, count: count)
        numbers = Array(repeating: -1, count: count)
        needed = Array(repeating: [], count: count)
    }

    mutating func flatten() throws -> FlattenedContainer {
        try countReferences(in: root, of: nil, level: 0)
        for place in session.queue {
            try countReferences(in: session.objects[place].tree, of: place, level: 0)
        }
        try checkCycles()
        let numbered = numberObjects()
        let referenced = try numbered.map { try finish(session.objects[$0].tree) }
        return FlattenedContainer(referenced: referenced, root: try finish(root))
    }

    // MARK: Counting

    private mutating func countReferences(in tree: TreeValue, of referrer: Int?, level: Int) throws {
        switch tree {
        case .array(let elements):
            try session.stack.call {
                for element in elements { try countReferences(in: element, of: referrer, level: level + 1) }
            }
        case .fields(let fields):
            try session.stack.call {
                for value in fields.values { try countReferences(in: value, of: referrer, level: level + 1) }
            }
        case .typed(_, let value):
            try countReferences(in: value, of: referrer, level: level)
        case .reference(let number):
            let reference = MetReference(number: number)
            // A conditional reference to an object that nothing else encodes becomes nil.
            guard session.objects[reference.place].isQueued else { return }
            counts[reference.place] += 1
            levels[reference.place] = level + 1
            if reference.strength != .breaking, let referrer {
                needed[referrer].append(reference.place)
            }
        default:
            break
        }
    }

    /// Gives numbers to objects with several references, and to others where a chain gets too long.
    private mutating func numberObjects() -> [Int] {
        var numbered: [Int] = []
        // An object follows the one with the first reference to it, so the level of that one is known.
        for place in session.queue {
            let outer = session.objects[place].referrer.map { levels[$0] } ?? 0
            let level = outer + levels[place]
            if counts[place] == 1, level <= Self.maximumInlineDepth {
                levels[place] = level
            } else {
                levels[place] = 0
                numbers[place] = numbered.count
                numbered.append(place)
            }
        }
        return numbered
    }

    // MARK: Trees

    private func finish(_ tree: TreeValue) throws -> TreeValue {
        switch tree {
        case .array(let elements):
            return try session.stack.call { .array(try elements.map(finish)) }
        case .fields(let fields):
            return try session.stack.call {
                .fields(TreeFields(keys: fields.keys, values: try fields.values.map(finish)))
            }
        case .typed(let name, let value):
            return .typed(name, try finish(value))
        case .reference(let number):
            let place = MetReference(number: number).place
            guard session.objects[place].isQueued else { return .null }
            return numbers[place] < 0 ? try finish(session.objects[place].tree) : .reference(numbers[place])
        default:
            return tree
        }
    }

    // MARK: Cycles

    private enum Visit {
        case notStarted, inProgress, done
    }

    /// Searches for a cycle without a cycle breaker, depth first and without recursion.
    private func checkCycles() throws {
        var visits = Array(repeating: Visit.notStarted, count: session.objects.count)
        var path: [(place: Int, next: Int)] = []
        for start in session.queue where visits[start] == .notStarted {
            visits[start] = .inProgress
            path.append((start, 0))
            while let last = path.last {
                guard last.next < needed[last.place].count else {
                    visits[last.place] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = needed[last.place][last.next]
                switch visits[target] {
                case .done:
                    break
                case .notStarted:
                    visits[target] = .inProgress
                    path.append((target, 0))
                case .inProgress:
                    throw undecodableCycle(path.map(\.place).drop { $0 != target })
                }
            }
        }
    }

    /// Returns the error for a cycle: each object refers to the next one, and the last to the first.
    private func undecodableCycle(_ cycle: ArraySlice<Int>) -> any Error {
        guard let first = cycle.first else {
            return CyclicCodingError(.undecodableCycle, "Objects need each other to be decoded.")
        }
        var names: [String] = []
        var keys: [any CodingKey] = []
        for (place, target) in zip(cycle, cycle.dropFirst() + [first]) {
            let step = (try? path(to: target, in: session.objects[place].tree, from: nil))??.keys ?? []
            keys += step
            names.append("\(CodingPath(step, root: className(of: place)))")
        }
        let text = """
            An object needs itself to be decoded: \(Self.shortened(names).joined(separator: " → ")) → \
            \(className(of: first)). Replace one of these references by a WeakCycleBreaker or an UnownedCycleBreaker.
            """
        let path = session.keys(to: first) + keys
        return EncodingError.invalidValue(
            session.objects[first].object,
            EncodingError.Context(
                codingPath: path, debugDescription: text,
                underlyingError: CyclicCodingError(.undecodableCycle, text, codingPath: CodingPath(path))))
    }

    private func className(of place: Int) -> String {
        "\(type(of: session.objects[place].object))"
    }

    private static func shortened(_ names: [String]) -> [String] {
        names.count <= 12 ? names : names.prefix(6) + ["…"] + names.suffix(5)
    }

    private func path(to place: Int, in tree: TreeValue, from start: CodingKeyPath?) throws -> CodingKeyPath?? {
        switch tree {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                let path = CodingKeyPath(start, IndexKey(index))
                if let found = try session.stack.call({ try self.path(to: place, in: element, from: path) }) {
                    return found
                }
            }
        case .fields(let fields):
            for (key, value) in zip(fields.keys.keys, fields.values) {
                let path = CodingKeyPath(start, NameKey(key))
                if let found = try session.stack.call({ try self.path(to: place, in: value, from: path) }) {
                    return found
                }
            }
        case .typed(_, let value):
            return try path(to: place, in: value, from: start)
        case .reference(let number):
            let reference = MetReference(number: number)
            if reference.place == place, reference.strength != .breaking {
                return .some(start)
            }
        default:
            break
        }
        return nil
    }
}
