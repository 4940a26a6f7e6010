/// An object that nothing but its record held, and to which unowned references led when it was released.
///
/// Invariant: the only unowned reference here keeps the memory in which the others are counted.
final class UnownedTarget {
    let id: UInt32
    private let memory: Unmanaged<AnyObject>
    private unowned let object: AnyObject

    init(id: UInt32, _ memory: Unmanaged<AnyObject>) {
        (self.id, self.memory, object) = (id, memory, memory.takeUnretainedValue())
    }

    /// Whether there are still others. Using one of them ends the program.
    var isReferred: Bool { ReferenceCounts.hasUnowned(memory) }
}
