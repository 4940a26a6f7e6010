/// What decoding costs beyond the bytes that are read, in the units of ``GraphDecodingPolicy/maximumCostPerByte``: a byte of
/// memory, or about ten nanoseconds.
@usableFromInline
enum DecodingCost {
    /// How many times their elements' memory sets and dictionaries take, with what they are made from.
    ///
    /// A hash table has room for up to 8/3 of its elements, and the elements have been decoded into an array before.
    @inlinable static var hashTableFactor: Int { 4 }

    /// What it costs to make an error, or to leave no trace of an initializer that failed, besides what it has read.
    ///
    /// A failing call takes 0.7 to 2.2 microseconds, whatever the depth.
    static var failure: Int { 256 }

    /// What it costs to compare two small values.
    static var comparison: Int { 16 }

    /// What it costs to compare the elements of a set, or the keys of a dictionary, whose hashes are equal.
    ///
    /// - Parameters:
    ///   - pairs: How many pairs of them there are.
    ///   - count: The number of elements.
    ///   - size: The bytes of all elements.
    @usableFromInline
    static func comparing(_ pairs: Int, of count: Int, size: Int) -> Int {
        // A few hashes share a place in the table of any collection.
        max(pairs - count, 0).multipliedClamped(by: comparison.addingClamped(size / max(count, 1) / 8))
    }

    /// The memory of a hash table, besides that of the elements that it is made from.
    @inlinable @inline(__always)
    static func hashTable(_ count: Int, elementSize: Int) -> Int {
        elements(count, size: elementSize &* (hashTableFactor - 1))
    }

    /// The memory that elements of a collection take.
    @inlinable @inline(__always)
    static func elements(_ count: Int, size: Int) -> Int {
        let (cost, overflow) = count.multipliedReportingOverflow(by: size)
        return overflow ? .max : cost
    }

    /// For how many of a collection's elements memory is reserved at once.
    ///
    /// An element costs the archive a byte and may cost more memory. The policy has allowed that memory, but the elements
    /// need not be there: what goes beyond 64 MiB is reserved only when it is reached.
    @inlinable
    static func reservation(_ count: Int, size: Int) -> Int { min(count, (1 << 26) / max(size, 1)) }
}

extension Int {
    /// The sum; the highest number if the sum is higher than that.
    @inlinable @inline(__always)
    package func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// The product; the highest number if the product is higher than that.
    @inlinable @inline(__always)
    package func multipliedClamped(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
