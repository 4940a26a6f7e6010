import CodingTree
import GraphCodable

/// An object graph as plain values, in which objects that are met more than once have a number.
///
/// ``CyclicEncoder`` makes it and ``CyclicDecoder`` reads it. In between, any coder can write it: it is `Codable` and
/// `GCodable`. Two containers are equal when they hold the same values; the order of keys and the width of numbers, which
/// formats such as JSON do not keep, make no difference. It prints as
///
/// ```
/// referenced: [{  }],
/// root: [
///   { helper: #0 },
///   { helper: {  } },
///   { helper: #0 }
/// ]
/// ```
public struct FlattenedContainer: Sendable, Equatable {
    /// The objects with a number, in the order in which they were met.
    let referenced: [TreeValue]
    let root: TreeValue

    init(referenced: [TreeValue], root: TreeValue) {
        self.referenced = referenced
        self.root = root
    }
}

extension FlattenedContainer: GCodable {
    private enum Key: String {
        case referenced, root
    }

    /// Writes the objects and the root.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: `GraphCodableError` with the code `depthExceeded` when values are nested too deeply.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(referenced, for: Key.referenced)
        try encoder.encode(root, for: Key.root)
    }

    /// Reads the objects and the root.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `GraphCodableError` when the archive holds something else, or is damaged.
    public init(from decoder: GDecoder) throws {
        referenced = try TreeValue.decodeObjects(decoder, for: Key.referenced)
        root = try TreeValue.decodeRoot(decoder, for: Key.root)
    }
}
