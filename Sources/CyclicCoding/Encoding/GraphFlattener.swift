import GraphCodable

/// Decides which objects get a number, checks that the graph can be decoded, and joins the trees.
struct GraphFlattener {
    /// The maximum depth of values and objects that are stored in place.
    ///
    /// A longer chain of objects with single references is split by giving one of them a number, and so is one that leads to a
    /// deep value. Many coders refuse values that are nested deeper than a few hundred levels, or crash.
    private static let maximumInlineDepth = 64

    let session: FlatteningSession
    let values: FlatValues
    /// For each object, the number of references to it, the depth of one of them, and that of its own value.
    private var counts: [Int]
    private var levels: [Int]
    private var depths: [Int]
    /// The greatest depth that counting the references in a value has reached.
    private var deepest = 0
    /// For each object, its number in the container; -1 for an object that is stored in place.
    private var numbers: [Int]
    /// The objects that must be decoded before others, and for each object its part of this list.
    private(set) var needed: [Int] = []
    private(set) var neededRanges: [Range<Int>]
    private var references: [UInt32] = []

    init(session: FlatteningSession) {
        self.session = session
        values = session.values
        let count = session.objects.count
        counts = Array(repeating: 0, count: count)
        levels = Array(repeating: 0, count: count)
        depths = levels
        numbers = Array(repeating: -1, count: count)
        neededRanges = Array(repeating: 0..<0, count: count)
    }

    /// Replaces the references by numbers or by the contents of objects.
    mutating func flatten() throws {
        session.keys.list(allIn: values)
        guard !session.objects.isEmpty else { return }
        try countReferences(in: values.root, isNeeded: false, level: 0)
        for place in session.queue {
            let start = needed.count
            deepest = 0
            try countReferences(in: session.objects[place].position, isNeeded: true, level: 0)
            depths[place] = deepest
            neededRanges[place] = start..<needed.count
        }
        try checkCycles()
        let numbered = numberObjects()
        try nameClasses()
        for position in references {
            resolve(position)
        }
        values.referenced = ContiguousArray(numbered.map { session.objects[$0].position })
    }

    // MARK: Counting

    /// Counts the references in a value.
    ///
    /// - Parameter isNeeded: Whether the value belongs to an object, which needs what it refers to.
    private mutating func countReferences(in position: UInt32, isNeeded: Bool, level: Int) throws {
        let value = values[position]
        switch value.kind {
        case .fields, .array:
            deepest = max(deepest, level + 1)
            // Most values are neither: a call for each of them would slow down all encoding.
            var next = value.first
            for _ in 0..<value.count {
                let position = next
                next = values[position].next
                switch values[position].kind {
                case .reference:
                    countReference(at: position, isNeeded: isNeeded, level: level + 1)
                case .fields, .array:
                    try session.stack.call {
                        try countReferences(in: position, isNeeded: isNeeded, level: level + 1)
                    }
                default: break
                }
            }
        case .reference:
            countReference(at: position, isNeeded: isNeeded, level: level)
        default:
            break
        }
    }

    private mutating func countReference(at position: UInt32, isNeeded: Bool, level: Int) {
        let reference = UnresolvedReference(bits: values[position].bits)
        references.append(position)
        // A conditional reference to an object that nothing else encodes becomes nil.
        guard session.objects[reference.place].isQueued else { return }
        counts[reference.place] += 1
        levels[reference.place] = level + 1
        if reference.strength != .breaking, isNeeded {
            needed.append(reference.place)
        }
    }

    /// Gives numbers to objects with several references, and to others where a chain or a value in it gets too deep.
    ///
    /// An object that is encoded as nothing but a reference or nil has a number, too. In its place the reference would be that
    /// to the object itself, and nil would be no object.
    private mutating func numberObjects() -> [Int] {
        var numbered: [Int] = []
        // An object follows the one with the first reference to it, so the level of that one is known.
        for place in session.queue {
            let outer = session.objects[place].referrer.map { levels[$0] } ?? 0
            let level = outer + levels[place]
            let kind = values[session.objects[place].position].kind
            let isShallow = level + depths[place] <= Self.maximumInlineDepth
            if counts[place] == 1, isShallow, kind != .reference, kind != .null {
                levels[place] = level
            } else {
                levels[place] = 0
                numbers[place] = numbered.count
                numbered.append(place)
            }
        }
        return numbered
    }

    // MARK: Joining

    /// Puts the names of registered classes around the contents of their instances.
    private func nameClasses() throws {
        guard !session.types.isEmpty else { return }
        for place in session.queue {
            let object = session.objects[place]
            let instance: Any = (object.object as? any ObjectWrapper)?.wrappedObject ?? object.object
            if let name = session.types.name(of: instance) {
                try requireOwner(of: name, instance, at: object.path)
                session.objects[place].position = values.add(object.position, typed: name)
            }
        }
    }

    /// Throws an error if another class was registered with the name later: the object would come back as that class.
    private func requireOwner(of name: String, _ instance: Any, at path: CodingKeyPath?) throws {
        let type = type(of: instance)
        guard let owner = session.types.type(named: name), owner != type else { return }
        throw CyclicCodingError(
            .misuse,
            """
            The class \(_typeName(type)) was registered as '\(name)', and later another class was. Register one of them with \
            another name: types.register(\(type).self, as: "…").
            """, codingPath: CodingPath(path))
    }

    /// Replaces a reference by a number, or by the only use of the contents of an object.
    private func resolve(_ position: UInt32) {
        let place = UnresolvedReference(bits: values[position].bits).place
        if !session.objects[place].isQueued {
            values.move(values.add(FlatValue(.null)), to: position)
        } else if numbers[place] >= 0 {
            values[position].bits = UInt64(numbers[place])
        } else {
            values.move(session.objects[place].position, to: position)
        }
    }
}
