/// Guesses the kind of the next value from the values before it.
///
/// Objects usually have the same fields as the objects before them, so the guess for a field is the kind of the field at the same place. The
/// elements of an array are usually of one kind, or of two kinds in turn: a dictionary can be an array of keys and values.
///
/// A class, because changing a structure in a lazy variable would copy its lists for each value.
final class KindPrediction {
    /// The array or object around the values of a level.
    private struct Level {
        var place: UInt64 = 0
        var isArray = true
        /// The number of the next field. In an array it alternates between 0 and 1.
        var next: UInt64 = 0
    }

    /// The binary logarithm of how many kinds are kept. Places with equal hashes share one, which only makes guesses worse.
    private static let bitCount = 16

    private var kinds: [ValueKind?]
    private var levels: [Level]

    init(levelCount: Int) {
        kinds = Array(repeating: nil, count: 1 << Self.bitCount)
        levels = Array(repeating: Level(), count: levelCount)
    }

    /// Starts an array or object at a place. Its values are on a level.
    func begin(_ kind: ValueKind, in place: UInt64, at level: Int) {
        levels[level] = Level(place: place, isArray: kind == .array)
    }

    /// Returns the place of the next value on a level, which is a hash of the field numbers on the path to it.
    func nextPlace(at level: Int) -> UInt64 {
        let next = levels[level].next
        levels[level].next = levels[level].isArray ? 1 - next : next + 1
        return (levels[level].place &+ next &+ 1) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Guesses the kind of the value at a place. The first guess is the kind of the surrounding value.
    func guess(_ place: UInt64, at level: Int) -> ValueKind {
        kinds[Int(place >> (64 - UInt64(Self.bitCount)))] ?? (levels[level].isArray ? .array : .fields)
    }

    func remember(_ kind: ValueKind, in place: UInt64) {
        kinds[Int(place >> (64 - UInt64(Self.bitCount)))] = kind
    }
}
