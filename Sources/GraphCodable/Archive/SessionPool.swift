import Synchronization

/// What the encoders and decoders of the process take turns in using: all that one encoding or decoding needs, with what
/// is known of types.
protocol PooledSession: AnyObject {
    /// What makes sessions differ. Only a session made for an equal one is used.
    associatedtype Configuration

    /// The sessions of this kind that no coder uses at the moment.
    static var shared: SharedSessions<Self> { get }

    var configuration: Configuration { get }
    /// The user info of the coder that uses the session.
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }

    /// ``SessionReferences/unshared``.
    var unsharedCount: UInt { get }

    init(_ configuration: Configuration)

    /// Lets go of what is too large to be kept for as long as the process lasts.
    func shrink()
}

/// Keeps the session of an encoder or decoder between two uses, and the user info that it uses sessions with.
///
/// A session is in here, among the shared ones, or used by the one thread that took it. A coder that is used again finds its
/// own session by one atomic exchange; a new coder takes a shared one, and the last one to go gives it back.
///
/// The program gets a session as its `GEncoder` or `GDecoder`, and may keep it. Such a session is never used again: its
/// encoding or decoding is over, so that it refuses every call, for good.
struct SessionPool<Session: PooledSession>: ~Copyable, @unchecked Sendable {
    private struct State: ~Copyable, @unchecked Sendable {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    private let state = Mutex(State())
    /// The idle session, retained; 0 when there is none. It has the current user info.
    private let idle = Atomic<UInt>(0)
    private let generation = Atomic<Int>(0)

    deinit {
        share(takeIdle())
    }

    var userInfo: [CodingUserInfoKey: any Sendable] {
        state.withLock { $0.userInfo }
    }

    /// Sets the user info; a session that has the old one is given away.
    func setUserInfo(_ userInfo: [CodingUserInfoKey: any Sendable]) {
        var userInfo = userInfo
        // The old values are released when the lock is open again: that may run code of the program.
        state.withLock { swap(&$0.userInfo, &userInfo) }
        generation.add(1, ordering: .acquiringAndReleasing)
        share(takeIdle())
    }

    /// Calls `body` with a session that nothing else uses.
    ///
    /// - Parameters:
    ///   - configuration: What the session is to be like; the same for every call.
    ///   - body: Uses the session, and leaves it as it was.
    @inline(__always)
    func withSession<Result>(
        _ configuration: @autoclosure () -> Session.Configuration, _ body: (Session) throws -> (Result)
    ) rethrows -> Result {
        let current = generation.load(ordering: .acquiring)
        // The session's one reference count wanders from here to the thread and back, so that none is changed.
        let session = takeIdle() ?? takeShared(configuration())
        defer { giveBack(session, generation: current) }
        return try session._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    private func takeIdle() -> Unmanaged<Session>? {
        let bits = idle.exchange(0, ordering: .acquiringAndReleasing)
        return UnsafeRawPointer(bitPattern: bits).map { Unmanaged<Session>.fromOpaque($0) }
    }

    @inline(never)
    private func takeShared(_ configuration: Session.Configuration) -> Unmanaged<Session> {
        let session = Session.shared.take(configuration) ?? Unmanaged.passRetained(Session(configuration))
        let userInfo = userInfo
        if !userInfo.isEmpty {
            session._withUnsafeGuaranteedRef { $0.userInfo = userInfo }
        }
        return session
    }

    @inline(__always)
    private func giveBack(_ session: Unmanaged<Session>, generation current: Int) {
        let unshared = session._withUnsafeGuaranteedRef { $0.unsharedCount }
        guard SessionReferences.isOnly(session, unshared: unshared) else {
            return session.release()
        }
        guard generation.load(ordering: .acquiring) == current else {
            return share(session)
        }
        let bits = UInt(bitPattern: session.toOpaque())
        let replaced = idle.exchange(bits, ordering: .acquiringAndReleasing)
        if let replaced = UnsafeRawPointer(bitPattern: replaced) {
            share(Unmanaged<Session>.fromOpaque(replaced))
        }
        // The user info may have been set between the check and the exchange.
        if generation.load(ordering: .acquiring) != current {
            share(takeIdle())
        }
    }

    @inline(never)
    private func share(_ session: Unmanaged<Session>?) {
        if let session {
            Session.shared.give(session)
        }
    }
}
