import Foundation

extension CharacterSet: _GPlainEncodable, _GPlainDecodable {
    private static var planeSize: Int { 8_192 }

    /// A bitmap of the 65,536 code points of the first plane, followed by the number and the bitmap of every other
    /// plane in use.
    public func _plainValue() -> Data { Self.withoutEmptyPlanes(bitmapRepresentation) }

    /// Returns a bitmap without the planes that have no members: Foundation keeps a plane when its members are removed.
    package static func withoutEmptyPlanes(_ bitmap: Data) -> Data {
        var result = bitmap.prefix(planeSize)
        for start in stride(from: planeSize, to: bitmap.count, by: planeSize + 1) {
            let plane = bitmap.dropFirst(start).prefix(planeSize + 1)
            if plane.count <= planeSize || plane.dropFirst().contains(where: { $0 != 0 }) { result += plane }
        }
        return result
    }

    public init(_plainValue: Data) throws {
        let bytes = Array(_plainValue)
        try _InvalidPlainValue.require(
            bytes.count >= Self.planeSize && (bytes.count - Self.planeSize) % (Self.planeSize + 1) == 0,
            "The \(bytes.count) bytes are not the bitmap of a character set.")
        // Foundation's own initializer misinterprets the bitmap of many scattered characters, and reads memory outside
        // the set (swift-corelibs-foundation, CFCharacterSet.c: the kind of set is not stored).
        guard let set = NSCharacterSet().mutableCopy() as? NSMutableCharacterSet else {
            throw _InvalidPlainValue("Foundation cannot create a character set from the bitmap.")
        }
        Self.add(bytes[..<Self.planeSize], plane: 0, to: set)
        var lastPlane: UInt8 = 0
        for start in stride(from: Self.planeSize, to: bytes.count, by: Self.planeSize + 1) {
            try _InvalidPlainValue.require(
                bytes[start] > lastPlane && bytes[start] <= 16,
                "A character set has the planes \(lastPlane) and \(bytes[start]), in this order.")
            lastPlane = bytes[start]
            let bitmap = bytes[start + 1..<start + 1 + Self.planeSize]
            try _InvalidPlainValue.require(
                bitmap.contains(where: { $0 != 0 }), "The plane \(lastPlane) of a character set has no members.")
            Self.add(bitmap, plane: lastPlane, to: set)
        }
        self = CharacterSet._unconditionallyBridgeFromObjectiveC(set)
    }

    /// A bitmap of alternating bits has four ranges in each byte.
    public static var _costPerByte: Int { 32 }

    /// Adds the characters of a plane, range by range.
    private static func add(_ bitmap: ArraySlice<UInt8>, plane: UInt8, to set: NSMutableCharacterSet) {
        var next = Int(plane) << 16
        var start: Int?
        func end() {
            if let first = start {
                set.addCharacters(in: NSRange(location: first, length: next - first))
                start = nil
            }
        }
        for byte in bitmap {
            if byte == 0 || byte == .max {
                if byte == 0 { end() } else { start = start ?? next }
                next += 8
                continue
            }
            for bit in 0..<8 {
                if byte & 1 << UInt8(bit) == 0 { end() } else { start = start ?? next }
                next += 1
            }
        }
        end()
    }
}
