import Foundation

extension NSRange: _GPair {
    public static var _pairKeys: (String, String) { ("location", "length") }

    /// - Throws: `notEncodable` if the length is negative or the end does not fit into an `Int`, unless the location
    ///   is `NSNotFound`.
    public func _pair() throws -> (Int, Int) {
        try GraphCodableError.require(
            Self.isValid(location, length), or: .notEncodable,
            "A range of length \(length) that begins at \(location) cannot be archived.")
        return (location, length)
    }

    public init(_pair: (Int, Int)) throws {
        try _InvalidPlainValue.require(
            Self.isValid(_pair.0, _pair.1), "A range of length \(_pair.1) begins at \(_pair.0).")
        self.init(location: _pair.0, length: _pair.1)
    }

    private static func isValid(_ location: Int, _ length: Int) -> Bool {
        length >= 0 && (location == NSNotFound || !location.addingReportingOverflow(length).overflow)
    }
}
