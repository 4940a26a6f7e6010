/// Shows the records of an archive, each inside the first value that refers to it.
///
/// Nested records are shown with a stack of walks rather than by recursion. Records that would be nested too deeply are
/// listed separately, after the root.
struct BodyDump {
    /// A record that is being shown.
    private struct Frame {
        let record: UInt32
        let end: UnsafeRawPointer
        var walk: ValueWalker.Walk
        /// The number of the visitor's levels around the record.
        let outerLevels: Int
        /// The number of binary values of the record that have been shown.
        var binaryCount = 0
    }

    /// The size of the pieces in which text is passed on, in bytes.
    static let pieceSize = 1 << 15

    private let storage: ArchiveStorage
    private var visitor: DumpVisitor
    private var frames: [Frame] = []

    init(storage: ArchiveStorage, options: GraphDumpOptions, descriptions: BinaryDescriptions?) {
        self.storage = storage
        visitor = DumpVisitor(storage: storage, options: options, descriptions: descriptions)
    }

    mutating func run(_ sink: (String) throws -> Void) throws {
        try storage.withBytes { archive in
            guard let walker = storage.walker(of: archive) else { return }
            do {
                try show(0, walker, sink)
                var next = 0
                while next < visitor.waiting.count {
                    try showUnlessShown(visitor.waiting[next], walker, sink)
                    next += 1
                }
                // A valid archive has no unreachable records, but a dump hides nothing.
                for id in 1..<max(1, storage.records.count) {
                    try showUnlessShown(UInt32(id), walker, sink)
                }
            } catch {
                try passOn(sink)
                throw error
            }
            try passOn(sink)
        }
    }

    private mutating func showUnlessShown(
        _ id: UInt32, _ walker: ValueWalker, _ sink: (String) throws -> Void
    ) throws {
        guard !visitor.isShown[Int(id)], storage.record(Int(id)) != nil else { return }
        visitor.isShown[Int(id)] = true
        visitor.pendingRecord = id
        try show(id, walker, sink)
    }

    /// Shows a record and the records nested in it.
    private mutating func show(_ id: UInt32, _ walker: ValueWalker, _ sink: (String) throws -> Void) throws {
        push(id, walker)
        while let last = frames.indices.last {
            let isDone = try walker.resume(&frames[last].walk, visitor: &visitor)
            if let inner = visitor.takeNested() {
                frames[last].binaryCount = visitor.binaryCount
                push(inner, walker)
            } else if isDone {
                try pop(walker)
            }
            if visitor.text.utf8.count >= Self.pieceSize {
                try passOn(sink)
            }
        }
    }

    private mutating func push(_ id: UInt32, _ walker: ValueWalker) {
        guard let record = storage.record(Int(id)) else { return }
        let end = walker.archive + record.upperBound
        let walk = walker.begin(from: walker.archive + record.lowerBound, to: end)
        frames.append(Frame(record: id, end: end, walk: walk, outerLevels: visitor.levels.count))
        visitor.record = id
        visitor.binaryCount = 0
    }

    private mutating func pop(_ walker: ValueWalker) throws {
        let frame = frames.removeLast()
        guard frame.walk.position == frame.end else {
            throw GraphCodableError(
                .malformed, "Bytes follow the value of a record. The archive is damaged.",
                byteOffset: frame.walk.position - walker.archive)
        }
        visitor.endLevels(to: frame.outerLevels)
        if let outer = frames.last {
            visitor.record = outer.record
            visitor.binaryCount = outer.binaryCount
        }
    }

    private mutating func passOn(_ sink: (String) throws -> Void) throws {
        let text = visitor.text
        visitor.text = ""
        if !text.isEmpty {
            try sink(text)
        }
    }
}
