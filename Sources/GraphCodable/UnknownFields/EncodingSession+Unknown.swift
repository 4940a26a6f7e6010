extension EncodingSession {
    /// Writes the unknown fields of the value whose composite is being written, after those that its type knows.
    @usableFromInline
    func encodeUnknownFields(of value: some GKeepsUnknown) throws {
        guard let kept = value.unknownFields.kept, !isForReleasing else { return }
        guard let source = kept.source else {
            throw fail(
                .misuse,
                """
                A value of type \(TypeNames.readableName(of: type(of: value))) has unknown fields of an archive whose decoding has \
                not ended, or has failed. Encode it after the decoding.
                """)
        }
        do {
            try copier(of: source).copy(kept.fields)
        } catch {
            throw record(error)
        }
    }

    /// Writes the unknown fields of an object, if its class keeps them.
    @inline(never)
    func encodeUnknownFields(ofObject object: AnyObject) throws {
        if let object = object as? any GKeepsUnknown {
            try encodeUnknownFields(of: object)
        }
    }

    /// The keys of the innermost composite that have a value.
    var writtenKeys: Set<ExactText> {
        let frame = state.pointee.frame
        guard !frame.pointee.isOpen else { return openKeys[frame - state.pointee.frames] ?? [] }
        let absent = absentMarks.suffix(frame.pointee.absentCount).compactMap(\.node.pointee.key)
        return arena.keys(before: currentNode(of: frame)).subtracting(absent.map { ExactText($0) })
    }
}
