import CodingTree
import GraphCodable

/// Counts what decoding does, and ends it when that is out of proportion to the container.
///
/// A container can be small and yet stand for any number of values: ten objects that each refer to the next one ten
/// times are ten thousand million values, if they are read as values. So each value that is decoded counts, as often as that
/// happens, with what it costs to follow a reference to it, with the coding paths that failures take, and with comparing elements of
/// sets and keys of dictionaries whose hashes are equal.
struct DecodingWork {
    /// What every decoding may do: 131,072 values, which take a tenth of a second.
    private static let free = 1 << 17
    /// What a value costs in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    private static let costOfStep = 80

    private let container: FlattenedContainer
    private var done = 0
    /// What may be done; until that much is done nothing needs to know how large the container is.
    private var limit: Int
    private var isLimitFinal = false
    /// How often each value of the container may be decoded.
    private let factor: Int

    /// - Parameters:
    ///   - container: What is decoded.
    ///   - policy: Its limit of cost says how often each value may be decoded.
    ///   - costLeft: What may be spent beyond that, in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    init(_ container: FlattenedContainer, _ policy: GraphDecodingPolicy, costLeft: Int) {
        self.container = container
        limit = min(Self.free, costLeft / Self.costOfStep)
        // An encoder's container needs two for each value; programs that try several types need more.
        factor = policy.maximumCostPerByte < 128 ? 3 : 6
    }

    /// What was done beyond the usual for such a container, in the units of `GraphDecodingPolicy.maximumCostPerByte`.
    var excessCost: Int {
        // It costs more to look than so little can have cost.
        guard done > 32 else { return 0 }
        return max(done - factor * container.size, 0).multipliedClamped(by: Self.costOfStep)
    }

    /// Counts what cannot be refused where it happens; the next value is.
    mutating func add(_ amount: Int) {
        done = done.addingClamped(amount)
    }

    /// Counts a value that is decoded.
    ///
    /// - Parameters:
    ///   - amount: How much it counts.
    ///   - path: Where the value is.
    /// - Throws: `CyclicCodingError` with the code `limitExceeded`.
    @inline(__always)
    mutating func charge(_ amount: Int = 1, at path: @autoclosure () -> CodingKeyPath?) throws {
        done = done.addingClamped(amount)
        if done > limit {
            try raiseLimit(at: path())
        }
    }

    /// Counts pairs of elements with equal hashes, which are about to be compared.
    mutating func charge(equalHashes pairs: Int, at path: CodingKeyPath?) throws {
        // A few comparisons take as long as a value.
        try charge(pairs / 4, at: path)
    }

    private mutating func raiseLimit(at path: CodingKeyPath?) throws {
        if !isLimitFinal {
            isLimitFinal = true
            limit = limit.addingClamped(factor * container.size)
        }
        guard done > limit else { return }
        throw CyclicCodingError(
            .limitExceeded,
            """
            Decoding does more than \(limit) steps, too many for what the container holds. Values are asked for again and \
            again where the container refers to objects: decode them as the classes that were encoded. Or many elements of \
            a set, or keys of a dictionary, have equal hashes.
            """,
            codingPath: CodingPath(path.keys))
    }
}

extension FlattenedContainer {
    /// How many values there are; 16 bytes of a text count as one.
    fileprivate var size: Int {
        var size = 0
        var pending = [referenced, [root]]
        while let values = pending.popLast() {
            for value in values {
                size += 1 + value.ownSize
                switch value {
                case .array(let elements): pending.append(elements)
                case .fields(let fields): pending.append(fields.values)
                case .typed(_, let value): pending.append([value])
                default: break
                }
            }
        }
        return size
    }
}

extension TreeValue {
    /// What it costs to hand out this value without those inside of it.
    var ownSize: Int {
        switch self {
        case .string(let text), .wideInteger(let text): text.utf8.count / 16
        case .data(let data): data.count / 16
        case .array(let elements): elements.count / 16
        case .fields(let fields): fields.values.count / 16
        default: 0
        }
    }
}
