extension GraphDecodingPolicy {
    /// The policy that allows only what this policy and another one both allow.
    ///
    /// This is the one place where two policies meet, such as that of a decoder and that of the options of a container.
    ///
    /// - Parameter other: The other policy.
    /// - Returns: The smaller of each pair of limits, and the types that both allow.
    public func limited(by other: GraphDecodingPolicy) -> GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumPlainByteCount: min(maximumPlainByteCount, other.maximumPlainByteCount),
            maximumExpansion: min(maximumExpansion, other.maximumExpansion),
            maximumObjectCount: min(maximumObjectCount, other.maximumObjectCount),
            maximumElementCount: min(maximumElementCount, other.maximumElementCount),
            maximumDepth: min(maximumDepth, other.maximumDepth),
            maximumInitializerDepth: min(maximumInitializerDepth, other.maximumInitializerDepth),
            maximumTypeNameLength: min(maximumTypeNameLength, other.maximumTypeNameLength),
            maximumDirectoryEntryCount: min(maximumDirectoryEntryCount, other.maximumDirectoryEntryCount),
            maximumCostPerByte: min(maximumCostPerByte, other.maximumCostPerByte),
            allowedTypes: allowedTypes.limited(by: other.allowedTypes))
    }

    /// Whether another policy allows all that this one allows, so that it adds no limit.
    ///
    /// Closures and lists are not compared: a policy that has them is taken to add one.
    package func isWithin(_ other: GraphDecodingPolicy) -> Bool {
        maximumPlainByteCount <= other.maximumPlainByteCount && maximumExpansion <= other.maximumExpansion
            && maximumObjectCount <= other.maximumObjectCount && maximumElementCount <= other.maximumElementCount
            && maximumDepth <= other.maximumDepth && maximumInitializerDepth <= other.maximumInitializerDepth
            && maximumTypeNameLength <= other.maximumTypeNameLength
            && maximumDirectoryEntryCount <= other.maximumDirectoryEntryCount
            && maximumCostPerByte <= other.maximumCostPerByte
            && other.allowedTypes.rules.isEmpty
    }

    /// A policy for looking at an archive that makes nothing: only the directory takes memory beyond the archive's own.
    package static var inspection: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumObjectCount: .max, maximumElementCount: .max, maximumTypeNameLength: .max,
            maximumCostPerByte: .max)
    }
}

extension GraphDecoder {
    /// A decoder that keeps to another policy as well as to its own: this one, if that changes nothing.
    package func limited(by other: GraphDecodingPolicy) -> GraphDecoder {
        guard !policy.isWithin(other) else { return self }
        let decoder = GraphDecoder(policy: policy.limited(by: other))
        decoder.userInfo = userInfo
        return decoder
    }
}
