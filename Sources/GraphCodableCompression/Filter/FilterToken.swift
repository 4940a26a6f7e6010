/// What follows a tag of a raw archive (`format-graph.md`, section 4), as far as the filter needs it.
enum FilterToken {
    case leaf, shortString, composite
    case reference13, reference21, reference32, conditionalReference
    /// A number of so many bytes.
    case fixed1, fixed2, fixed4, fixed8, fixed16
    case longString, sequence, map, packed, binary, longComposite
    /// The number of a key or of a type, in front of a value.
    case key
    case mark
    case invalid
    // These occur only in a filtered block.
    case newReference, knownReference, repeatedString, rows

    /// The tags that only a filtered block has.
    static let newReferenceTag: UInt8 = 0xF0
    static let knownReferenceTag: UInt8 = 0xF1
    static let repeatedStringTag: UInt8 = 0xF2
    static let rowsTag: UInt8 = 0xF3

    /// The first of the tags that contain a string's size, a shape, the high bits of an id, or a packed array's kind.
    static let shortStringTag: UInt8 = 0x40
    static let compositeTag: UInt8 = 0x60
    static let reference13Tag: UInt8 = 0x80
    static let reference21Tag: UInt8 = 0xA0
    static let sequenceTag: UInt8 = 0xCE
    static let packedTag: UInt8 = 0xD0

    static let reference32Tag: UInt8 = 0xE0
    static let conditionalReferenceTag: UInt8 = 0xE1
    static let binaryTag: UInt8 = 0xE7

    /// Ids from these on need a longer reference.
    static let reference13Limit: UInt32 = 1 << 13
    static let reference21Limit: UInt32 = 1 << 21

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

    private static func makeTable(ofFilteredBlock isFiltered: Bool) -> UnsafePointer<FilterToken> {
        let table = UnsafeMutablePointer<FilterToken>.allocate(capacity: 256)
        table.initialize(repeating: .invalid, count: 256)
        func set(_ token: FilterToken, _ tags: ClosedRange<UInt8>...) {
            for tag in tags.joined() { table[Int(tag)] = token }
        }
        set(.leaf, 0x00...0x3F, 0xC0...0xC2, 0xE9...0xE9)
        set(.shortString, shortStringTag...0x5F)
        set(.composite, compositeTag...0x7F)
        set(.reference13, reference13Tag...0x9F)
        set(.reference21, reference21Tag...0xBF)
        set(.reference32, reference32Tag...reference32Tag)
        set(.fixed1, 0xC3...0xC3)
        set(.fixed2, 0xC4...0xC4, 0xCA...0xCA)
        set(.fixed4, 0xC5...0xC5, 0xCB...0xCB)
        set(.fixed8, 0xC6...0xC7, 0xCC...0xCC)
        set(.fixed16, 0xC8...0xC9)
        set(.longString, 0xCD...0xCD)
        set(.sequence, sequenceTag...sequenceTag)
        set(.map, 0xCF...0xCF)
        set(.packed, packedTag...0xDD)
        set(.conditionalReference, conditionalReferenceTag...conditionalReferenceTag)
        set(.longComposite, 0xE2...0xE3)
        set(.key, 0xE4...0xE4, 0xE8...0xE8)
        set(.mark, 0xE5...0xE6)
        set(.binary, binaryTag...binaryTag)
        if isFiltered {
            table[Int(newReferenceTag)] = .newReference
            table[Int(knownReferenceTag)] = .knownReference
            table[Int(repeatedStringTag)] = .repeatedString
            table[Int(rowsTag)] = .rows
        }
        return UnsafePointer(table)
    }

    /// Returns the id in the reference at an address, which has this token and is complete.
    @inline(__always)
    func id(at source: UnsafePointer<UInt8>) -> UInt32 {
        let rest = UnsafeRawPointer(source + 1)
        switch self {
        case .reference13: return UInt32(source[0] &- Self.reference13Tag) &<< 8 | UInt32(source[1])
        case .reference21:
            let low = UInt16(littleEndian: rest.loadUnaligned(as: UInt16.self))
            return UInt32(source[0] &- Self.reference21Tag) &<< 16 | UInt32(low)
        default: return UInt32(littleEndian: rest.loadUnaligned(as: UInt32.self))
        }
    }

    /// Returns the base-2 logarithm of the element size of a packed array's kind.
    @inline(__always)
    static func packedWidthLog2(_ tag: UInt8) -> Int {
        // Kinds 0 to 13, four bits each: 1 1 1 2 2 4 4 8 8 16 16 2 4 8 bytes.
        Int(truncatingIfNeeded: 0x32_1443_3221_1000 as UInt64 >> (UInt64(tag &- packedTag) &* 4)) & 0xF
    }
}
