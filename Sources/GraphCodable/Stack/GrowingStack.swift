internal import CStack

/// Extends the stack of a deep recursion on the same thread.
///
/// A recursive function calls itself through ``call(_:)``. If the stack is nearly exhausted, the call runs on a newly
/// allocated segment, so only memory limits the depth, whatever the size of the thread's stack. Actor isolation, task-local
/// values and thread-local values are preserved. The Rust crate stacker works in the same way.
///
/// Segments grow from 2 MiB to 64 MiB of reserved address space. They are released when the recursion has left them, except
/// for one, which spares system calls if the recursion goes up and down. On processors and systems that cannot switch
/// stacks, ``call(_:)`` throws before the stack overflows.
///
/// Only one thread at a time may use an instance. Accesses to its variables are not checked for exclusivity: each access
/// ends before a body runs, and a body that changes them, by a nested call, restores them.
package final class GrowingStack {
    /// The part of a segment that is left for code that does not check the stack: the program's initializers, and the
    /// functions they call.
    private static var reserve: UInt { 1 << 20 }
    private static var maximumSegmentSize: Int { 64 << 20 }

    /// Whether ``reserve`` bytes are left whenever no new segment is needed. The stacks of some threads are smaller
    /// than that.
    @exclusivity(unchecked) package private(set) var hasReserve = false

    /// The address below which a call needs a new segment.
    @exclusivity(unchecked) package private(set) var limit: UInt = .max

    private let firstSegmentSize: Int
    /// Whether the system and the program allow another stack.
    private let canSwitch: Bool
    /// The segments, of which the first ``depth`` are in use.
    @exclusivity(unchecked) private var segments: [CStackBounds] = []
    @exclusivity(unchecked) private var depth = 0

    /// - Parameter isSwitching: ``GraphDecodingPolicy/switchesStacks``.
    package init(firstSegmentSize: Int = 2 << 20, isSwitching: Bool = true) {
        self.firstSegmentSize = firstSegmentSize
        canSwitch = isSwitching && cstack_can_switch()
    }

    deinit {
        segments.forEach { cstack_free($0) }
    }

    /// Determines the bounds of the current stack, and returns the ``limit``. Call this method when a piece of work begins,
    /// outside ``call(_:)``.
    @discardableResult @inline(__always)
    package func begin() -> UInt {
        let bounds = cstack_bounds()
        let size = bounds.end - bounds.lowest
        // Where stacks cannot be switched, nothing can be done about a small stack.
        hasReserve = size / 2 >= Self.reserve || !canSwitch
        if canSwitch {
            // Leave a stack with unknown bounds immediately.
            limit = size == 0 ? .max : bounds.lowest + min(size / 2, Self.reserve)
        } else {
            limit = StackBounds.limit(lowest: bounds.lowest, end: bounds.end, current: cstack_pointer())
        }
        return limit
    }

    /// Whether a call needs a new segment.
    @inline(__always)
    package var isShort: Bool { cstack_pointer() < limit }

    /// Calls `body`, on a new segment if little of the stack is left.
    ///
    /// - Throws: Any error of `body`; `depthExceeded` if there is no memory for a segment or the system cannot switch
    ///   stacks.
    @inline(__always)
    package func call<Result>(_ body: () throws -> Result) throws -> Result {
        isShort ? try callOnNewSegment(body) : try body()
    }

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

    private static func call<Result>(on segment: CStackBounds, _ body: () throws -> Result) throws -> Result {
        var result: Swift.Result<Result, any Error>?
        withoutActuallyEscaping({ result = Swift.Result(catching: body) }) { run in
            var call = Call(run: run)
            withUnsafeMutablePointer(to: &call) { call in
                cstack_call(segment, { $0.assumingMemoryBound(to: Call.self).pointee.run() }, call)
            }
        }
        // The call above has run the closure.
        guard let result else { throw GraphCodableError(.misuse, "A function on another stack did not run.") }
        return try result.get()
    }

    /// Calls code that recurses without checking the stack, as releasing a chain of objects does.
    ///
    /// - Parameters:
    ///   - depth: The number of calls for which there must be room. If they are few, or the system has no room for them, the code
    ///     runs on the current stack.
    ///   - isSwitching: ``GraphDecodingPolicy/switchesStacks``.
    static func callWithRoom(forDepth depth: Int, isSwitching: Bool, _ body: () -> Void) {
        guard isSwitching, depth > 256 else { return body() }
        // Releasing an object takes 80 to 200 bytes, and some hundred in a debug build.
        let size = min(depth, 1 << 26) << 10
        let segment = cstack_can_switch() ? cstack_allocate(size + Int(reserve)) : CStackBounds()
        guard segment.lowest != 0, (try? call(on: segment, body)) != nil else { return body() }
        cstack_free(segment)
    }

    /// Releases all segments that are not in use, except for the first one.
    @inline(__always)
    package func trim() {
        if segments.count > 1 {
            freeSegments(beyond: max(depth, 1))
        }
    }

    private struct Call {
        let run: () -> Void
    }

    /// Ensures that ``callOnNewSegment(_:)`` has a segment, or throws `depthExceeded`.
    package func reserveSegment() throws(GraphCodableError) {
        guard depth == segments.count else { return }
        let (size, overflow) = firstSegmentSize.multipliedReportingOverflow(by: 1 << min(depth, 16))
        let segment =
            canSwitch
            ? cstack_allocate(overflow ? firstSegmentSize : max(min(size, Self.maximumSegmentSize), firstSegmentSize))
            : CStackBounds()
        guard segment.lowest != 0 else { throw depthExceeded }
        segments.append(segment)
    }

    @inline(__always)
    private func freeSegments(beyond count: Int) {
        while segments.count > count {
            cstack_free(segments.removeLast())
        }
    }

    private var depthExceeded: GraphCodableError {
        GraphCodableError(
            .depthExceeded,
            canSwitch
                ? "Initializers call one another too deeply: there is no memory for more of the stack."
                : """
                Initializers call one another too deeply for the stack. Break the chain of references with deferDecode, or \
                decode on a thread with a larger stack.
                """)
    }
}
