import Foundation

extension GraphContainer {
    /// A location from which an archive is read or to which it is written: a file, or an open file descriptor.
    public struct Endpoint: Sendable, Hashable {
        enum Location: Sendable, Hashable {
            case path(SystemPath)
            case descriptor(Int32)
        }

        let location: Location
        private(set) var mustBeNew = false
        /// The attributes of the file that the contents come from.
        private(set) var source: FileAttributes?

        /// Returns a file as an endpoint. Writing replaces it atomically, as
        /// ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:verifying:)`` does.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - replacing: Whether to replace an existing file. If false, writing throws an error with the code
        ///     `fileExists`, even if the file is created while the archive is being written. Devices and pipes are
        ///     always written to.
        /// - Returns: The endpoint.
        public static func path(_ path: String, replacing: Bool = true) -> Endpoint {
            self.path(bytes: Array(path.utf8), replacing: replacing)
        }

        /// Returns a file as an endpoint, given the bytes of its path, which need not be UTF-8.
        ///
        /// - Parameters:
        ///   - bytes: The bytes of the path, without a trailing zero.
        ///   - replacing: Whether to replace an existing file, as with ``path(_:replacing:)``.
        /// - Returns: The endpoint.
        public static func path(bytes: [UInt8], replacing: Bool = true) -> Endpoint {
            Endpoint(location: .path(SystemPath(bytes: bytes)), mustBeNew: !replacing)
        }

        /// Returns a file as an endpoint, given its URL, whose path need not be UTF-8.
        ///
        /// - Parameters:
        ///   - url: The URL of the file.
        ///   - replacing: Whether to replace an existing file, as with ``path(_:replacing:)``.
        /// - Returns: The endpoint.
        /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if the URL is not a file URL.
        public static func url(_ url: URL, replacing: Bool = true) throws(GraphContainerError) -> Endpoint {
            Endpoint(location: .path(try SystemPath(url)), mustBeNew: !replacing)
        }

        /// Returns an open file, pipe or device as an endpoint. It is used from its current position and left open.
        ///
        /// If writing fails, the bytes written so far remain.
        ///
        /// - Parameter descriptor: The file descriptor.
        /// - Returns: The endpoint.
        public static func fileDescriptor(_ descriptor: Int32) -> Endpoint {
            Endpoint(location: .descriptor(descriptor))
        }

        /// The path, for errors; `nil` if this is a file descriptor.
        var text: String? { if case .path(let path) = location { path.description } else { nil } }

        func path() throws(GraphContainerError) -> SystemPath {
            guard case .path(let path) = location else {
                throw GraphContainerError(
                    .invalidArgument,
                    "A file descriptor has no name, which opening a file in parts, replacing it and finding its backups need."
                )
            }
            return path
        }

        package func with(_ source: FileAttributes?) -> Endpoint {
            var endpoint = self
            endpoint.source = source
            return endpoint
        }

        /// The attributes that a file gets whose contents come from here; `nil` unless this is a file.
        package var attributes: FileAttributes? {
            get throws(GraphContainerError) { try open(waits: false).attributes }
        }

        /// - Parameter waits: False if nothing is read from a pipe.
        func open(
            _ system: any SystemCalls = OperatingSystem(), waits: Bool = true
        ) throws(GraphContainerError) -> OpenFile {
            switch location {
            case .path(let path): try OpenFile.reading(path, waits: waits, system: system)
            case .descriptor(let descriptor): OpenFile(borrowing: descriptor, system: system)
            }
        }
    }
}
