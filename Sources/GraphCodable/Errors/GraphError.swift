import Foundation

/// The common interface of the errors of this package's libraries, which lets a program handle all of them in one
/// place.
///
/// ```swift
/// do {
///     return try handle(decoder.decode(Request.self, fromArchive: body))
/// } catch let error as any GraphError {
///     log(error)
///     return Response(status: error.isInputAtFault ? 422 : 500, text: error.senderMessage)
/// }
/// ```
///
/// Distinguish errors by their codes, which you can use as patterns:
///
/// ```swift
/// } catch GraphCodableError.Code.truncated {
/// ```
public protocol GraphError: LocalizedError, Sendable, CustomStringConvertible {
    /// The kinds of problems that the library reports. Any release may add new ones.
    associatedtype Code: GraphErrorCode

    /// The kind of problem.
    var code: Code { get }
    /// What is wrong and what to do about it, in one or a few sentences of printable characters. The message does not
    /// repeat the location.
    var message: String { get }
    /// The path from the root to the value. The path is empty if it is unknown.
    var codingPath: CodingPath { get }
    /// The type in which the problem was found, or `nil` if it is unknown.
    var typeName: String? { get }
    /// The offset in bytes, in the archive, at which the problem was found, or `nil` if the problem has no location.
    var byteOffset: UInt64? { get }
    /// The path of the file, or `nil` if no file is involved.
    var path: String? { get }
    /// The error that caused this one, if any.
    var underlyingError: (any Error)? { get }
    /// A Boolean value that indicates whether the input is at fault, rather than the program or the system. A server
    /// can use it to decide whether to report the error to its client.
    ///
    /// The value is for errors of decoding and loading. Encoding and saving have no input.
    var isInputAtFault: Bool { get }
    /// What to tell the person who sent the input, such as a user who uploaded a file. It is one of a few sentences, without
    /// advice for developers, and without the names of types, modules and options. The `description` is for logs.
    var senderMessage: String { get }
}

extension GraphError {
    /// The default: that the contents are not accepted, or that the input is not at fault.
    public var senderMessage: String { isInputAtFault ? SenderMessage.contents : SenderMessage.noFault }

    /// The default: an empty path.
    public var codingPath: CodingPath { CodingPath() }
    /// The default: `nil`.
    public var typeName: String? { nil }
    /// The default: `nil`.
    public var byteOffset: UInt64? { nil }
    /// The default: `nil`.
    public var path: String? { nil }

    /// The ``description``, which `localizedDescription` returns.
    public var errorDescription: String? { description }

    /// The file, code, location, message and cause in one line of printable characters.
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
            // Errors of others, such as those of Swift's coders, quote values of the archive whole.
            text += " Cause: \(EscapedText.message("\(underlyingError)"))"
        }
        return EscapedText.printable(text)
    }
}
