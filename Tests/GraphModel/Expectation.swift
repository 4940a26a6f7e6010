import GraphCodable

/// What the documentation promises for a plan: that it loads, or with which error it may fail.
struct Expectation {
    /// What is archived.
    let archived: Set<Int>
    /// Initializers that need each other: `unresolvableCycle` must be thrown.
    private(set) var hasInitializerCycle = false
    /// An unowned reference whose target is not archived.
    private(set) var hasLostTarget = false
    /// A set or dictionary that leads back to its owner, and cannot be built after what its elements are hashed by.
    private(set) var mayChangeHashes = false
    /// Elements that are equal until a call of `whenDecoded` sets what they are equal by.
    private(set) var mayHaveEqualElements = false
    /// Whether initializers may run again.
    let tries: Bool
    let referenceCount: Int
    /// Whether the archive of the copy has the same bytes.
    private(set) var givesSameBytes = true

    private let plan: Plan
    private let components: [Int]
    /// Which vertices are values with collections.
    private let isCollection: [Bool]

    init(_ plan: Plan) {
        self.plan = plan
        isCollection = plan.collections
        let archived = plan.archived
        self.archived = archived
        tries = archived.contains { plan.vertices[$0].fields.contains { $0.style.tries } }
        var needs = [[Int]](repeating: [], count: plan.vertices.count)
        var all = needs
        var count = 0
        for vertex in archived {
            for field in plan.vertices[vertex].fields {
                let targets = field.value.references.filter { archived.contains($0) }
                count += targets.count
                all[vertex] += targets
                if field.style.needsValue || !plan.vertices[vertex].kind.isObject { needs[vertex] += targets }
                if Contents.isWeak(field.type), targets.isEmpty, !field.value.references.isEmpty {
                    givesSameBytes = false
                }
                if Contents.types[field.type] == UnownedNode.self, targets.isEmpty { hasLostTarget = true }
                if field.value.largestCollection > 1 { givesSameBytes = false }
            }
            if plan.vertices[vertex].kind == .retired { givesSameBytes = false }
        }
        if plan.root.largestCollection > 1 { givesSameBytes = false }
        referenceCount = count
        let cycles = Components(needs)
        hasInitializerCycle = archived.contains { cycles.isCyclic($0) }
        components = Components(all).numbers
        findChangingHashes()
    }

    // MARK: Hashes

    /// What objects a value hashes, and which of its collections hash.
    private struct Hashed {
        /// The objects that are hashed if the value is.
        var byItself: Set<Int> = []
        /// The objects that its own collections hash.
        var byCollections: Set<Int> = []
    }

    /// The objects that each field's collections hash; those of the root are at the end.
    private func hashedObjects() -> [[Set<Int>]] {
        var known: [Int: Hashed] = [:]
        func hashed(_ number: Int) -> Hashed {
            if let result = known[number] { return result }
            guard !plan.vertices[number].kind.isObject else { return Hashed(byItself: [number]) }
            var result = Hashed()
            for field in plan.vertices[number].fields {
                field.value.references.forEach { result.byItself.formUnion(hashed($0).byItself) }
                result.byCollections.formUnion(byCollections(of: field.value))
            }
            known[number] = result
            return result
        }
        func byCollections(of value: Term) -> Set<Int> {
            var result: Set<Int> = []
            value.forEachReference { target, isHashed in
                let other = hashed(target)
                result.formUnion(other.byCollections)
                if isHashed { result.formUnion(other.byItself) }
            }
            return result
        }
        return plan.vertices.indices.map { number in
            guard archived.contains(number) else { return [] }
            return plan.vertices[number].fields.map { byCollections(of: $0.value) }
        } + [[byCollections(of: plan.root)]]
    }

    private mutating func findChangingHashes() {
        let hashed = hashedObjects()
        // What is called last comes after the hashed collections.
        let late = hashed.joined().joined().filter { waiting($0) == .untilTheEnd }
        mayChangeHashes = !late.isEmpty
        mayHaveEqualElements = late.contains { if case .text = plan.vertices[$0].hashing { true } else { false } }
        for vertex in archived where !mayChangeHashes {
            for (field, elements) in zip(plan.vertices[vertex].fields, hashed[vertex]) {
                let buildsEarly = field.style.buildsEarly && plan.vertices[vertex].kind.isObject
                mayChangeHashes =
                    mayChangeHashes
                    || elements.contains {
                        components[$0] == components[vertex] && waiting($0) == .forObjects
                            && (buildsEarly || isHashedByCollection($0))
                    }
            }
        }
    }

    /// Whether an object is hashed by a field with a collection.
    ///
    /// In a cycle, the collection that contains the object may have to be built before that one: an archive does not say which
    /// sequences are sets, so the decoder cannot always know what each of them needs.
    private func isHashedByCollection(_ number: Int) -> Bool {
        guard case .field(let index) = plan.vertices[number].hashing else { return false }
        let value = plan.vertices[number].fields[index].value
        return value.hasCollection || value.references.contains { isCollection[$0] }
    }

    private enum Waiting { case no, forObjects, untilTheEnd }

    /// Whether what an object is hashed by may be set after its initializer.
    private func waiting(_ number: Int) -> Waiting {
        let vertex = plan.vertices[number]
        switch vertex.hashing {
        case .identity, .number: return .no
        case .field(let index), .text(let index):
            let field = vertex.fields[index]
            if field.style == .whenDecoded { return .untilTheEnd }
            return field.style.needsValue || field.value.references.isEmpty ? .no : .forObjects
        }
    }
}

/// The strongly connected components of a graph (Kosaraju), without recursion.
struct Components {
    /// The component of each vertex.
    private(set) var numbers: [Int]
    private var sizes: [Int: Int] = [:]
    private let targets: [[Int]]

    init(_ targets: [[Int]]) {
        self.targets = targets
        var order: [Int] = []
        var isSeen = [Bool](repeating: false, count: targets.count)
        for start in targets.indices where !isSeen[start] {
            var stack = [(vertex: start, next: 0)]
            isSeen[start] = true
            while let (vertex, next) = stack.last {
                if next < targets[vertex].count {
                    stack[stack.count - 1].next += 1
                    let target = targets[vertex][next]
                    if !isSeen[target] {
                        isSeen[target] = true
                        stack.append((target, 0))
                    }
                } else {
                    order.append(vertex)
                    stack.removeLast()
                }
            }
        }
        var sources = [[Int]](repeating: [], count: targets.count)
        for (vertex, list) in targets.enumerated() {
            for target in list { sources[target].append(vertex) }
        }
        numbers = Array(repeating: -1, count: targets.count)
        for start in order.reversed() where numbers[start] < 0 {
            var pending = [start]
            numbers[start] = start
            while let vertex = pending.popLast() {
                sizes[start, default: 0] += 1
                for source in sources[vertex] where numbers[source] < 0 {
                    numbers[source] = start
                    pending.append(source)
                }
            }
        }
    }

    /// Whether a vertex can be reached from itself.
    func isCyclic(_ vertex: Int) -> Bool {
        sizes[numbers[vertex], default: 0] > 1 || targets[vertex].contains(vertex)
    }
}
