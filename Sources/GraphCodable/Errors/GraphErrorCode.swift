/// The kind of problem that a ``GraphError`` reports.
public protocol GraphErrorCode: Hashable, Sendable, CustomStringConvertible {}

extension GraphErrorCode {
    /// Matches an error by its code in a `catch` or `case` pattern, as in `catch GraphCodableError.Code.truncated`.
    ///
    /// - Parameters:
    ///   - code: The code to match.
    ///   - error: The error.
    /// - Returns: `true` if `error` is a ``GraphError`` with this code.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? any GraphError)?.code as? Self == code
    }
}
