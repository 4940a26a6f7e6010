import GraphCodable

/// An object graph as plain values, in which objects with several references have a number.
///
/// ``CyclicEncoder`` creates a container and ``CyclicDecoder`` restores the graph. In between, any coder can store it:
/// it is `Codable` and `GCodable`. Containers are equal if they have the same values. The order of keys and the width
/// of numbers make no difference, because formats such as JSON don't preserve them. The description looks like this:
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
    /// The numbered objects, in the order in which they were first encountered.
    let referenced: [TreeValue]
    let root: TreeValue
}

extension FlattenedContainer: GCodable {
    /// Encodes the objects and the root.
    ///
    /// - Complexity: O(*n*) for *n* values.
    public func encode(to encoder: GEncoder) throws {
        try FlatValues.encode(referenced, root: root, for: .referenced, to: encoder)
    }

    /// Decodes the objects and the root.
    ///
    /// - Complexity: O(*n*) for *n* values.
    public init(from decoder: GDecoder) throws {
        (referenced, root) = try FlatReader(decoder).read().trees(decoder.policy)
    }
}
