extension DecodingSession {
    /// Throws the reason that an object cannot be created, unless it is one whose initializer may be called again, or one
    /// of an open file, which is then here.
    ///
    /// - Parameter start: The start of the reference to it, which has been read.
    @inline(never)
    func checkIsAvailable(_ id: UInt32, _ type: Any.Type, from start: UnsafeRawPointer) throws {
        if records.slots[Int(id)].isUnloaded {
            return try prepareRecord(id)
        }
        if let progress = records.slots[Int(id)].progress {
            guard progress &+ 1 < state.pointee.deferrableCount else {
                throw cycleError(id, through: inProgress.elements.dropFirst(progress), at: start)
            }
            throw noteWaiting(for: id)
        }
        if let blocker = notes.blockers[id] {
            return try checkMayTryAgain(blocker)
        }
        throw missingObject(id, type, at: start)
    }

    func missingObject(_ id: UInt32, _ type: Any.Type, at start: UnsafeRawPointer) -> any Error {
        error(
            .valueNotFound,
            """
            The \(TypeNames.shortName(of: type)) here, object \(id), is not in the archive: it was encoded conditionally and \
            nothing else encoded it, or it was lost when a damaged archive was salvaged. Decode it as an optional.
            """, at: start)
    }

    /// Whether the next value is a reference to an object that is being initialized.
    @usableFromInline
    var isObjectInProgressNext: Bool {
        let start = state.pointee.cursor
        guard !inProgress.isEmpty, start < state.pointee.end, _GraphReader.isReference(start.load(as: UInt8.self))
        else {
            return false
        }
        defer { state.pointee.cursor = start }
        // An error is thrown again when the value is decoded.
        guard let id = try? readReference(AnyObject.self, isFollowed: false) else { return false }
        return records.slots[Int(id)].progress != nil
    }

    // MARK: Objects that were given up

    /// Notes that the innermost value that may be deferred has to wait.
    ///
    /// - Parameter blocker: The object in progress to which the value leads.
    /// - Returns: The error with which to leave the initializers inside the value.
    private func noteWaiting(for blocker: UInt32) -> any Error {
        waitingReason = .object(blocker)
        state.pointee.hasCycles = true
        return Self.deferrableCycle
    }

    /// Notes that the initializer of an object was given up, because a value around it has to wait.
    func giveUp(_ id: UInt32) {
        hasNotes = true
        dropWork(of: id)
        records.slots[Int(id)].giveUp()
        notes.blockers[id] = Blocker(id: waitingReason?.object ?? 0, count: (notes.blockers[id]?.count ?? 0) + 1)
    }

    /// Throws an error if the initializer of an object that was given up need not be called again, because the value
    /// around it has to wait anyway.
    ///
    /// An initializer that was given up several times is called again only when nothing is in progress, or when what it
    /// needs has been prepared. Each failed attempt is charged.
    private func checkMayTryAgain(_ blocker: Blocker) throws {
        if let progress = records.slots[Int(blocker.id)].progress {
            if progress &+ 1 < state.pointee.deferrableCount {
                throw noteWaiting(for: blocker.id)
            }
        } else if blocker.count >= Blocker.maximumCount, state.pointee.deferrableCount > 1, !isPreparing {
            throw noteWaiting(for: blocker.id)
        }
    }
}

/// Why the initializer of an object was given up.
struct Blocker {
    static var maximumCount: Int { 4 }

    /// The object that was in progress, to which this one leads.
    let id: UInt32
    /// How often the initializer was given up.
    let count: Int
}
