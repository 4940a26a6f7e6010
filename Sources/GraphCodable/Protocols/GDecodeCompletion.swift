/// An object that has something to do when the graph that it belongs to has been decoded.
///
/// ```swift
/// final class Page: GCodable, GDecodeCompletion {
///     var lines: [Line]
///     private var heights: [Double] = []
///
///     func didDecode() {
///         heights = lines.map(\.height)
///     }
///     ...
/// }
/// ```
///
/// Only classes can conform: a value has been copied into the graph by then.
public protocol GDecodeCompletion: AnyObject {
    /// Called once for each object that was decoded, when the whole graph is set. All deferred values are there, and the sets
    /// and dictionaries that waited for their elements. The closures of ``GDecoder/whenDecoded(_:)`` have been called.
    ///
    /// Objects to which this one leads come first, unless they lead back. Weak references, which are encoded
    /// conditionally, do not count, so children come before their parents. Among objects that refer to one another in a
    /// circle, those come first that are further from the root.
    ///
    /// Do not change what the object is hashed by, if it is in a set.
    ///
    /// - Throws: Any error. It ends the decoding.
    func didDecode() throws
}
