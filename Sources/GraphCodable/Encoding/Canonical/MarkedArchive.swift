/// An archive whose sets and dictionaries have marks (``UnorderedMark``), from which one in canonical order is made.
struct MarkedArchive {
    let storage: ArchiveStorage
    /// The program's types for those in the archive's directory.
    let types: [(metatype: Any.Type, isInheritanceDisabled: Bool)]
    let hasMarks: Bool
    /// The cost of decoding, without that of the records and the directory.
    let cost: Int

    /// Takes the archive that a session has encoded.
    init(_ session: EncodingSession) throws {
        storage = try ArchiveStorage(session.makeBytes(), policy: session.policy)
        types = session.directory.writtenTypes.map { ($0.pointee.metatype, $0.pointee.isInheritanceDisabled) }
        hasMarks = session.hasMarks
        cost = session.state.pointee.cost
    }
}

/// What distinguishes the objects of a ``MarkedArchive``, by their numbers in it.
final class CanonicalObjects {
    struct Object {
        /// A hash of what the object contains, without other objects. It decides first, so that a change of one object
        /// does not move others.
        var contents: UInt64 = 0
        /// A hash that also depends on the objects to which this one leads.
        var surroundings: UInt64 = 0
        /// The number in the canonical archive, or 0 as long as it has none.
        var number: UInt32 = 0
        var isQueued = false
    }

    var objects: [Object]
    /// The objects in the order of their records in the canonical archive. The first is the root's record.
    var queue = [0]
    var nextNumber: UInt32 = 1

    init(count: Int) {
        objects = Array(repeating: Object(), count: count)
    }

    /// Returns the number of an object in the canonical archive.
    func number(of id: UInt32, isConditional: Bool) -> UInt32 {
        let id = Int(id)
        if objects[id].number == 0 {
            objects[id].number = nextNumber
            nextNumber += 1
        }
        if !isConditional, !objects[id].isQueued {
            objects[id].isQueued = true
            queue.append(id)
        }
        return objects[id].number
    }
}
