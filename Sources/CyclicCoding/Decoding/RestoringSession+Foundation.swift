import Foundation
import GraphCodable

// Types of Foundation that need more than their own `init(from:)`.
extension RestoringSession {
    /// Decodes a character set, which Foundation does not do safely. See ``FoundationFieldCheck``.
    func characterSet<Value: Decodable>(_ value: FlatValue, at path: CodingKeyPath?) throws -> Value {
        try run { known(try characterSet(value, at: path) as CharacterSet, as: Value.self) }
    }

    /// Charges for a URL with a base. Creating it copies the text of all its bases.
    func chargeBase<Value>(ofURL value: Value, at path: CodingKeyPath?) throws {
        guard let base = known(value, as: URL.self).baseURL else { return }
        try work.charge(byteCount: base.absoluteString.utf8.count / 8, at: path)
    }

    private struct Bitmap: Decodable {
        let bitmap: Data
    }

    private func characterSet(_ value: FlatValue, at path: CodingKeyPath?) throws -> CharacterSet {
        let bitmap = try decode(Bitmap.self, from: value, at: path).bitmap
        try work.charge(byteCount: bitmap.count + Self.rangeCount(bitmap) / 4, at: path)
        do {
            return try CharacterSet(_plainValue: CharacterSet.withoutEmptyPlanes(bitmap))
        } catch let invalid as _InvalidPlainValue {
            throw DecodingError.dataCorrupted(context(invalid.message, at: CodingKeyPath(path, NameKey("bitmap"))))
        }
    }

    /// The number of ranges of characters in a bitmap. Adding a range takes about ten nanoseconds.
    private static func rangeCount(_ bitmap: Data) -> Int {
        var (count, last) = (0, 0 as UInt8)
        for byte in bitmap {
            count += (byte & ~(byte << 1 | last >> 7)).nonzeroBitCount
            last = byte
        }
        return count
    }
}
