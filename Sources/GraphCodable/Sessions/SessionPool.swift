import Synchronization

/// A session that the encoders or decoders of the process share: everything that one encoding or decoding needs,
/// including what is known about types.
protocol PooledSession: AnyObject {
    /// The settings in which sessions differ. A coder uses only sessions that were created for interchangeable
    /// settings.
    associatedtype Configuration

    /// The sessions of this kind that no coder is using at the moment.
    static var shared: SharedSessions<Self> { get }

    var configuration: Configuration { get }
    /// The user info of the coder that is using the session.
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }
    /// The number of times that the coder's user info had been set before the session got it.
    var userInfoGeneration: Int { get set }

    init(_ configuration: Configuration)

    /// Releases what is too large to keep for the lifetime of the process.
    func shrink()
}

/// Keeps the session of an encoder or decoder between uses, together with the user info of its sessions.
///
/// A session is in this pool, among the shared ones, or in use by the one thread that took it. A coder that is reused
/// gets its own session with one atomic exchange. A new coder takes a shared session, and gives it back when it is
/// deallocated.
///
/// The program receives a session as its `GEncoder` or `GDecoder`, and may retain it. Such a session is never used
/// again: its encoding or decoding is over, so it refuses every call for good.
struct SessionPool<Session: PooledSession>: ~Copyable, @unchecked Sendable {
    private struct State: ~Copyable, @unchecked Sendable {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    }

    private let state = Mutex(State())
    /// The idle session, retained, or 0 if there is none.
    private let idle = Atomic<UInt>(0)
    /// The number of times that the user info has been set. It changes only while the state is locked.
    private let generation = Atomic<Int>(0)

    deinit {
        share(takeIdle())
    }

    var userInfo: [CodingUserInfoKey: any Sendable] {
        state.withLock { $0.userInfo }
    }

    /// Sets the user info, and gives away a session that has the old one.
    func setUserInfo(_ userInfo: [CodingUserInfoKey: any Sendable]) {
        var userInfo = userInfo
        // Release the old values after unlocking, because that may run code of the program.
        state.withLock {
            swap(&$0.userInfo, &userInfo)
            generation.add(1, ordering: .acquiringAndReleasing)
        }
        share(takeIdle())
    }

    /// Calls `body` with a session that nothing else is using.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the session, which must be the same for every call.
    ///   - body: A closure that uses the session and leaves it ready for the next use.
    @inline(__always)
    func withSession<Result>(
        _ configuration: @autoclosure () -> Session.Configuration, _ body: (Session) throws -> (Result)
    ) rethrows -> Result {
        // The session's single reference is passed from here to the thread and back, so no reference count changes.
        let session = takeIdle() ?? takeShared(configuration())
        defer { giveBack(session) }
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
        let (userInfo, current) = state.withLock { ($0.userInfo, generation.load(ordering: .relaxed)) }
        session._withUnsafeGuaranteedRef { session in
            session.userInfoGeneration = current
            if !userInfo.isEmpty {
                session.userInfo = userInfo
            }
        }
        return session
    }

    @inline(__always)
    private func giveBack(_ session: Unmanaged<Session>) {
        guard SessionReferences.isOnly(session) else {
            return session.release()
        }
        // Another thread may have set the user info while the session was in use.
        let sessionGeneration = session._withUnsafeGuaranteedRef { $0.userInfoGeneration }
        guard generation.load(ordering: .acquiring) == sessionGeneration else {
            return share(session)
        }
        let bits = UInt(bitPattern: session.toOpaque())
        let replaced = idle.exchange(bits, ordering: .acquiringAndReleasing)
        if let replaced = UnsafeRawPointer(bitPattern: replaced) {
            share(Unmanaged<Session>.fromOpaque(replaced))
        }
        // Or between the check and the exchange.
        if generation.load(ordering: .acquiring) != sessionGeneration {
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
