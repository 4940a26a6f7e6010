import Synchronization

/// The sessions of the process that no coder uses at the moment.
///
/// Making a session takes memory for frames and for a chunk, and what it learns of the types takes many times as long as a
/// small archive. So coders that live for one call only leave their sessions to those that come after them.
final class SharedSessions<Session: PooledSession>: Sendable {
    /// The sessions, retained, the one given last at the end.
    ///
    /// Sendable by this invariant: a session in here is used by no thread.
    private struct Idle: ~Copyable, @unchecked Sendable {
        var sessions: [Unmanaged<Session>] = []
    }

    /// Enough for the threads of most machines, and so few that the memory does not matter.
    static var limit: Int { 8 }

    private let idle = Mutex(Idle())
    private let isSame: @Sendable (Session.Configuration, Session.Configuration) -> Bool

    init(isSame: @escaping @Sendable (Session.Configuration, Session.Configuration) -> Bool) {
        self.isSame = isSame
    }

    /// How many sessions are kept.
    var count: Int {
        idle.withLock { $0.sessions.count }
    }

    /// Takes a session that was made for a configuration, if there is one.
    ///
    /// - Returns: The session, retained and without user info.
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

    /// Keeps a session for the next coder that needs one like it.
    ///
    /// - Parameter session: A retained session, which is taken over.
    func give(_ session: Unmanaged<Session>) {
        session._withUnsafeGuaranteedRef { session in
            if !session.userInfo.isEmpty {
                session.userInfo = [:]
            }
            session.shrink()
        }
        // The session that makes room is released when the lock is open again.
        let oldest = idle.withLock { idle in
            idle.sessions.append(session)
            return idle.sessions.count > Self.limit ? idle.sessions.removeFirst() : nil
        }
        oldest?.release()
    }
}

/// Tells whether the program has kept a session that it got as an encoder or a decoder.
enum SessionReferences {
    /// Whether a reference is the only one to an object.
    ///
    /// The standard library tells of strong references. Weak and unowned ones only show in the object's second word, in which
    /// the runtime counts. It is compared with that of an object to which there never was another reference; if a runtime
    /// counted elsewhere, weak and unowned references would not be noticed, and nothing else would change.
    @inline(__always)
    static func isOnly<Object: AnyObject>(_ object: Unmanaged<Object>) -> Bool {
        let word = countWord(object.toOpaque())
        var reference = object.takeRetainedValue()
        let isUnique = isKnownUniquelyReferenced(&reference)
        _ = Unmanaged.passRetained(reference)
        return isUnique && word == fresh
    }

    private final class Fresh {}

    /// The second word of an object with one strong reference and nothing else.
    private static let fresh: UInt = {
        let object = Unmanaged.passRetained(Fresh())
        defer { object.release() }
        return countWord(object.toOpaque())
    }()

    @inline(__always)
    private static func countWord(_ object: UnsafeMutableRawPointer) -> UInt {
        object.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
    }
}
