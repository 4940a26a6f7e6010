import GraphCodable

/// One graph on its way through an archive: what its objects note while they are decoded.
final class Trial: @unchecked Sendable {
    // Unchecked: a trial is used by one thread.

    /// The trial of this thread. Coders are shared by threads, so it is not in their `userInfo`.
    @TaskLocal static var current: Trial?

    let plan: Plan
    /// How often an initializer began, and how often that of each object came to its end.
    var startCount = 0
    var initializerCounts: [Int]
    var badgeCounts: [Int: Int] = [:]
    var hashCount = 0
    /// The objects of older versions that exist.
    var helperCount = 0
    /// The objects in the order in which they were told that the graph is complete.
    private(set) var completions: [Int] = []
    let isFirstRound: Bool
    private(set) var complaints: [String] = []
    /// The objects that exist, by serial number.
    private var instances: [Int: Unmanaged<Node>] = [:]
    private var lastSerial = 0

    init(_ plan: Plan, isFirstRound: Bool = true) {
        self.plan = plan
        self.isFirstRound = isFirstRound
        initializerCounts = Array(repeating: 0, count: plan.vertices.count)
    }

    static func get() throws -> Trial {
        guard let current else { throw Refusal.Refused() }
        return current
    }

    func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    func note(_ node: Node, _ serial: Int) { instances[serial] = Unmanaged.passUnretained(node) }
    func forget(_ serial: Int) { instances[serial] = nil }
    func complain(_ text: String) { complaints.append(text) }
    var instanceCount: Int { instances.count + helperCount }

    func noteCompletion(of number: Int) {
        // An attempt in vain may have left objects that are not in the graph.
        if completions.isEmpty, !plan.tries,
            instances.values.contains(where: { !$0.takeUnretainedValue().isComplete })
        {
            complain("didDecode was called too early")
        }
        completions.append(number)
    }

    /// The objects that exist.
    var nodes: [Node] { instances.values.map { $0.takeUnretainedValue() } }

    /// Takes all references out of the objects, so that cycles are released. What is left then is held by the decoder.
    func takeApart() {
        let nodes = nodes
        let values = nodes.map { $0.takeFields() }
        withExtendedLifetime((nodes, values)) {}
    }
}

/// An object before the root.
final class Link<Value: FieldType>: GCodable {
    var next: Link?
    let value: Value?
    enum Key: String { case next, value }

    init(_ next: Link?, _ value: Value?) { (self.next, self.value) = (next, value) }

    init(from decoder: any GDecoder) throws {
        next = try decoder.decode(for: Key.next)
        value = try decoder.decode(for: Key.value)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(next, for: Key.next)
        try encoder.encode(value, for: Key.value)
    }

    /// Takes a chain apart, and returns the value at its end.
    static func end(of head: Link) -> Value? {
        var (link, value): (Link?, Value?) = (head, nil)
        while let current = link {
            value = current.value
            link = current.next
            current.next = nil
        }
        return value
    }
}
