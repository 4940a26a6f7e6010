/// What follows a tag of a raw archive (`format-graph.md`, section 4), as far as the filter needs it.
enum FilterToken {
    static let leaf: UInt8 = 0
    static let shortString: UInt8 = 1
    static let composite: UInt8 = 2
    static let reference8: UInt8 = 3
    static let reference16: UInt8 = 4
    static let reference32: UInt8 = 5
    static let fixed1: UInt8 = 6
    static let fixed2: UInt8 = 7
    static let fixed4: UInt8 = 8
    static let fixed8: UInt8 = 9
    static let fixed16: UInt8 = 10
    static let longString: UInt8 = 11
    static let sequence: UInt8 = 12
    static let map: UInt8 = 13
    static let packed: UInt8 = 14
    static let conditionalReference: UInt8 = 15
    static let longComposite: UInt8 = 16
    /// The number of a key or of a type, in front of a value.
    static let key: UInt8 = 17
    static let mark: UInt8 = 18
    static let binary: UInt8 = 19
    // These occur only in a filtered block.
    static let newReference: UInt8 = 21
    static let knownReference: UInt8 = 22
    static let repeatedString: UInt8 = 23
    static let rows: UInt8 = 24
    static let invalid: UInt8 = 255

    /// The tags that only a filtered block has.
    static let newReferenceTag: UInt8 = 0xF0
    static let knownReferenceTag: UInt8 = 0xF1
    static let repeatedStringTag: UInt8 = 0xF2
    static let rowsTag: UInt8 = 0xF3

    static let binaryTag: UInt8 = 0xE7
    static let firstPackedTag: UInt8 = 0xD0

    /// The minimum size of a string that is numbered, in bytes.
    static let shortestNumberedString = 3

    /// What the filter takes apart has fewer elements or bytes than this. So their number fits into an `Int`, also sixteenfold.
    @inline(__always) static var countLimit: UInt64 { Int.bitWidth == 64 ? 1 << 40 : 1 << 26 }

    /// The tokens of all 256 tags of a raw archive.
    ///
    /// Invariant: 256 bytes are initialized before the address is published, are never modified and never deallocated.
    nonisolated(unsafe) static let table = makeTable(ofFilteredBlock: false)
    /// The tokens of all 256 tags of a filtered block, with the same invariant.
    nonisolated(unsafe) static let tableOfFilteredBlock = makeTable(ofFilteredBlock: true)

    private static func makeTable(ofFilteredBlock isFiltered: Bool) -> UnsafePointer<UInt8> {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        table.initialize(repeating: invalid, count: 256)
        func set(_ tags: ClosedRange<Int>, _ token: UInt8) {
            for tag in tags { table[tag] = token }
        }
        set(0x00...0x3F, leaf)
        set(0x40...0x5F, shortString)
        set(0x60...0x7F, composite)
        set(0x80...0x9F, reference8)
        set(0xA0...0xBF, reference16)
        set(0xC0...0xC2, leaf)
        set(0xC3...0xC3, fixed1)
        set(0xC4...0xC4, fixed2)
        set(0xC5...0xC5, fixed4)
        set(0xC6...0xC7, fixed8)
        set(0xC8...0xC9, fixed16)
        set(0xCA...0xCA, fixed2)
        set(0xCB...0xCB, fixed4)
        set(0xCC...0xCC, fixed8)
        set(0xCD...0xCD, longString)
        set(0xCE...0xCE, sequence)
        set(0xCF...0xCF, map)
        set(0xD0...0xDD, packed)
        set(0xE0...0xE0, reference32)
        set(0xE1...0xE1, conditionalReference)
        set(0xE2...0xE3, longComposite)
        set(0xE4...0xE4, key)
        set(0xE5...0xE6, mark)
        set(0xE7...0xE7, binary)
        set(0xE8...0xE8, key)
        set(0xE9...0xE9, leaf)
        if isFiltered {
            table[Int(newReferenceTag)] = newReference
            table[Int(knownReferenceTag)] = knownReference
            table[Int(repeatedStringTag)] = repeatedString
            table[Int(rowsTag)] = rows
        }
        return UnsafePointer(table)
    }

    /// Returns the base-2 logarithm of the element size of a packed array's kind.
    @inline(__always)
    static func packedWidthLog2(_ tag: UInt8) -> Int {
        // Kinds 0 to 13, four bits each: 1 1 1 2 2 4 4 8 8 16 16 2 4 8 bytes.
        Int(truncatingIfNeeded: 0x32_1443_3221_1000 as UInt64 >> (UInt64(tag &- firstPackedTag) &* 4)) & 0xF
    }
}
