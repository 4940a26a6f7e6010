extension DecodingSession: PooledSession {
    static let shared = SharedSessions<DecodingSession> { $0.isInterchangeable(with: $1) }

    var configuration: GraphDecodingPolicy { policy }

    /// The most bytes of a directory that is kept for the next archive of the same kind; it takes some hundred times as much
    /// memory.
    private static var keptDirectorySize: Int { 16_384 }

    func shrink() {
        if directoryBytes.count > Self.keptDirectorySize {
            directory = ArchiveDirectory()
        }
    }
}
