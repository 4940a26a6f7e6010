/// An error of one of the libraries of this package: what a program needs to know to answer any of them in one place.
///
/// ```swift
/// do {
///     return try handle(decoder.decode(Request.self, fromArchive: body))
/// } catch let error as any GraphError {
///     log(error)
///     return Response(status: error.isInputAtFault ? 400 : 500)
/// }
/// ```
///
/// Errors are told apart by their codes, which match errors as patterns do:
///
/// ```swift
/// } catch GraphCodableError.Code.truncated {
/// ```
public protocol GraphError: Error, Sendable, CustomStringConvertible {
    /// The kinds of problems that the library knows. New ones may be added in any release.
    associatedtype Code: Hashable & Sendable & CustomStringConvertible

    /// What kind of problem it is.
    var code: Code { get }
    /// One sentence, or a few: what was wrong and what to do, in printable characters. It does not repeat the place.
    var message: String { get }
    /// The way from the root to the value; empty when it is not known.
    var codingPath: CodingPath { get }
    /// The type that the problem was found in; `nil` when it is not known.
    var typeName: String? { get }
    /// The offset in the archive, in bytes, at which the problem was found; `nil` when it is not a matter of place.
    var byteOffset: UInt64? { get }
    /// The path of the file; `nil` when there is none.
    var path: String? { get }
    /// The error that caused this one, if there was one.
    var underlyingError: (any Error)? { get }
    /// Whether it is the input that cannot be used, rather than the program or the system that cannot do its work: for a
    /// server, whether the client is to be told.
    var isInputAtFault: Bool { get }
}

extension GraphError {
    /// Empty: the path is not known.
    public var codingPath: CodingPath { CodingPath() }
    /// `nil`: the type is not known.
    public var typeName: String? { nil }
    /// `nil`: it is not a matter of place.
    public var byteOffset: UInt64? { nil }
    /// `nil`: there is no file.
    public var path: String? { nil }

    /// The file, the code, the place, the message and the cause in one line of printable characters.
    public var description: String {
        var text = path.map { "\($0): " } ?? ""
        text += "\(code)"
        if !codingPath.isEmpty {
            text += " at \(codingPath)"
        }
        let place = [typeName.map { "in \($0)" }, byteOffset.map { "byte \($0)" }].compactMap { $0 }
        if !place.isEmpty {
            text += " (\(place.joined(separator: ", ")))"
        }
        text += ": \(message)"
        if let underlyingError {
            text += " Cause: \(underlyingError)"
        }
        return EscapedText.printable(text)
    }
}
