extension Array {
    /// Creates an array of elements that are decoded one after the other.
    ///
    /// An element takes one byte of the archive but may take more memory. The policy has allowed that memory, but the elements
    /// may turn out to be missing. So memory beyond 64 MiB is reserved only when decoding reaches it, and then up to eight times
    /// as much: while an array grows, its elements are in memory twice.
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - next: Decodes the next element.
    @inlinable @inline(__always)
    init(decoding count: Int, _ next: () throws -> Element) rethrows {
        self = []
        var room = Swift.max(1, (1 << 26) / Swift.max(MemoryLayout<Element>.stride, 1))
        while self.count < count {
            let end = Swift.min(count, room)
            reserveCapacity(end)
            for _ in self.count..<end {
                append(try next())
            }
            room = room.multipliedClamped(by: 8)
        }
    }
}
