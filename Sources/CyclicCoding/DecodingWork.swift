import CodingTree
import GraphCodable

/// Counts what decoding does, and ends it when that is out of proportion to the container.
///
/// A container can be small and yet stand for any number of values: ten objects that each refer to the next one ten
/// times are ten thousand million values, if they are read as values. So each value that is decoded counts, as often as that
/// happens, with what it costs to follow a reference to it, and with the coding paths that failures take.
struct DecodingWork {
    /// What every decoding may do: 131,072 values, which take a tenth of a second.
    private static let free = 1 << 17

    private let container: FlattenedContainer
    private let policy: GraphDecodingPolicy
    private var done = 0
    /// What may be done; until that much is done nothing needs to know how large the container is.
    private var limit = free
    private var isLimitFinal = false

    init(_ container: FlattenedContainer, _ policy: GraphDecodingPolicy) {
        self.container = container
        self.policy = policy
    }

    /// Counts what cannot be refused where it happens; the next value is.
    mutating func add(_ amount: Int) {
        done += amount
    }

    /// Counts a value that is decoded.
    ///
    /// - Parameters:
    ///   - amount: How much it counts.
    ///   - path: Where the value is.
    /// - Throws: `CyclicCodingError` with the code `limitExceeded`.
    @inline(__always)
    mutating func charge(_ amount: Int = 1, at path: @autoclosure () -> CodingKeyPath?) throws {
        done += amount
        if done > limit {
            try raiseLimit(at: path())
        }
    }

    private mutating func raiseLimit(at path: CodingKeyPath?) throws {
        if !isLimitFinal {
            isLimitFinal = true
            limit = Self.free + Self.factor * container.size
        }
        guard done > limit else { return }
        throw CyclicCodingError(
            .limitExceeded,
            """
            Decoding does more than \(limit) steps, too many for what the container holds. Values are asked for again and \
            again where the container refers to objects: decode them as the classes that were encoded.
            """,
            codingPath: CodingPath(path.keys))
    }

    /// How often each value of a container may be decoded.
    private static let factor = 4
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
