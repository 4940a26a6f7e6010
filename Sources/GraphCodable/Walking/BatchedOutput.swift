/// The output of a walk, passed to a closure in pieces, so that the memory does not depend on the size of the archive.
struct BatchedOutput<Element> {
    /// What has not been passed on.
    var elements: [Element]
    private let limit: Int
    private let sink: (([Element]) throws -> Void)?
    private var failure: (any Error)?

    /// - Parameters:
    ///   - elements: An empty list, whose memory is reused.
    ///   - sink: Gets each piece of at least `limit` elements. Without it, the walk ends at the limit.
    init(_ elements: consuming [Element] = [], limit: Int, _ sink: (([Element]) throws -> Void)?) {
        self.elements = elements
        self.limit = limit
        self.sink = sink
    }

    var isFull: Bool { elements.count >= limit }
    /// Whether there is only one piece.
    var isWhole: Bool { sink == nil }

    /// - Throws: An error that ends the walk.
    mutating func passOn() throws(GraphCodableError) {
        guard let sink else { throw .walkMayEnd }
        guard !elements.isEmpty else { return }
        do {
            defer { elements.removeAll(keepingCapacity: true) }
            try sink(elements)
        } catch {
            failure = error
            throw .walkMayEnd
        }
    }

    /// Passes on the rest, and throws the error of the closure or of the walk, if there is one.
    mutating func finish(_ walk: Result<Void, GraphCodableError>) throws {
        if failure == nil {
            try? passOn()
        }
        if let failure {
            throw failure
        }
        try walk.get()
    }
}

extension BatchedOutput<UInt8> {
    /// The size from which text is passed on, in bytes.
    static var textSize: Int { 1 << 15 }

    mutating func write(_ text: String) {
        elements.append(contentsOf: text.utf8)
    }
}

/// A visitor that writes text about an archive, in UTF-8.
protocol ArchiveTextVisitor: ArchiveValueVisitor {
    var output: BatchedOutput<UInt8> { get set }
    /// Writes about the whole archive.
    mutating func visitRecords(_ walker: ValueWalker) throws(GraphCodableError)
}

extension ArchiveRecords {
    /// Passes what a visitor writes to a closure. If the archive is damaged, this includes the text up to the error.
    func write<Visitor: ArchiveTextVisitor>(
        to sink: ([UInt8]) throws -> Void, _ makeVisitor: (BatchedOutput<UInt8>) -> Visitor
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            try withWalker { walker in
                var visitor = makeVisitor(BatchedOutput(limit: BatchedOutput.textSize, sink))
                let walk = Result { () throws(GraphCodableError) in try visitor.visitRecords(walker) }
                try visitor.output.finish(walk)
            }
        }
    }
}
