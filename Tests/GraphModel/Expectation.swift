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
    /// Whether initializers may run again.
    let tries: Bool
    let referenceCount: Int
    /// Whether the archive of the copy has the same bytes.
    private(set) var givesSameBytes = true
    /// Whether an older program's classes are archived.
    private(set) var hasOlderClasses = false

    private let plan: Plan
    private let components: [Int]

    init(_ plan: Plan) {
        self.plan = plan
        let archived = plan.archived
        self.archived = archived
        tries = plan.tries
        var needs = [[Int]](repeating: [], count: plan.vertices.count)
        var all = needs
        var count = 0
        for vertex in archived {
            for field in plan.vertices[vertex].fields {
                let targets = field.value.references.filter { archived.contains($0) }
                count += targets.count
                all[vertex] += targets
                if field.style.needsValue || !plan.vertices[vertex].kind.isObject { needs[vertex] += targets }
                if FieldTypes.isWeak(field.type), targets.isEmpty, !field.value.references.isEmpty {
                    givesSameBytes = false
                }
                if FieldTypes.types[field.type] == UnownedNode.self, targets.isEmpty { hasLostTarget = true }
                if field.value.largestCollection > 1 { givesSameBytes = false }
            }
            if plan.vertices[vertex].kind.changesArchive { givesSameBytes = false }
            if plan.vertices[vertex].kind.changesArchive, plan.vertices[vertex].kind != .retired {
                hasOlderClasses = true
            }
        }
        if plan.root.largestCollection > 1 { givesSameBytes = false }
        referenceCount = count
        let cycles = Components(needs)
        hasInitializerCycle = archived.contains { cycles.isCyclic($0) }
        components = Components(all).numbers
        findChangingHashes()
    }

    // MARK: The order of didDecode

    /// What is wrong with an order of calls: an object must come after those to which it leads by unconditional references,
    /// unless they lead back.
    func orderProblem(of calls: [Int]) -> Problem? {
        guard calls.count > 1 else { return nil }
        var places = [Int](repeating: -1, count: plan.vertices.count)
        for (place, vertex) in calls.enumerated() { places[vertex] = place }
        let targets = plan.vertices.map { vertex in
            vertex.fields.flatMap { FieldTypes.isWeak($0.type) ? [] : $0.value.references }
        }
        let components = Components(targets)
        // For each component, the last call in it, and the last one in those to which it leads.
        var last = [Int](repeating: -1, count: targets.count)
        var below = last
        for vertex in components.order.reversed() {
            let component = components.numbers[vertex]
            last[component] = max(last[component], places[vertex])
            for other in targets[vertex].map({ components.numbers[$0] }) where other != component {
                below[component] = max(below[component], last[other], below[other])
            }
        }
        for vertex in calls where below[components.numbers[vertex]] > places[vertex] {
            let place = below[components.numbers[vertex]]
            return Problem("didDecode was called out of order", "v\(vertex) before v\(calls[place])")
        }
        return nil
    }

    // MARK: Hashes

    /// Something that happens during decoding: an object or a value is made, or a field that waits is set.
    private struct Event {
        var needs: Set<Int> = []
        /// The objects that collections hash when this happens.
        var hashed: Set<Int> = []
    }

    /// What a value hashes if it is hashed: an object, or the objects in a value.
    private func hashedObjects(_ references: [Int]) -> Set<Int> {
        var result: Set<Int> = []
        var seen: Set<Int> = []
        var pending = references
        while let number = pending.popLast() {
            guard seen.insert(number).inserted else { continue }
            if plan.vertices[number].kind.isObject {
                result.insert(number)
            } else {
                pending += plan.vertices[number].fields.flatMap { $0.value.references }
            }
        }
        return result
    }

    /// What the collections in a value hash.
    private func hashedObjects(inCollectionsOf value: PlanValue) -> Set<Int> {
        var result: Set<Int> = []
        var seen: Set<Int> = []
        var pending = [value]
        while let value = pending.popLast() {
            value.forEachReference { target, isHashed in
                if isHashed { result.formUnion(hashedObjects([target])) }
                if !plan.vertices[target].kind.isObject, seen.insert(target).inserted {
                    pending += plan.vertices[target].fields.map(\.value)
                }
            }
        }
        return result
    }

    private mutating func findChangingHashes() {
        // The events of vertices, of the fields that wait, and of the root.
        var events = [Event](repeating: Event(), count: plan.vertices.count)
        var fields: [Int: [Int: Int]] = [:]
        func add(_ value: PlanValue, to event: Int) {
            value.forEachReference { target, isHashed in
                guard archived.contains(target) else { return }
                events[event].needs.insert(target)
                if isHashed { events[event].hashed.formUnion(hashedObjects([target])) }
            }
        }
        for vertex in archived {
            for (index, field) in plan.vertices[vertex].fields.enumerated() {
                if plan.vertices[vertex].kind.isObject, !field.style.needsValue {
                    // A migration sets all of them together.
                    let isMigrated = plan.vertices[vertex].kind.isMigrated
                    let event = isMigrated ? fields[vertex]?.values.first ?? events.count : events.count
                    fields[vertex, default: [:]][index] = event
                    if event == events.count { events.append(Event(needs: [vertex])) }
                    add(field.value, to: event)
                }
                if !plan.vertices[vertex].kind.isObject || field.style.needsValue {
                    add(field.value, to: vertex)
                }
            }
        }
        events.append(Event())
        add(plan.root, to: events.count - 1)

        // What is called last comes after the hashed collections.
        let late = events.reduce(into: Set<Int>()) { $0.formUnion($1.hashed) }.filter { waiting($0) == .untilTheEnd }
        mayChangeHashes = !late.isEmpty

        // A collection comes after all that its elements have deferred: nobody knows by what they are hashed.
        let order = Components(
            events.map { event in
                Array(event.needs) + event.hashed.flatMap { fields[$0].map { Array($0.values) } ?? [] }
            }
        ).numbers
        for (number, event) in events.enumerated() {
            for element in event.hashed {
                guard let index = hashField(element), let other = fields[element]?[index] else { continue }
                if order[number] == order[other] { mayChangeHashes = true }
            }
        }
        // An initializer builds its collection although an element leads back to it.
        for vertex in archived where plan.vertices[vertex].kind.isObject {
            for field in plan.vertices[vertex].fields where field.style.buildsEarly {
                for element in hashedObjects(inCollectionsOf: field.value)
                where components[element] == components[vertex] && waiting(element) == .forObjects {
                    mayChangeHashes = true
                }
            }
        }
    }

    private func hashField(_ number: Int) -> Int? {
        switch plan.vertices[number].hashing {
        case .identity, .number: nil
        case .field(let index), .text(let index): index
        }
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
            if field.style.needsValue { return .no }
            // A migration sets all that has been deferred together.
            let others = vertex.kind.isMigrated ? vertex.fields.filter { !$0.style.needsValue } : [field]
            return others.allSatisfy(\.value.references.isEmpty) ? .no : .forObjects
        }
    }
}

/// The strongly connected components of a graph (Kosaraju), without recursion.
struct Components {
    /// The component of each vertex.
    private(set) var numbers: [Int]
    /// The vertices, component by component: first those from which others can be reached.
    private(set) var order: [Int] = []
    private var sizes: [Int: Int] = [:]
    private let targets: [[Int]]

    init(_ targets: [[Int]]) {
        self.targets = targets
        var finished: [Int] = []
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
                    finished.append(vertex)
                    stack.removeLast()
                }
            }
        }
        var sources = [[Int]](repeating: [], count: targets.count)
        for (vertex, list) in targets.enumerated() {
            for target in list { sources[target].append(vertex) }
        }
        numbers = Array(repeating: -1, count: targets.count)
        for start in finished.reversed() where numbers[start] < 0 {
            var pending = [start]
            numbers[start] = start
            while let vertex = pending.popLast() {
                sizes[start, default: 0] += 1
                order.append(vertex)
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
