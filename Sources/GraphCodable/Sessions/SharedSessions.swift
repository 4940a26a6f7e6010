import Synchronization

/// The sessions of the process that no coder is using at the moment.
///
/// A session needs memory for frames and for a chunk, and learning about types takes many times as long as coding a
/// small archive. So coders that live for only one call leave their sessions to later coders.
final class SharedSessions<Session: PooledSession>: Sendable {
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

    /// The number of sessions that are kept.
    var count: Int {
        idle.withLock { $0.sessions.count }
    }

    /// Takes a session that was created for a configuration, if there is one.
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
    /// - Parameter session: A retained session, whose ownership is transferred.
    func give(_ session: Unmanaged<Session>) {
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

/// Detects whether the program has retained a session that it received as an encoder or a decoder.
enum SessionReferences {
    /// Returns whether a reference is the only one to an object: strong, weak or unowned.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - unshared: ``unshared``, which the caller stores where it can be accessed without a call.
    ///
    /// The runtime counts all references in the object's second word. The word is compared with that of an object that
    /// never had another reference. If that word turns out not to be a count, the standard library is called instead,
    /// which takes longer and does not detect weak and unowned references.
    @inline(__always)
    static func isOnly<Object: AnyObject>(_ object: Unmanaged<Object>, unshared: UInt) -> Bool {
        countWord(object.toOpaque()) == unshared || (unshared == 0 && isKnownUnique(object))
    }

    /// Returns whether a reference is the only strong one to an object, which may have weak and unowned references.
    static func isOnlyStrong(_ object: Unmanaged<AnyObject>, unshared: UInt) -> Bool {
        isOnly(object, unshared: unshared) || isKnownUnique(object)
    }

    private final class Sample {}

    /// The second word of an object with one strong reference and no other. It is 0 if another reference does not
    /// change the word.
    static let unshared = findUnshared()

    /// Not optimized, because the compiler would remove the unused second reference.
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
