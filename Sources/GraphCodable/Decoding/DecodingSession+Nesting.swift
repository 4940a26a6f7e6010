// How deeply values are nested, and how large they are, counting what lies behind references.
//
// A value behind a reference is nested where the reference stands: hashing, comparing and releasing it recurse through it
// all the same. It is decoded only once, so its size and its height are kept for the next reference. The instance of a class
// begins anew, with no depth and no size: what hashing it costs is for its class to say.

extension DecodingSession {
    /// What to go back to when the record of an object has been left.
    struct Nesting {
        let deepest: Int
        let sharedSize: Int
    }

    // MARK: Objects

    /// Counts no more depth and size for the values around an object.
    @inline(__always)
    func beginNestingAnew() -> Nesting {
        let outer = Nesting(deepest: state.pointee.deepest, sharedSize: state.pointee.sharedSize)
        state.pointee.depth = 0
        if outer.deepest != .max {
            stopMeasuringDepth()
        }
        return outer
    }

    @inline(__always)
    func goBack(to outer: Nesting) {
        if outer.deepest != .max {
            state.pointee.deepest = outer.deepest
            limitUncheckedDepth(to: outer.deepest)
        }
        state.pointee.sharedSize = outer.sharedSize
    }

    // MARK: Values

    /// Measures from here on how many levels are nested in a value with identity.
    ///
    /// - Returns: What to end it with.
    func beginMeasuringDepth() -> Int {
        let outer = state.pointee.deepest
        state.pointee.deepest = state.pointee.depth
        limitUncheckedDepth(to: state.pointee.depth)
        return outer
    }

    func endMeasuringDepth(_ outer: Int) {
        guard outer != .max else { return stopMeasuringDepth() }
        state.pointee.deepest = max(outer, state.pointee.deepest)
        limitUncheckedDepth(to: state.pointee.deepest)
    }

    func stopMeasuringDepth() {
        state.pointee.deepest = .max
        limitUncheckedDepth(to: policy.maximumDepth)
    }

    /// Lets greater depths be checked; all of them, once decoding has cost too much.
    func limitUncheckedDepth(to depth: Int) {
        state.pointee.uncheckedDepth = state.pointee.costLeft < 0 ? -1 : min(depth, ArchiveFormat.shallowDepth)
    }

    /// The size and the height of the value with identity that has just been decoded.
    ///
    /// - Parameters:
    ///   - mark: From before the value was decoded.
    ///   - depth: How deep it is nested itself.
    func measureNesting(
        since mark: (start: UnsafeRawPointer, sharedSize: Int), depth: Int
    ) -> (size: Int, height: Int) {
        let size = _reader.size(since: mark)
        state.pointee.sharedSize = mark.sharedSize.addingClamped(size)
        return (size, max(state.pointee.deepest - depth, 0))
    }

    /// Counts a value that was decoded before as nested in what is being decoded.
    func nestAgain(_ value: SharedValue) throws {
        state.pointee.sharedSize = state.pointee.sharedSize.addingClamped(value.size)
        let depth = state.pointee.depth.addingClamped(value.height)
        guard depth <= policy.maximumDepth else { throw depthExceeded() }
        if state.pointee.deepest < depth {
            state.pointee.deepest = depth
        }
    }

    // MARK: Cost

    /// Charges for an initializer that failed, or for an object that is forgotten because the one that needed it failed.
    ///
    /// The program may catch the error and have the object made again. If initializers call one another twice, and
    /// catch errors, that doubles the time with every level. The error itself stays what it is.
    ///
    /// - Parameter byteCount: How much has been read.
    func chargeFailure(byteCount: Int) {
        let left = state.pointee.costLeft &- DecodingCost.failure.addingClamped(max(byteCount, 0))
        if left < 0 {
            refuseEverything()
        } else {
            state.pointee.costLeft = left
        }
    }

    /// Lets everything that is decoded from now on cost too much, in case the error is caught.
    func refuseEverything() {
        state.pointee.costLeft = -1
        state.pointee.uncheckedDepth = -1
    }

    func tooCostly() -> any Error {
        refuseEverything()
        return error(
            .limitExceeded,
            """
            Decoding costs more than the \(policy.allowedCost(ofBytes: archive.count)) that the decoder's policy allows for an \
            archive of \(archive.count) bytes: it has values that take much more memory or time than bytes. Raise \
            GraphDecodingPolicy.maximumCostPerByte if you trust the archive.
            """)
    }
}
