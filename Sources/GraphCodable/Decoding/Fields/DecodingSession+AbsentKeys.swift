// A slot with a key may hold a mark instead of a value. The composite then does not have the key, as if its shape did
// not have the slot.

extension DecodingSession {
    func isAbsent(_ slot: UnsafeMutablePointer<ArchivedSlot>) -> Bool {
        slot.pointee.keyID != 0 && state.pointee.cursor < state.pointee.end
            && state.pointee.cursor.load(as: UInt8.self) == Tag.absent
    }

    /// Skips the value of a slot, or the mark that there is none.
    func skipField(of slot: UnsafeMutablePointer<ArchivedSlot>) throws {
        if isAbsent(slot) {
            state.pointee.cursor += 1
        } else {
            try skipValue()
        }
    }

    /// Moves to the next slot that has a value, while slots are decoded in order.
    func skipAbsentKeys() {
        guard case .slots = state.pointee.frame.pointee.access else { return }
        while state.pointee.nextSlot < state.pointee.endOfSlots, isAbsent(state.pointee.nextSlot) {
            state.pointee.cursor += 1
            state.pointee.nextSlot += 1
        }
    }

    /// Returns the error for a requested key that the composite does not have, or `nil` if it has a value or if the
    /// current value is a different one.
    func absentKeyError() -> (any Error)? {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames, case .slots = frame.pointee.access else { return nil }
        let slot = state.pointee.nextSlot - 1
        guard slot >= frame.pointee.shape.pointee.slots, isAbsent(slot), position(of: slot) == state.pointee.cursor
        else { return nil }
        return keyNotFound(slot.pointee.key, in: frame)
    }

    /// Returns the start of a slot of the innermost composite, or `nil` if the archive is damaged before it.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the values before the slot.
    private func position(of slot: UnsafeMutablePointer<ArchivedSlot>) -> UnsafeRawPointer? {
        let frame = state.pointee.frame
        let cursor = state.pointee.cursor
        defer { state.pointee.cursor = cursor }
        state.pointee.cursor = frame.pointee.start
        do {
            for index in 0..<(slot - frame.pointee.shape.pointee.slots) {
                try skipField(of: frame.pointee.shape.pointee.slots + index)
            }
            return state.pointee.cursor
        } catch {
            return nil
        }
    }

    /// Returns the error for a mark where only a value is allowed, such as in a collection.
    func strayMark() -> any Error {
        malformed("The mark of an absent key occurs where a value is needed.")
    }
}
