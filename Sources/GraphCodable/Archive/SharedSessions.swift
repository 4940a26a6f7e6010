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
    /// Whether a reference is the only one to an object: strong, weak or unowned.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - unshared: ``unshared``, which the caller keeps where it is reached without a call.
    ///
    /// The runtime counts all of them in the object's second word, which is compared with that of an object to which there
    /// never was another reference. Where that word turns out not to count, the standard library is asked instead, which takes
    /// longer and does not know of weak and unowned references.
    @inline(__always)
    static func isOnly<Object: AnyObject>(_ object: Unmanaged<Object>, unshared: UInt) -> Bool {
        countWord(object.toOpaque()) == unshared || (unshared == 0 && isKnownUnique(object))
    }

    private final class Sample {}

    /// The second word of an object with one strong reference and nothing else; 0 where another reference does not change it.
    static let unshared = findUnshared()

    /// Not optimized: the compiler would leave out the second reference, which is not used.
    @_optimize(none)
    private static func findUnshared() -> UInt {
        let sample = Unmanaged.passRetained(Sample())
        defer { sample.release() }
        let word = countWord(sample.toOpaque())
        let other = sample.retain()
        defer { other.release() }
        return countWord(sample.toOpaque()) == word ? 0 : word
    }

    @inline(__always)
    private static func countWord(_ object: UnsafeMutableRawPointer) -> UInt {
        object.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
    }

    @inline(never)
    private static func isKnownUnique<Object: AnyObject>(_ object: Unmanaged<Object>) -> Bool {
        var reference = object.takeRetainedValue()
        let isUnique = isKnownUniquelyReferenced(&reference)
        _ = Unmanaged.passRetained(reference)
        return isUnique
    }
}
