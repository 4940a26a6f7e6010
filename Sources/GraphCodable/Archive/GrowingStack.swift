internal import CStack

/// Lets a recursion go on, on the same thread, where there is more stack.
///
/// A recursive function calls itself through ``call(_:)``. When the stack is nearly used up, the call runs on a segment of
/// new memory, so that the depth is bounded by memory alone, whatever stack the thread has. What belongs to the thread stays
/// as it is: actor isolation, task-local and thread-local values. Rust programs do the same with the crate stacker.
///
/// ```swift
/// stack.begin()  // on the thread that the work is done on
/// func visit(_ node: Node) throws {
///     try stack.call { for child in node.children { try visit(child) } }
/// }
/// ```
///
/// Segments grow from 2 MiB to 64 MiB. They are reserved, and only what is touched takes memory; they are given back when the
/// recursion has left them, but for one, which spares a recursion that goes up and down the system calls. On processors
/// and systems that cannot switch stacks, ``call(_:)`` throws before the stack overflows.
///
/// An instance is used by one thread at a time. Accesses to its variables are not checked for exclusivity: none is being changed while
/// a body runs.
package final class GrowingStack {
    /// How much of a segment is left for code that does not check: initializers of the program, and what they call.
    private static var reserve: UInt { 1 << 20 }
    private static var maximumSegmentSize: Int { 64 << 20 }
    /// How much of a stack is used whose bounds are not known, where it is not possible to switch to another one.
    private static var assumedSize: UInt { 64 * 1_024 }

    /// Whether ``reserve`` bytes are left wherever no new segment is needed. Threads may have less stack than that.
    @exclusivity(unchecked) package private(set) var hasReserve = false

    /// Below this address a call needs a new segment.
    @exclusivity(unchecked) package private(set) var limit: UInt = .max

    private let firstSegmentSize: Int
    /// The first ``depth`` of them are in use.
    @exclusivity(unchecked) private var segments: [CStackBounds] = []
    @exclusivity(unchecked) private var depth = 0

    /// Makes a stack that has no segments yet.
    ///
    /// - Parameter firstSegmentSize: The bytes of the first segment.
    package init(firstSegmentSize: Int = 2 << 20) {
        self.firstSegmentSize = firstSegmentSize
    }

    deinit {
        segments.forEach { cstack_free($0) }
    }

    /// Finds out about the stack that the caller runs on. To be called when a piece of work begins, outside of ``call(_:)``.
    ///
    /// - Returns: The ``limit``.
    @discardableResult @inline(__always)
    package func begin() -> UInt {
        let bounds = cstack_bounds()
        let size = bounds.end - bounds.lowest
        // Nothing can be done about it where stacks cannot be switched.
        hasReserve = size / 2 >= Self.reserve || !cstack_can_switch()
        if cstack_can_switch() {
            // A stack of unknown bounds is left at once.
            limit = size == 0 ? .max : bounds.lowest + min(size / 2, Self.reserve)
        } else {
            let current = StackBounds.currentAddress()
            limit = size == 0 ? current - min(current, Self.assumedSize) : bounds.lowest + size / 4
        }
        return limit
    }

    /// Whether a call needs a new segment.
    @inline(__always)
    package var isShort: Bool { StackBounds.currentAddress() < limit }

    /// Calls `body`, on a new segment if little of the stack is left.
    ///
    /// - Parameter body: What to call.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `depthExceeded` when there is no memory for a segment, or when the system cannot switch
    ///   stacks.
    @inline(__always)
    package func call<Result>(_ body: () throws -> Result) throws -> Result {
        isShort ? try callOnNewSegment(body) : try body()
    }

    /// Calls `body` on a new segment.
    ///
    /// - Parameter body: What to call.
    /// - Returns: What `body` returns.
    /// - Throws: As ``call(_:)``.
    @inline(never)
    package func callOnNewSegment<Result>(_ body: () throws -> Result) throws -> Result {
        try reserveSegment()
        let segment = segments[depth]
        let (outerLimit, hadReserve) = (limit, hasReserve)
        hasReserve = true
        limit = segment.lowest + min((segment.end - segment.lowest) / 2, Self.reserve)
        depth += 1
        defer {
            depth -= 1
            limit = outerLimit
            hasReserve = hadReserve
            freeSegments(beyond: depth + 1)
        }
        return try Self.call(on: segment, body)
    }

    /// Calls code that recurses as deep as there are objects, and cannot be told to use ``call(_:)``: deinitializers. Where
    /// there is no memory it is called on the stack in use.
    package func call(withRoomFor objectCount: Int, _ body: () -> Void) {
        // Some times as much as releasing an object takes that is in an array of another one.
        let (size, overflow) = objectCount.multipliedReportingOverflow(by: 2_048)
        let segment = cstack_can_switch() && !overflow ? cstack_allocate(size) : CStackBounds()
        guard segment.lowest != 0 else { return body() }
        defer { cstack_free(segment) }
        try? Self.call(on: segment, body)
    }

    private static func call<Result>(on segment: CStackBounds, _ body: () throws -> Result) throws -> Result {
        var result: Swift.Result<Result, any Error>?
        withoutActuallyEscaping({ result = Swift.Result(catching: body) }) { run in
            var call = Call(run: run)
            withUnsafeMutablePointer(to: &call) { call in
                cstack_call(segment, { $0.assumingMemoryBound(to: Call.self).pointee.run() }, call)
            }
        }
        guard let result else { throw depthExceeded }
        return try result.get()
    }

    /// Gives back the memory of all segments that are not in use, but for the first one.
    @inline(__always)
    package func trim() {
        if segments.count > 1 {
            freeSegments(beyond: max(depth, 1))
        }
    }

    private struct Call {
        let run: () -> Void
    }

    /// Makes sure that ``callOnNewSegment(_:)`` has a segment.
    ///
    /// - Throws: `depthExceeded` when there is no memory for a segment, or when the system cannot switch stacks.
    package func reserveSegment() throws(GraphCodableError) {
        guard depth == segments.count else { return }
        let (size, overflow) = firstSegmentSize.multipliedReportingOverflow(by: 1 << min(depth, 16))
        let segment =
            cstack_can_switch()
            ? cstack_allocate(overflow ? firstSegmentSize : max(min(size, Self.maximumSegmentSize), firstSegmentSize))
            : CStackBounds()
        guard segment.lowest != 0 else { throw Self.depthExceeded }
        segments.append(segment)
    }

    @inline(__always)
    private func freeSegments(beyond count: Int) {
        while segments.count > count {
            cstack_free(segments.removeLast())
        }
    }

    private static var depthExceeded: GraphCodableError {
        GraphCodableError(
            .depthExceeded,
            cstack_can_switch()
                ? "Initializers call one another too deeply: there is no memory for more of the stack."
                : """
                Initializers call one another too deeply for the stack. Break the chain of references with deferDecode, or \
                decode on a thread with a larger stack.
                """)
    }
}
