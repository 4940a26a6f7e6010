import GraphCodable

/// Raw archives that containers are made of.
public enum ContainerPayload {
    /// The archive of the demo's graph.
    public static func packages() throws -> Bytes {
        try GraphEncoder().encode(Packages.available().root)
    }

    /// A raw archive again and again, until it is 256 MiB long. The codecs do not look back far enough to notice.
    public static func large() throws -> Bytes {
        let archive = try GraphEncoder().encode(DagNode.graph(count: 200_000)) as Bytes
        var payload: Bytes = []
        payload.reserveCapacity(256 << 20)
        while payload.count < 256 << 20 {
            payload += archive.prefix((256 << 20) - payload.count)
        }
        return payload
    }
}
