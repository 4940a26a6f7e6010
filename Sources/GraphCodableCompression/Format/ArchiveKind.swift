/// The two forms of archives, which their first bytes distinguish.
public enum ArchiveKind: Sendable, Hashable {
    /// A raw archive, usually in a `.graph` file.
    case raw
    /// A compressed archive, usually in a `.graphz` file.
    case compressed

    /// Recognizes an archive by its first bytes.
    ///
    /// - Parameter prefix: The first eight bytes or more, or all bytes if there are fewer.
    /// - Throws: ``GraphContainerError`` with the code `notAnArchive`; `truncated` for a part of a signature;
    ///   `transferDamage` for a signature that was changed by a transfer in text mode: its newlines or its high bit.
    public init(prefix: UnsafeRawBufferPointer) throws(GraphContainerError) {
        if prefix.starts(with: ContainerFormat.signature) {
            self = .compressed
        } else if prefix.starts(with: ContainerFormat.rawSignature) {
            self = .raw
        } else {
            throw Self.explain(prefix)
        }
    }

    private static func explain(_ prefix: UnsafeRawBufferPointer) -> GraphContainerError {
        if prefix.isEmpty {
            return GraphContainerError(.truncated, "There is nothing to decode: the archive is empty.", byteOffset: 0)
        }
        let signatures = [ContainerFormat.signature, ContainerFormat.rawSignature]
        if signatures.contains(where: { $0.starts(with: prefix) }) {
            return .truncated(at: prefix.count, "inside the signature")
        }
        if looksTransferred(prefix) {
            return GraphContainerError(
                .transferDamage,
                "The archive was changed in transfer: its signature has lost its high bit or had its newlines converted. "
                    + "Transfer it again in binary mode.", byteOffset: 0)
        }
        return GraphContainerError(
            .notAnArchive,
            "This is neither a compressed archive nor a raw one: it does not begin with the signature of either.",
            byteOffset: 0)
    }

    /// Whether the bytes begin like a signature that was treated as text.
    private static func looksTransferred(_ prefix: UnsafeRawBufferPointer) -> Bool {
        // The first byte unchanged; without its high bit; converted from Latin-1 to UTF-8; replaced as invalid UTF-8.
        let beginnings: [[UInt8]] = [[0x89], [0x09], [0xC2, 0x89], [0xEF, 0xBF, 0xBD]]
        return beginnings.contains { beginning in
            guard prefix.starts(with: beginning) else { return false }
            let rest = prefix.dropFirst(beginning.count)
            return rest.starts(with: [0x47, 0x52, 0x5A]) || rest.starts(with: [0x47, 0x52, 0x41, 0x50, 0x48])
        }
    }
}

extension ArchiveKind {
    /// Throws an error unless this is the kind that is needed: raw to compress an archive, compressed to decompress one.
    ///
    /// - Parameter path: The path of the archive, if it is a file.
    func require(_ kind: ArchiveKind, _ path: String? = nil) throws(GraphContainerError) {
        guard self != kind else { return }
        throw GraphContainerError(
            .invalidArgument,
            kind == .raw
                ? "The archive is compressed already. Give the raw one, or use recode to change its codec."
                : "The archive is raw already; there is nothing to decompress.", byteOffset: 0, path: path)
    }
}
