extension [UInt8] {
    /// The same bytes again and again, in ever larger parts: a debug build takes long for a call for each.
    package init(copies count: Int, of bytes: [UInt8]) {
        self = bytes
        let size = bytes.count * count
        while self.count < size { self += prefix(size - self.count) }
        removeLast(self.count - size)
    }
}
