/// Counts equal hashes, because building a set from elements with equal hashes takes quadratic time.
///
/// An archive can choose different elements with equal hashes: NaN never equals itself, and some types have weak
/// hashes. `Data` hashes its first 80 bytes, `IndexSet` a few of its ranges, and `Decimal` its value as a `Double`.
@usableFromInline
package struct HashCollisions {
    /// The number of elements up to which counting is unnecessary, because comparing each pair takes negligible time.
    @inlinable package static var freeCount: Int { 32 }

    /// For each bucket of the table, the number of elements whose hashes fall into it.
    private var table: [UInt32]
    private let shift: UInt64
    /// The number of pairs of elements that share a bucket.
    @usableFromInline package private(set) var pairs = 0

    /// - Parameter count: The number of hashes to add.
    @usableFromInline
    package init(count: Int) {
        let bits = max(UInt64.bitWidth - max(count, 1).leadingZeroBitCount, 1)
        table = Array(repeating: 0, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    @usableFromInline
    package mutating func add(_ hash: Int) {
        // Fibonacci hashing (Knuth, TAOCP 3, 6.4) uses all bits of the hash, even if a type computes a poor one itself.
        let place = Int((UInt64(bitPattern: Int64(hash)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
        pairs = pairs.addingClamped(Int(table[place]))
        table[place] &+= 1
    }

    /// Returns the number of pairs of elements whose hashes are probably equal, or `nil` if there cannot be many.
    ///
    /// For elements that take longer to compare, such as sets, it is the number of comparisons inside these pairs.
    ///
    /// - Parameter key: Returns the part of an element that is hashed.
    @inlinable @inline(__always)
    package static func count<Elements: Collection, Key: Hashable>(
        _ elements: Elements, by key: (Elements.Element) -> Key
    ) -> Int? {
        guard elements.count > 1, !areUnique(Key.self) else { return nil }
        // All nested collections have the size of a reference.
        if MemoryLayout<Key>.size == MemoryLayout<UnsafeRawPointer>.size, !(Key.self is AnyObject.Type),
            CollidableParts.areIn(Key.self)
        {
            return CollidableParts.comparisons(of: elements.map(key))
        }
        guard elements.count > freeCount else { return nil }
        var hashes = HashCollisions(count: elements.count)
        for element in elements {
            hashes.add(key(element).hashValue)
        }
        return hashes.pairs
    }

    /// Returns whether nobody can craft different values of a type that have equal hashes.
    @inlinable @inline(__always)
    package static func areUnique<Key: Hashable>(_ type: Key.Type) -> Bool {
        // That a type is a class is known without a look-up of its conformances.
        type == String.self || !(type is AnyObject.Type) && type is any FixedWidthInteger.Type
    }
}
