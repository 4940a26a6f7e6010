import Synchronization

/// Keeps the session of an encoder or decoder between two uses, and the user info that sessions are made with.
///
/// A session is either in here or used by the one thread that took it.
struct SessionPool<Session: AnyObject>: ~Copyable, @unchecked Sendable {
    private struct State: ~Copyable, @unchecked Sendable {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var generation = 0
    }

    private let state = Mutex(State())
    /// The idle session, retained; 0 when there is none. It was made with the current user info.
    private let idle = Atomic<UInt>(0)
    private let generation = Atomic<Int>(0)

    deinit {
        takeIdle()?.release()
    }

    var userInfo: [CodingUserInfoKey: any Sendable] {
        state.withLock { $0.userInfo }
    }

    /// Sets the user info; sessions that were made with the old one are not used again.
    func setUserInfo(_ userInfo: [CodingUserInfoKey: any Sendable]) {
        state.withLock { $0.userInfo = userInfo }
        generation.add(1, ordering: .acquiringAndReleasing)
        takeIdle()?.release()
    }

    /// Calls `body` with a session that nothing else uses.
    ///
    /// - Parameters:
    ///   - make: Makes a session when there is none.
    ///   - body: Uses the session, and says whether it may be used again.
    @inline(__always)
    func withSession<Result>(
        make: ([CodingUserInfoKey: any Sendable]) -> Session, _ body: (Session) throws -> (Result)
    ) rethrows -> Result {
        let current = generation.load(ordering: .acquiring)
        // The session's one reference count wanders from here to the thread and back, so that none is changed.
        let session = takeIdle() ?? Unmanaged.passRetained(make(userInfo))
        defer { giveBack(session, generation: current) }
        return try session._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    private func takeIdle() -> Unmanaged<Session>? {
        let bits = idle.exchange(0, ordering: .acquiringAndReleasing)
        return UnsafeRawPointer(bitPattern: bits).map { Unmanaged<Session>.fromOpaque($0) }
    }

    @inline(__always)
    private func giveBack(_ session: Unmanaged<Session>, generation current: Int) {
        guard generation.load(ordering: .acquiring) == current else {
            return session.release()
        }
        let bits = UInt(bitPattern: session.toOpaque())
        let replaced = idle.exchange(bits, ordering: .acquiringAndReleasing)
        if let replaced = UnsafeRawPointer(bitPattern: replaced) {
            Unmanaged<Session>.fromOpaque(replaced).release()
        }
        // The user info may have been set between the check and the exchange.
        if generation.load(ordering: .acquiring) != current {
            takeIdle()?.release()
        }
    }
}
