// Measures and limits the nesting depth and the size of values, including the values behind references.
//
// A value behind a reference is nested at the reference: hashing, comparing and releasing recurse through it in the
// same way. It is decoded only once, so its size and its height are kept for the next reference. A class instance
// starts again with depth and size zero, because its class determines the cost of hashing it.

extension DecodingSession {
    /// The state to restore after leaving the record of an object.
    struct Nesting {
        let deepest: Int
        let sharedSize: Int
    }

    // MARK: Objects

    /// Stops counting depth and size for the values around an object, and returns the argument for ``endNesting(_:)``.
    @inline(__always)
    func beginNesting() -> Nesting {
        let outer = Nesting(deepest: state.pointee.deepest, sharedSize: state.pointee.sharedSize)
        state.pointee.depth = 0
        if outer.deepest != ReaderState.unmeasured {
            stopMeasuringDepth()
        }
        return outer
    }

    @inline(__always)
    func endNesting(_ outer: Nesting) {
        if outer.deepest != ReaderState.unmeasured {
            state.pointee.deepest = outer.deepest
            limitUncheckedDepth(to: outer.deepest)
        }
        state.pointee.sharedSize = outer.sharedSize
    }

    // MARK: Values

    /// Begins measuring the nesting depth inside a value with an identity, and returns the argument for
    /// ``endMeasuringDepth(_:)``.
    func beginMeasuringDepth() -> Int {
        let outer = state.pointee.deepest
        state.pointee.deepest = state.pointee.depth
        limitUncheckedDepth(to: state.pointee.depth)
        return outer
    }

    func endMeasuringDepth(_ outer: Int) {
        guard outer != ReaderState.unmeasured else { return stopMeasuringDepth() }
        state.pointee.deepest = max(outer, state.pointee.deepest)
        limitUncheckedDepth(to: state.pointee.deepest)
    }

    func stopMeasuringDepth() {
        state.pointee.deepest = ReaderState.unmeasured
        limitUncheckedDepth(to: policy.maximumDepth)
    }

    /// Requires a check of greater depths, or of all depths once decoding has cost too much.
    func limitUncheckedDepth(to depth: Int) {
        state.pointee.uncheckedDepth = state.pointee.isTooCostly ? 0 : min(depth, ArchiveFormat.shallowDepth)
    }

    /// Returns the size and the height of the value with an identity that was just decoded, at a depth, since a mark.
    func measureNesting(since mark: _GraphReader.CostMark, depth: Int) -> (size: Int, height: Int) {
        let size = _reader.size(since: mark)
        state.pointee.sharedSize = mark.sharedSize.addingClamped(size)
        return (size, max(state.pointee.deepest - depth, 0))
    }

    /// Counts the size and height of a previously decoded value again, as nested in the value that is being decoded.
    func nestAgain(_ value: AnyDecodedValue) throws {
        state.pointee.sharedSize = state.pointee.sharedSize.addingClamped(value.size)
        let depth = state.pointee.depth.addingClamped(value.height)
        guard depth <= policy.maximumDepth else { throw depthExceeded() }
        if state.pointee.deepest < depth {
            state.pointee.deepest = depth
        }
    }

    // MARK: Limit

    /// Enters a composite, collection or optional, and throws an error if that exceeds a limit.
    @inline(__always)
    func enter() throws {
        state.pointee.depth &+= 1
        if state.pointee.depth > state.pointee.uncheckedDepth {
            try checkDepth()
        }
    }

    @inline(never)
    private func checkDepth() throws {
        if state.pointee.deepest < state.pointee.depth {
            state.pointee.deepest = state.pointee.depth
            limitUncheckedDepth(to: state.pointee.depth)
        }
        guard !state.pointee.isTooCostly else { throw tooCostly() }
        guard state.pointee.depth <= policy.maximumDepth else { throw depthExceeded() }
    }

    func depthExceeded() -> any Error {
        error(.depthExceeded, LimitMessage.depth("Values", policy.maximumDepth))
    }
}
