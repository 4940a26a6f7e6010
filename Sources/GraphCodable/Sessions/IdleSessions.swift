import Synchronization

/// The sessions of the process that no coder is using at the moment.
///
/// A session needs memory for frames and for a chunk, and learning about types takes many times as long as coding a
/// small archive. So coders that live for only one call leave their sessions to later coders.
final class IdleSessions<Session: PooledSession>: Sendable {
    /// The retained sessions, the most recently added last.
    ///
    /// Sendable because no thread uses a session in this list.
    private struct Idle: ~Copyable, @unchecked Sendable {
        var sessions: [Unmanaged<Session>] = []
    }

    /// Enough for the threads of most machines, and few enough for the memory not to matter.
    static var limit: Int { 8 }

    private let idle = Mutex(Idle())
    private let isSame: @Sendable (Session.Configuration, Session.Configuration) -> Bool

    init(isSame: @escaping @Sendable (Session.Configuration, Session.Configuration) -> Bool) {
        self.isSame = isSame
    }

    /// Takes a session that was created for a configuration, if there is one. It is retained and has no user info.
    func take(_ configuration: Session.Configuration) -> Unmanaged<Session>? {
        idle.withLock { idle in
            guard
                let index = idle.sessions.lastIndex(where: { session in
                    session._withUnsafeGuaranteedRef { isSame($0.configuration, configuration) }
                })
            else { return nil }
            return idle.sessions.remove(at: index)
        }
    }

    /// Keeps a retained session for the next coder that needs one like it.
    func putBack(_ session: Unmanaged<Session>) {
        session._withUnsafeGuaranteedRef { session in
            if !session.userInfo.isEmpty {
                session.userInfo = [:]
            }
            session.shrink()
        }
        // Release the session that makes room after unlocking.
        let oldest = idle.withLock { idle in
            idle.sessions.append(session)
            return idle.sessions.count > Self.limit ? idle.sessions.removeFirst() : nil
        }
        oldest?.release()
    }
}
