/// Counts equal hashes, because a set that is made of elements with equal hashes takes time quadratic in their number.
///
/// An archive can choose elements whose hashes are equal though they are not: NaN is never equal to itself, and the hashes
/// of some types are weak. `Data` hashes its first 80 bytes, an `IndexSet` few of its ranges, a `Decimal` what it is as a `Double`.
@usableFromInline
package struct EqualHashes {
    /// Up to so many elements there is nothing to count: comparing each with each takes no time to speak of.
    @inlinable package static var freeCount: Int { 32 }

    /// How many elements have had a hash that falls into the same part of the table.
    private var table: [UInt32]
    private let shift: UInt64
    /// The pairs of elements of which that is so.
    @usableFromInline package private(set) var pairs = 0

    /// - Parameter count: How many hashes there will be.
    @usableFromInline
    package init(count: Int) {
        let bits = max(UInt64.bitWidth - max(count, 1).leadingZeroBitCount, 1)
        table = Array(repeating: 0, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    @usableFromInline
    package mutating func add(_ hash: Int) {
        // Fibonacci hashing (Knuth, TAOCP 3, 6.4): all bits of the hash count, also where a type makes them itself.
        let place = Int((UInt64(bitPattern: Int64(hash)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
        pairs = pairs.addingClamped(Int(table[place]))
        table[place] &+= 1
    }

    /// The pairs of elements whose hashes are probably equal; `nil` when there cannot be many.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - key: What of an element is hashed.
    /// - Complexity: O(*n*) for *n* elements.
    @inlinable @inline(__always)
    package static func count<Elements: Collection, Key: Hashable>(
        _ elements: Elements, by key: (Elements.Element) -> Key
    ) -> Int? {
        guard elements.count > freeCount, !areUnique(Key.self) else { return nil }
        var hashes = EqualHashes(count: elements.count)
        for element in elements {
            hashes.add(key(element).hashValue)
        }
        return hashes.pairs
    }

    /// Whether nobody can make values of a type that differ and have equal hashes.
    @inlinable @inline(__always)
    package static func areUnique<Key: Hashable>(_ type: Key.Type) -> Bool {
        type == String.self || type is any FixedWidthInteger.Type
    }
}
