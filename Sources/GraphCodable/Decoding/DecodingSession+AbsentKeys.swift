// A slot with a key may hold a mark instead of a value: the composite is without the key, as if its shape did not have the slot.

extension DecodingSession {
    /// Whether there is no value at the cursor, where a slot begins.
    func isAbsent(_ slot: UnsafeMutablePointer<ArchivedSlot>) -> Bool {
        slot.pointee.keyID != 0 && state.pointee.cursor < state.pointee.end
            && state.pointee.cursor.load(as: UInt8.self) == Tag.absent
    }

    /// Passes over the value of a slot, or the mark that stands for none.
    func skipField(of slot: UnsafeMutablePointer<ArchivedSlot>) throws {
        if isAbsent(slot) {
            state.pointee.cursor += 1
        } else {
            try skipValue()
        }
    }

    /// Goes to the next slot that has a value, while slots are decoded in their order.
    func passOverAbsentKeys() {
        guard case .slots = state.pointee.frame.pointee.access else { return }
        while state.pointee.nextSlot < state.pointee.endOfSlots, isAbsent(state.pointee.nextSlot) {
            state.pointee.cursor += 1
            state.pointee.nextSlot += 1
        }
    }

    /// The error for a value that was asked for by a key which the composite is without; `nil` if there is one, or the value is
    /// another.
    func absentKey() -> (any Error)? {
        let frame = state.pointee.frame
        guard frame > state.pointee.frames, case .slots = frame.pointee.access else { return nil }
        let slot = state.pointee.nextSlot - 1
        guard slot >= frame.pointee.shape.pointee.slots, isAbsent(slot) else { return nil }
        return keyNotFound(slot.pointee.key, in: frame)
    }
}
