import Synchronization

/// A session that the encoders or decoders of the process share: everything that one encoding or decoding needs,
/// including what is known about types.
protocol PooledSession: AnyObject {
    /// The settings in which sessions differ. A coder uses only sessions that were created for interchangeable
    /// settings.
    associatedtype Configuration

    /// The sessions of this kind that no coder is using at the moment.
    static var shared: IdleSessions<Self> { get }

    var configuration: Configuration { get }
    /// The user info of the coder that is using the session.
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }
    /// The number of times that the coder's user info had been set before the session got it.
    var userInfoGeneration: Int { get set }

    init(_ configuration: Configuration)

    /// Releases what is too large to keep for the lifetime of the process.
    func shrink()
}

/// What the pools of all kinds of sessions hold. It is not generic, because looking up the type of a generic state takes longer
/// than all else that a pool does.
///
/// Unchecked, because no thread uses the idle session.
private struct PoolState: ~Copyable, @unchecked Sendable {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The number of times that the user info has been set.
    var generation = 0
    /// The idle session, retained, with the present user info.
    var idle: UnsafeRawPointer?
}

/// Keeps the session of an encoder or decoder between uses, together with the user info of its sessions.
///
/// A session is in this pool, among the shared ones, or in use by the one thread that took it. A coder that is reused
/// gets its own session. A new coder takes a shared session, and gives it back when it is deallocated.
///
/// The program receives a session as its `GEncoder` or `GDecoder`, and may retain it. Such a session is never used
/// again: its encoding or decoding is over, so it refuses every call for good.
struct SessionPool<Session: PooledSession>: ~Copyable {
    private let state = Mutex(PoolState())

    deinit {
        share(state.withLock { $0.idle.take() })
    }

    var userInfo: [CodingUserInfoKey: any Sendable] {
        state.withLock { $0.userInfo }
    }

    /// Sets the user info, and gives away a session that has the old one.
    func setUserInfo(_ userInfo: [CodingUserInfoKey: any Sendable]) {
        var userInfo = userInfo
        // Release the old values after unlocking, because that may run code of the program.
        let session = state.withLock { state in
            swap(&state.userInfo, &userInfo)
            state.generation += 1
            return state.idle.take()
        }
        share(session)
    }

    /// Calls `body` with a session that nothing else is using, and which it leaves ready for the next use. The configuration
    /// must be the same for every call.
    @inline(__always)
    func withSession<Result>(
        _ configuration: @autoclosure () -> Session.Configuration, _ body: (Session) throws -> (Result)
    ) rethrows -> Result {
        // The session's single reference is passed from here to the thread and back, so no reference count changes.
        let idle = state.withLock { $0.idle.take() }
        let session = if let idle { Unmanaged<Session>.fromOpaque(idle) } else { takeShared(configuration()) }
        defer { giveBack(session) }
        return try session._withUnsafeGuaranteedRef(body)
    }

    @inline(never)
    private func takeShared(_ configuration: Session.Configuration) -> Unmanaged<Session> {
        let session = Session.shared.take(configuration) ?? Unmanaged.passRetained(Session(configuration))
        let (userInfo, generation) = state.withLock { ($0.userInfo, $0.generation) }
        session._withUnsafeGuaranteedRef { session in
            session.userInfoGeneration = generation
            if !userInfo.isEmpty {
                session.userInfo = userInfo
            }
        }
        return session
    }

    @inline(__always)
    private func giveBack(_ session: Unmanaged<Session>) {
        guard ReferenceCounts.isOnly(session) else {
            return session.release()
        }
        let generation = session._withUnsafeGuaranteedRef { $0.userInfoGeneration }
        // From now on no thread uses the session.
        nonisolated(unsafe) let idle = UnsafeRawPointer(session.toOpaque())
        let isKept = state.withLock { state in
            // Another thread may have set the user info, or given back its session.
            guard state.idle == nil, state.generation == generation else { return false }
            state.idle = idle
            return true
        }
        if !isKept { share(idle) }
    }

    @inline(__always)
    private func share(_ session: UnsafeRawPointer?) {
        if let session {
            Session.shared.putBack(Unmanaged.fromOpaque(session))
        }
    }
}
