/// The differences between successive elements of a stream, whose sizes are powers of two.
enum ElementDifferences {
    /// Replaces elements by their differences.
    static func make(_ elements: UnsafeMutablePointer<UInt8>, _ count: Int, _ log2: Int) {
        replace(elements, count, log2, isMaking: true)
    }

    /// Replaces differences by the elements.
    static func addUp(_ differences: UnsafeMutablePointer<UInt8>, _ count: Int, _ log2: Int) {
        replace(differences, count, log2, isMaking: false)
    }

    @inline(__always)
    private static func replace(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ log2: Int, isMaking: Bool) {
        switch log2 {
        case 0: replace(bytes, count, UInt8.self, isMaking)
        case 1: replace(bytes, count, UInt16.self, isMaking)
        case 2: replace(bytes, count, UInt32.self, isMaking)
        case 3: replace(bytes, count, UInt64.self, isMaking)
        default: replace(bytes, count, UInt128.self, isMaking)
        }
    }

    @inline(__always)
    private static func replace<Number: FixedWidthInteger>(
        _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ type: Number.Type, _ isMaking: Bool
    ) {
        let raw = UnsafeMutableRawPointer(bytes)
        let width = MemoryLayout<Number>.size
        var last = Number(0)
        for index in 0..<count {
            let number = Number(littleEndian: raw.loadUnaligned(fromByteOffset: index &* width, as: Number.self))
            let result = isMaking ? number &- last : number &+ last
            raw.storeBytes(of: result.littleEndian, toByteOffset: index &* width, as: Number.self)
            last = isMaking ? number : result
        }
    }
}
