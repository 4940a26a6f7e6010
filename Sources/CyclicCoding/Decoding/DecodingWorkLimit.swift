import GraphCodable

/// Counts the steps of a decoding, and ends it when they are out of proportion to the size of the container.
///
/// A small container can represent any number of values. Ten objects that each refer to the next one ten times are ten
/// thousand million values if they are decoded as values. So each decoded value counts every time it is decoded.
/// Following references, hashing long keys, very many failures, and comparing elements of sets and keys of dictionaries with
/// equal hashes count as well.
///
/// The bytes of texts and data have a limit of their own. Many references to one long text permit many of these, but no other
/// steps. So has the memory of collections: a value whose fields are absent takes much more of it than bytes. It may take what
/// the policy allows for an archive.
struct DecodingWorkLimit {
    /// The number of steps allowed for any container: 131,072 values, which take a tenth of a second.
    private static let free = 1 << 17
    /// The cost of a step in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    private static let costOfStep = 80
    /// The number of steps for a failure that is not free. Its error has a coding path.
    private static let stepsOfFailure = 4
    /// How often a text or data may be passed to the program for each reference to it but the first.
    private static let factorOfSharing = 3

    /// Steps of one kind.
    private struct Steps {
        var done = 0
        /// The number of allowed steps. The size of the container is computed only when this many are used up.
        var limit: Int
        var isExceeded: Bool { done > limit }
    }

    private let values: FlatValues
    private let policy: GraphDecodingPolicy
    private let costLeft: Int?
    private var steps: Steps
    /// The steps for the bytes of texts and data: one for 16 of them.
    private var bytes: Steps
    /// The steps for the memory of collections: one for 80 bytes.
    private var memory: Steps
    /// The error that ended the decoding, in case the program catches it.
    private var error: CyclicCodingError?
    private var isLimitFinal = false
    /// How often each value of the container may be decoded.
    private let factor: Int
    /// How many attempts to decode each value may fail, on average, without being counted.
    private let freeFailureFactor: Int
    /// How many failures are still free. It is computed when the first attempt fails.
    private var freeFailureCount: Int?

    /// - Parameters:
    ///   - policy: The policy whose cost limit determines how often each value may be decoded.
    ///   - costLeft: The additional cost allowed, in the units of `GraphDecodingPolicy.maximumCostPerByte`; `nil` if the values
    ///     are from no archive.
    init(_ values: FlatValues, _ policy: GraphDecodingPolicy, costLeft: Int?) {
        self.values = values
        self.policy = policy
        self.costLeft = costLeft
        steps = Steps(limit: min(Self.free, (costLeft ?? .max) / Self.costOfStep))
        (bytes, memory) = (steps, steps)
        // A container from an encoder needs two steps for each value; programs that try several types need more.
        factor = max(Int(clamping: policy.maximumCostPerByte / 21), 3)
        freeFailureFactor = max(Int(clamping: policy.maximumCostPerByte / 4), 16)
    }

    /// The cost above the usual for such a container, in the units of `GraphDecodingPolicy.maximumCostPerByte`, or all cost if
    /// there were too many steps.
    var excessCost: Int {
        guard error == nil else { return .max }
        // For so few steps, computing the size would cost more.
        let count = steps.done.addingClamped(bytes.done).addingClamped(memory.done)
        guard count > factor.multipliedClamped(by: values.count).addingClamped(32) else { return 0 }
        let usualCount = usualCount
        return max(steps.done - usualCount, 0).addingClamped(max(memory.done - usualCount, 0))
            .addingClamped(max(bytes.done - usualCountForBytes, 0)).multipliedClamped(by: Self.costOfStep)
    }

    /// The number of steps for decoding each value as often as the policy allows.
    private var usualCount: Int { factor.multipliedClamped(by: values.size) }

    /// The number of steps for passing each text and each data to the program that often.
    private var usualCountForBytes: Int {
        let (size, sharedSize) = values.sizeOfBytes
        return factor.multipliedClamped(by: size).addingClamped(Self.factorOfSharing.multipliedClamped(by: sharedSize))
    }

    /// Adds steps without checking the limit. The next charge checks it.
    mutating func add(_ amount: Int) {
        steps.done = steps.done.addingClamped(amount)
    }

    /// Adds the steps for an attempt that has failed. The next charge checks the limit.
    ///
    /// - Parameter isInPlace: Whether the value and those around it are not behind references.
    mutating func addFailure(isInPlace: Bool) {
        // A program may try one type after another for each value. Only references multiply these attempts.
        if isInPlace {
            let left = freeFailureCount ?? freeFailureFactor.multipliedClamped(by: values.totalCount)
            freeFailureCount = max(left - 1, 0)
            guard left <= 0 else { return }
        }
        add(Self.stepsOfFailure)
    }

    /// Adds a cost in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    mutating func add(cost: Int) {
        add(cost / Self.costOfStep)
    }

    /// Adds the steps for a decoded value.
    @inline(__always)
    mutating func charge(_ amount: Int = 1, at path: @autoclosure () -> CodingKeyPath?) throws {
        steps.done = steps.done.addingClamped(amount)
        if steps.isExceeded {
            try raiseLimit(at: path())
        }
    }

    /// Adds the steps for passing a text or data to the program.
    @inline(__always)
    mutating func charge(byteCount: Int, at path: @autoclosure () -> CodingKeyPath?) throws {
        bytes.done = bytes.done.addingClamped(byteCount / 16)
        if bytes.isExceeded {
            try raiseLimit(at: path())
        }
    }

    /// Throws the error again if a limit was exceeded and the program has caught the error.
    mutating func check() throws {
        if exceeded != nil {
            try raiseLimit(at: nil)
        }
    }

    /// Adds the steps for a cost in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    @inline(__always)
    mutating func charge(cost: Int, at path: @autoclosure () -> CodingKeyPath?) throws {
        try charge(cost / Self.costOfStep, at: path())
    }

    /// Adds the steps for the memory of elements: of an array, or of several.
    @inline(__always)
    mutating func charge<Element>(
        memoryOf count: Int, _ type: Element.Type, times factor: Int = 1, at path: @autoclosure () -> CodingKeyPath?
    ) throws {
        let size = count.multipliedClamped(by: MemoryLayout<Element>.stride).multipliedClamped(by: factor)
        memory.done = memory.done.addingClamped(size / Self.costOfStep)
        if memory.isExceeded {
            try raiseLimit(at: path())
        }
    }

    /// The kind of steps of which there are too many.
    private var exceeded: Steps? {
        steps.isExceeded ? steps : bytes.isExceeded ? bytes : memory.isExceeded ? memory : nil
    }

    private mutating func raiseLimit(at path: CodingKeyPath?) throws {
        if !isLimitFinal {
            isLimitFinal = true
            steps.limit = steps.limit.addingClamped(usualCount)
            bytes.limit = bytes.limit.addingClamped(usualCountForBytes)
            // A value takes at least two bytes of an archive.
            let cost = costLeft ?? policy.allowedCost(ofBytes: values.size.multipliedClamped(by: 2))
            memory.limit = max(memory.limit.addingClamped(usualCount), cost / Self.costOfStep)
        }
        guard let exceeded else { return }
        if let error { throw error }
        let error = CyclicCodingError(
            .limitExceeded,
            """
            Decoding does more than \(exceeded.limit) steps, too many for what the container holds. Values are requested again and \
            again where the container refers to objects: decode them as the classes that were encoded. Or many elements of \
            a set, or keys of a dictionary, have equal hashes. Or very many attempts to decode a value fail. Or the elements of \
            collections take much memory. If you trust the container, raise GraphDecodingPolicy.maximumCostPerByte.
            """, codingPath: CodingPath(path))
        self.error = error
        throw error
    }
}
