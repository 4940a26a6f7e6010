extension GraphDecodingPolicy {
    /// Returns a policy that allows only what this policy and another one both allow.
    ///
    /// All code that combines two policies, such as that of a decoder and that of a container's options, uses this
    /// method.
    ///
    /// - Parameter other: The other policy.
    /// - Returns: The smaller of each pair of limits, and the types that both policies allow.
    public func limited(by other: GraphDecodingPolicy) -> GraphDecodingPolicy {
        var policy = GraphDecodingPolicy(
            maximumPlainByteCount: min(maximumPlainByteCount, other.maximumPlainByteCount),
            maximumExpansion: min(maximumExpansion, other.maximumExpansion),
            maximumObjectCount: min(maximumObjectCount, other.maximumObjectCount),
            maximumElementCount: min(maximumElementCount, other.maximumElementCount),
            maximumDepth: min(maximumDepth, other.maximumDepth),
            maximumInitializerDepth: min(maximumInitializerDepth, other.maximumInitializerDepth),
            maximumTypeNameLength: min(maximumTypeNameLength, other.maximumTypeNameLength),
            maximumDirectoryEntryCount: min(maximumDirectoryEntryCount, other.maximumDirectoryEntryCount),
            maximumCostPerByte: min(maximumCostPerByte, other.maximumCostPerByte),
            maximumMemory: min(maximumMemory, other.maximumMemory),
            allowedTypes: allowedTypes.limited(by: other.allowedTypes))
        policy.switchesStacks = switchesStacks && other.switchesStacks
        return policy
    }

    /// Returns whether another policy allows everything that this one allows, and so adds no limit.
    ///
    /// Closures and lists are not compared: a policy that has any counts as one that adds a limit.
    package func isWithin(_ other: GraphDecodingPolicy) -> Bool {
        limited(by: other).isInterchangeable(with: self)
    }

    /// A policy for inspecting an archive without creating any values: only the directory takes memory beyond the
    /// archive's own.
    package static var inspection: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumObjectCount: .max, maximumElementCount: .max, maximumTypeNameLength: .max,
            maximumCostPerByte: .max, maximumMemory: .max)
    }
}
