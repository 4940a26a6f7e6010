#if canImport(Foundation)
import Foundation

extension CharacterSet: _GPlainEncodable, _GPlainDecodable {
    /// A bitmap of the first plane's 65,536 code points, then the number and the bitmap of every other plane that is used.
    public func _plainValue() -> Data { bitmapRepresentation }

    public init(_plainValue: Data) throws {
        let bytes = Array(_plainValue)
        let planeSize = 8_192
        var lastPlane: UInt8 = 0
        var isValid = bytes.count >= planeSize && (bytes.count - planeSize) % (planeSize + 1) == 0
        if isValid {
            for start in stride(from: planeSize, to: bytes.count, by: planeSize + 1) {
                isValid = isValid && bytes[start] > lastPlane && bytes[start] <= 16
                lastPlane = bytes[start]
            }
        }
        guard isValid else {
            throw _InvalidPlainValue("\(bytes.count) bytes are no bitmap of a character set.")
        }
        self.init(bitmapRepresentation: _plainValue)
    }
}
#endif
