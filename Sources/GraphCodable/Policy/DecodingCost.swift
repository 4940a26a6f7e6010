/// The costs of decoding beyond the bytes that are read, in the units of ``GraphDecodingPolicy/maximumCostPerByte``: a
/// byte of memory, or about ten nanoseconds.
@usableFromInline
enum DecodingCost {
    /// The memory of a set or dictionary during decoding, as a multiple of the memory of its elements.
    ///
    /// A hash table has room for up to 8/3 times as many elements, and the elements are decoded into an array first.
    @inlinable static var hashTableFactor: Int { 4 }

    /// The cost of throwing an error, or of undoing a failed initializer, in addition to what it has read.
    ///
    /// A failing call takes 0.7 to 2.2 microseconds, at any depth.
    static var failure: Int { 256 }

    /// The memory of a record: its place, the object or the box of its value, and the lists of what has been made.
    static var record: Int { 64 }

    /// The memory of work that waits until objects are initialized: its place in a list, and the closures.
    static var deferred: Int { 96 }

    /// A reference that is followed before a collection is built, because elements may change.
    static var hashingStep: Int { 16 }

    static var directoryEntry: Int { 256 }

    /// The time that comparing an archived name with all names of a type takes.
    static var nameComparison: Int { 128 }

    /// The memory of a collection's element of an unknown type: a string, or an optional number. Most others are smaller.
    static var unknownElement: Int { 16 }

    /// The memory that an allocation takes besides its contents: of a string, an array or an object.
    @inlinable static var allocation: Int { 32 }

    /// Returns the memory of a value of a protocol type: a value that is larger than three words has memory of its own.
    @inline(__always)
    static func box<Value>(of type: Value.Type) -> Int {
        let size = MemoryLayout<Value>.size
        return size > 3 * MemoryLayout<UnsafeRawPointer>.size ? size + allocation : 0
    }

    /// The time that a composite takes: calling its initializer.
    @inlinable static var composite: Int { 8 }

    /// The time that looking up a time zone takes: up to half a microsecond. The first time takes ten times as long, but there are
    /// only some hundreds.
    static var timeZone: Int { 50 }

    /// The time that making a hash table takes, even one without elements.
    @inlinable static var hashTable: Int { 48 }

    /// The time that making another collection from an array takes, even from an empty one.
    static var copiedCollection: Int { 32 }

    /// The time that reading an element of a vector takes.
    static var vectorElement: Int { 32 }

    /// Returns the time that making a decimal number takes: its digits are written and read.
    static func decimal(_ mantissa: UInt128) -> Int { 32 + 2 * (128 - mantissa.leadingZeroBitCount) }

    /// The cost of comparing two small values.
    static var comparison: Int { 16 }

    /// Returns the cost of comparing the elements of a set, or the keys of a dictionary, that have equal hashes.
    ///
    /// - Parameters:
    ///   - pairs: The number of comparisons, as ``HashCollisions`` counts them.
    ///   - count: The number of elements, for each of which one comparison is free.
    ///   - size: The size of all elements in bytes.
    @usableFromInline
    static func comparing(_ pairs: Int, of count: Int, size: Int) -> Int {
        // In any collection, a few hashes share a bucket of the table.
        max(pairs - count, 0).multipliedClamped(by: comparison.addingClamped(size / max(count, 1) / 8))
    }

    /// Returns the memory of a hash table, excluding that of the elements from which it is built.
    @inlinable @inline(__always)
    static func hashTable(_ count: Int, elementSize: Int) -> Int {
        elements(count, size: elementSize &* (hashTableFactor - 1)).addingClamped(hashTable)
    }

    /// Returns the memory of the elements of a collection.
    @inlinable @inline(__always)
    static func elements(_ count: Int, size: Int) -> Int {
        count.multipliedClamped(by: size)
    }

    /// Returns the memory of a collection.
    @inlinable @inline(__always)
    static func collection(_ count: Int, elementSize: Int) -> Int {
        count > 0 ? elements(count, size: elementSize).addingClamped(allocation) : 0
    }

    /// Returns the memory of a string or of data.
    @inlinable @inline(__always)
    static func bytes(_ count: Int) -> Int {
        // Small ones have no memory of their own.
        count > 15 ? count &+ allocation : 0
    }

    /// Returns the memory of data: Foundation keeps up to 14 bytes in place, and the others behind an object.
    @inlinable @inline(__always)
    static func data(_ count: Int) -> Int {
        count > 14 ? count.addingClamped(3 * allocation) : 0
    }

    /// Returns the memory of a packed array.
    @inlinable @inline(__always)
    static func packed(_ byteCount: Int) -> Int {
        byteCount > 0 ? byteCount &+ allocation : 0
    }
}

extension Int {
    /// Returns the sum, or the maximum value on overflow.
    @inlinable @inline(__always)
    package func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// Returns the product, or the maximum value on overflow.
    @inlinable @inline(__always)
    package func multipliedClamped(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
