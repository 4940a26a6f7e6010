import Foundation

/// The name of a file to save or load: a path as a `String`, a file `URL`, or a ``GraphContainer/Endpoint``.
///
/// Use an endpoint for what a string and a URL cannot say: a path that is not UTF-8, a file that must not exist yet, or an
/// open file descriptor, which can be loaded and compressed to, but not saved to. Only the package's functions use this
/// protocol; your own types need not conform to it.
public protocol GraphFileLocation: Sendable {
    /// Returns the location as an endpoint.
    ///
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if this does not name a file.
    func endpoint() throws(GraphContainerError) -> GraphContainer.Endpoint
}

extension String: GraphFileLocation {
    /// Returns the file with this path.
    public func endpoint() -> GraphContainer.Endpoint { .path(self) }
}

extension URL: GraphFileLocation {
    /// Returns the file with this URL.
    ///
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if this is not a file URL.
    public func endpoint() throws(GraphContainerError) -> GraphContainer.Endpoint { try .url(self) }
}

extension GraphContainer.Endpoint: GraphFileLocation {
    /// Returns the endpoint itself.
    public func endpoint() -> GraphContainer.Endpoint { self }
}

extension SystemPath: GraphFileLocation {
    package func endpoint() -> GraphContainer.Endpoint { .path(bytes: bytes) }
}
