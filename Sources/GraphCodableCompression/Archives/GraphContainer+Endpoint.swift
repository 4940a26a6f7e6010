import Foundation

extension GraphContainer {
    /// Where an archive is read from or written to: a file, or something that is open.
    public struct Endpoint: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            case path(SystemPath)
            case descriptor(Int32)
        }

        let place: Place
        private(set) var mustBeNew = false
        /// Those of the file that the contents come from.
        private(set) var source: FileAttributes?

        private init(_ place: Place, mustBeNew: Bool = false) {
            self.place = place
            self.mustBeNew = mustBeNew
        }

        /// A file. It is written as
        /// ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:)-(_,String,_,_,_)`` writes: as a whole or not at all.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - replacing: Whether a file that exists is replaced. Otherwise it is an error, `fileExists`, also when the file
        ///     comes while the archive is being written. Devices and pipes are written to in any case.
        public static func path(_ path: String, replacing: Bool = true) -> Endpoint {
            bytes(Array(path.utf8), replacing: replacing)
        }

        /// A file, by the bytes of its path, which need not be UTF-8.
        ///
        /// - Parameters:
        ///   - path: The bytes of the path, without a zero at the end.
        ///   - replacing: Whether a file that exists is replaced, as with ``path(_:replacing:)``.
        public static func bytes(_ path: [UInt8], replacing: Bool = true) -> Endpoint {
            Endpoint(.path(SystemPath(bytes: path)), mustBeNew: !replacing)
        }

        /// A file, by its URL, whose path need not be UTF-8.
        ///
        /// - Parameters:
        ///   - url: The URL of the file.
        ///   - replacing: Whether a file that exists is replaced, as with ``path(_:replacing:)``.
        /// - Throws: ``GraphContainerError``: `invalidArgument` when the URL does not name a file.
        public static func url(_ url: URL, replacing: Bool = true) throws(GraphContainerError) -> Endpoint {
            Endpoint(.path(try SystemPath(url)), mustBeNew: !replacing)
        }

        /// An open file, pipe or device, used from its present position and left open. When writing to it fails, what was
        /// written so far stays there.
        public static func fileDescriptor(_ descriptor: Int32) -> Endpoint {
            Endpoint(.descriptor(descriptor))
        }

        /// The same place for a file that takes over the mode and the time of the one that was salvaged.
        ///
        /// - Parameter salvaged: What the new file is made from.
        public func withAttributes(of salvaged: SalvagedBytes) -> Endpoint {
            with(salvaged.source)
        }

        func with(_ source: FileAttributes?) -> Endpoint {
            var endpoint = self
            endpoint.source = source
            return endpoint
        }

        /// Opens it for reading.
        func open(_ system: any SystemCalls = OperatingSystem()) throws(GraphContainerError) -> OpenFile {
            switch place {
            case .path(let path): try OpenFile.reading(path, system: system)
            case .descriptor(let descriptor): OpenFile(borrowing: descriptor, system: system)
            }
        }
    }
}
