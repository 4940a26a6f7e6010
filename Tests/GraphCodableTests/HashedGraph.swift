import TestSupport

@testable import GraphCodable

/// Random graphs of objects in sets and dictionaries, with all ways to decode them.
///
/// Constants, and sets that are decoded at once, contain only later nodes, so that no cycle is unresolvable. Everything
/// else refers to any nodes.
enum HashedGraph {
    /// What occurs in a graph.
    struct Features: OptionSet, CustomStringConvertible {
        let rawValue: Int
        static let constants = Features(rawValue: 1)
        static let links = Features(rawValue: 2)
        static let friends = Features(rawValue: 4)
        static let hashedFriends = Features(rawValue: 8)
        static let constantSets = Features(rawValue: 16)
        static let sets = Features(rawValue: 32)
        static let dictionaries = Features(rawValue: 64)
        static let boxes = Features(rawValue: 128)
        static let inline = Features(rawValue: 256)
        static let calls = Features(rawValue: 512)
        static let trials = Features(rawValue: 1_024)
        static let all = Features(rawValue: 2_047)

        var description: String { "Features(rawValue: \(rawValue))" }
        var members: [Features] { (0..<11).map { Features(rawValue: 1 << $0) }.filter { contains($0) } }
    }

    /// What happened in a decoding.
    final class Log {
        nonisolated(unsafe) static var current = Log()
        var created: [Weak] = []
        var completed: [Int] = []
        var alive = 0
        struct Weak { weak var node: Node? }

    }

    struct Refusal: Error {}

    /// A value whose initializer refuses it after it has been decoded.
    struct Refused: GDecodable {
        init(from decoder: any GDecoder) throws {
            let _: [Node] = try decoder.decode(for: Pack.Key.nodes)
            let _: Set<Node> = try decoder.decode(for: Pack.Key.set)
            throw Refusal()
        }
    }

    /// A value that holds collections.
    struct Pack: GCodable {
        var nodes: [Node] = []
        var set: Set<Node> = []
        var keys: [Pair: Int] = [:]
        enum Key: String { case nodes, set, keys }
        init() {}
        init(from decoder: any GDecoder) throws {
            nodes = try decoder.decode(for: Key.nodes)
            set = try decoder.decode(for: Key.set)
            keys = try decoder.decode(for: Key.keys)
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(nodes, for: Key.nodes)
            try encoder.encode(set, for: Key.set)
            try encoder.encode(keys, for: Key.keys)
        }
    }

    /// A key that holds an object.
    struct Pair: GCodable, Hashable {
        let node: Node
        let number: Int
        init(_ node: Node, _ number: Int) { (self.node, self.number) = (node, number) }
        init(from decoder: any GDecoder) throws { (node, number) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(node)
            try encoder.encode(number)
        }
    }

    /// A value with an identity.
    struct Box: GCodable, GIdentifiable {
        let id: Int
        var pack: Pack
        var gcodableID: Int? { id }
        init(_ id: Int, _ pack: Pack) { (self.id, self.pack) = (id, pack) }
        init(from decoder: any GDecoder) throws { (id, pack) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(id)
            try encoder.encode(pack)
        }
    }

    /// How a property is decoded that can be set later.
    enum Way: Int, GCodable { case orDefer, later }

    final class Node: GCodable, Hashable, GDecodeCompletion {
        let id: Int
        let isHashedByFriend: Bool
        var ways: [Way]
        var constants: [Node] = []
        var constantSet: Set<Node> = []
        var trial: Pack?
        var links: [Node] = []
        var friend: Node?
        var set: Set<Node> = []
        var dictionary: [Node: Int] = [:]
        var box: Box?
        var pack = Pack()
        var hasCall = false
        /// How often closures were called for this instance.
        var calls: [String: Int] = [:]

        enum Key: String, CaseIterable {
            case id, isHashedByFriend, ways, constants, constantSet, trial, links, friend, set, dictionary, box, pack
            case hasCall
        }

        init(_ id: Int, isHashedByFriend: Bool, _ ways: [Way]) {
            (self.id, self.isHashedByFriend, self.ways) = (id, isHashedByFriend, ways)
            Log.current.alive += 1
        }

        deinit { Log.current.alive -= 1 }

        init(from decoder: any GDecoder) throws {
            id = try decoder.decode(for: Key.id)
            isHashedByFriend = try decoder.decode(for: Key.isHashedByFriend)
            ways = try decoder.decode(for: Key.ways)
            Log.current.alive += 1
            Log.current.created.append(Log.Weak(node: self))
            constants = try decoder.decode(for: Key.constants)
            constantSet = try decoder.decode(for: Key.constantSet)
            if try decoder.contains(Key.trial) {
                _ = try? decoder.decode(for: Key.trial) as Refused
                trial = try decoder.decode(for: Key.trial)
            }
            hasCall = try decoder.decode(for: Key.hasCall)
            try read(decoder, .links, 0) { $0.links = $1 }
            try read(decoder, .friend, 1) { $0.friend = $1 }
            try read(decoder, .set, 2) { $0.set = $1 }
            try read(decoder, .dictionary, 3) { $0.dictionary = $1 }
            try read(decoder, .box, 4) { $0.box = $1 }
            try read(decoder, .pack, 5) { $0.pack = $1 }
            if hasCall {
                try decoder.whenDecoded { self.calls["call", default: 0] += 1 }
            }
        }

        private func read<Value: GDecodable>(
            _ decoder: any GDecoder, _ key: Key, _ way: Int, _ body: @escaping (Node, Value) -> Void
        ) throws {
            switch ways[way] {
            case .orDefer:
                try decoder.decodeOrDefer(for: key, into: self) { (node, value: Value) in
                    node.calls[key.rawValue, default: 0] += 1
                    body(node, value)
                }
            case .later:
                try decoder.deferDecode(for: key) { [unowned self] (value: Value) in
                    self.calls[key.rawValue, default: 0] += 1
                    body(self, value)
                }
            }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(isHashedByFriend, for: Key.isHashedByFriend)
            try encoder.encode(ways, for: Key.ways)
            try encoder.encode(constants, for: Key.constants)
            try encoder.encode(constantSet, for: Key.constantSet)
            try encoder.encodeIfPresent(trial, for: Key.trial)
            try encoder.encode(hasCall, for: Key.hasCall)
            try encoder.encode(links, for: Key.links)
            try encoder.encode(friend, for: Key.friend)
            try encoder.encode(set, for: Key.set)
            try encoder.encode(dictionary, for: Key.dictionary)
            try encoder.encode(box, for: Key.box)
            try encoder.encode(pack, for: Key.pack)
        }

        func didDecode() {
            Log.current.completed.append(id)
            calls["didDecode", default: 0] += 1
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            if isHashedByFriend {
                hasher.combine(friend?.id)
            }
        }

        static func == (left: Node, right: Node) -> Bool {
            left.id == right.id && (!left.isHashedByFriend || left.friend?.id == right.friend?.id)
        }

        func takeApart() {
            // Sets first, while their elements have their hashes.
            (constantSet, set, dictionary, box, pack, trial) = ([], [], [:], nil, Pack(), nil)
            (constants, links, friend) = ([], [], nil)
        }

        /// The properties as text, with the objects' numbers.
        var text: String {
            func list(_ nodes: some Sequence<Node>) -> String { "\(nodes.map(\.id))" }
            func set(_ nodes: some Sequence<Node>) -> String { "\(nodes.map(\.id).sorted())" }
            func text(_ pack: Pack?) -> String {
                guard let pack else { return "-" }
                let keys = pack.keys.map { "\($0.key.node.id) \($0.key.number) \($0.value)" }.sorted()
                return "\(list(pack.nodes)) \(set(pack.set)) \(keys)"
            }
            return """
                \(id): \(list(constants)), \(set(constantSet)), \(text(trial)), \(list(links)), \(friend?.id ?? -1), \
                \(set(self.set)), \(dictionary.map { "\($0.key.id) \($0.value)" }.sorted()), \(box?.id ?? -1), \
                \(text(box?.pack)), \(text(pack)), \(hasCall)
                """
        }

        var neighbors: [Node] {
            var all = constants + Array(constantSet) + links + [friend].compactMap { $0 } + Array(set)
            all += Array(dictionary.keys)
            for pack in [trial, box?.pack, pack].compactMap({ $0 }) {
                all += pack.nodes + Array(pack.set) + pack.keys.keys.map(\.node)
            }
            return all
        }

        /// What is wrong with the collections, which must find their elements.
        var problem: String? {
            var copy = constantSet.union(set)
            for element in constantSet where !constantSet.contains(element) { return "constantSet lost \(element.id)" }
            for element in set where !set.contains(element) { return "set lost \(element.id)" }
            for element in set {
                guard copy.remove(element) != nil else { return "set does not remove \(element.id)" }
            }
            for key in dictionary.keys where dictionary[key] == nil { return "dictionary lost \(key.id)" }
            for pack in [trial, box?.pack, pack].compactMap({ $0 }) {
                for element in pack.set where !pack.set.contains(element) { return "value lost \(element.id)" }
                for key in pack.keys.keys where pack.keys[key] == nil { return "value lost key \(key.node.id)" }
            }
            return nil
        }
    }

    /// Makes a graph. Its nodes must be taken apart.
    static func make(_ seed: UInt64, _ count: Int, _ features: Features) -> [Node] {
        var random = SplitMix64(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let hashing = features.contains(.hashedFriends) ? 50 : 0
        let nodes = (0..<count).map { index in
            Node(
                index, isHashedByFriend: chance(hashing),
                (0..<6).map { _ in chance(60) ? Way.orDefer : .later })
        }
        func some(_ limit: Int, after index: Int = -1) -> [Node] {
            let range = index + 1..<count
            guard !range.isEmpty else { return [] }
            return (0..<Int.random(in: 0...limit, using: &random)).map { _ in
                let end = min(count, range.lowerBound + max(8, count / 4))
                return nodes[Int.random(in: range.lowerBound..<end, using: &random)]
            }
        }
        func anywhere(_ limit: Int) -> [Node] {
            (0..<Int.random(in: 0...limit, using: &random)).map { _ in
                nodes[Int.random(in: 0..<count, using: &random)]
            }
        }
        func pack(_ nodes: [Node]) -> Pack {
            var pack = Pack()
            (pack.nodes, pack.set) = (nodes, Set(nodes))
            for (index, node) in nodes.enumerated() { pack.keys[Pair(node, index)] = index }
            return pack
        }
        for node in nodes {
            if features.contains(.friends), chance(70) { node.friend = anywhere(1).first }
            if features.contains(.constants) { node.constants = some(2, after: node.id) }
            if features.contains(.links) { node.links = anywhere(3) }
            if features.contains(.calls) { node.hasCall = chance(30) }
        }
        var boxes: [Box] = []
        for node in nodes {
            if features.contains(.constantSets) { node.constantSet = Set(some(3, after: node.id)) }
            if features.contains(.sets) { node.set = Set(anywhere(4)) }
            if features.contains(.dictionaries) {
                for (index, key) in anywhere(3).enumerated() { node.dictionary[key] = index }
            }
            if features.contains(.inline) { node.pack = pack(anywhere(3)) }
            if features.contains(.trials), chance(20) { node.trial = pack(some(2, after: node.id)) }
            if features.contains(.boxes), chance(40) {
                if boxes.isEmpty || chance(60) { boxes.append(Box(boxes.count, pack(anywhere(3)))) }
                node.box = boxes[Int.random(in: 0..<boxes.count, using: &random)]
            }
        }
        return nodes
    }

    static func reachable(from root: Node) -> [Int: Node]? {
        var found: [Int: Node] = [root.id: root]
        var pending = [root]
        while let node = pending.popLast() {
            for neighbor in node.neighbors {
                if let known = found[neighbor.id] {
                    guard known === neighbor else { return nil }
                } else {
                    found[neighbor.id] = neighbor
                    pending.append(neighbor)
                }
            }
        }
        return found
    }

    /// Encodes and decodes a graph, and returns what is wrong.
    static func problem(_ seed: UInt64, _ count: Int, _ features: Features) -> String? {
        let outer = Log.current
        Log.current = Log()
        defer { Log.current = outer }
        let nodes = make(seed, count, features)
        defer { nodes.forEach { $0.takeApart() } }
        do {
            let bytes = try GraphEncoder().encode(nodes[0]) as Bytes
            let log = Log()
            let originals = Log.current
            Log.current = log
            defer { Log.current = originals }
            let problem = check(bytes, nodes[0], log, features)
            for node in log.created { node.node?.takeApart() }
            guard problem == nil else { return problem }
            return log.alive == 0 ? nil : "\(log.alive) instances leak"
        } catch {
            return "encoding: \(error)"
        }
    }

    private static func check(_ bytes: Bytes, _ original: Node, _ log: Log, _ features: Features) -> String? {
        let root: Node
        do {
            root = try GraphDecoder().decode(Node.self, from: bytes)
        } catch GraphCodableError.Code.hashChanged where !features.isDisjoint(with: [.constantSets, .trials]) {
            // A constant set of objects that are hashed by what leads back to them cannot be built.
            return features.contains([.hashedFriends, .friends]) ? nil : "hashChanged without a reason"
        } catch {
            return "decoding: \(error)"
        }
        guard let expected = reachable(from: original), let found = reachable(from: root) else {
            return "an object exists twice"
        }
        for (id, node) in expected.sorted(by: { $0.key < $1.key }) {
            guard let copy = found[id] else { return "object \(id) is missing" }
            guard copy.text == node.text else { return "\(copy.text) is not \(node.text)" }
            if let problem = copy.problem { return "object \(id): \(problem)" }
            for key in ["links", "friend", "set", "dictionary", "box", "pack", "didDecode"] {
                let calls = copy.calls[key] ?? 0
                guard calls == 1 else { return "object \(id) was passed \(key) \(calls) times" }
            }
            guard copy.calls["call"] ?? 0 == (node.hasCall ? 1 : 0) else {
                return "object \(id) was not called once"
            }
        }
        guard found.count == expected.count, log.completed.count == found.count else {
            return "there are other objects"
        }
        // What a failed call has left in a cycle of strong references stays, as everywhere in Swift.
        guard log.alive == found.count || features.contains(.trials) else {
            return "\(log.alive) instances exist, not \(found.count)"
        }
        let limit = 6 * found.count
        guard log.created.count <= limit || features.contains(.trials) else {
            return "\(log.created.count) initializers ran"
        }
        return nil
    }

    /// Returns a description of a failure that is as small as possible.
    static func failure(_ seed: UInt64, _ count: Int, _ features: Features) -> String? {
        guard var problem = problem(seed, count, features) else { return nil }
        var (count, features) = (count, features)
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for smaller in [count / 2, count * 3 / 4, count - 1] where smaller > 0 && smaller < count {
                if let found = Self.problem(seed, smaller, features) {
                    (problem, count, isSmaller) = (found, smaller, true)
                    break
                }
            }
            for member in features.members {
                if let found = Self.problem(seed, count, features.subtracting(member)) {
                    (problem, isSmaller) = (found, true)
                    features.subtract(member)
                }
            }
        }
        return "seed \(seed), count \(count), \(features): \(problem)"
    }
}
