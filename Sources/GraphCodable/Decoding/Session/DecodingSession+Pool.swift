extension DecodingSession: PooledSession {
    static let shared = IdleSessions<DecodingSession> { $0.isInterchangeable(with: $1) }

    var configuration: GraphDecodingPolicy { policy }

    /// The maximum size in bytes of a directory that is kept for the next archive of the same kind. A directory takes
    /// about a hundred times as much memory.
    private static var keptDirectorySize: Int { 16_384 }

    func shrink() {
        if directoryBytes.count > Self.keptDirectorySize {
            directory = ArchiveDirectory()
        }
    }
}
