extension EncodingSession {
    /// Writes the graph of an archive with sets and dictionaries in canonical order, as if it was encoded in that order.
    func run(_ archive: MarkedArchive, _ extensions: [String: Bytes], sink: ChunkOutput.Sink?) throws {
        try run(sink) {
            try archive.records.withWalker { walker in
                let source = try SortedRecords(archive, walker)
                let copier = RecordCopier(self, source)
                source.order.copier = copier
                defer { source.order.copier = nil }
                try writeRecord(id: 0) { try copier.copy(0) }
                try writeQueue()
            }
            state.pointee.cost = archive.cost
            try writeEnd(extensions)
        }
    }
}
