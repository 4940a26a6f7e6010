extension GraphSalvage {
    /// Returns the size of an archive of which the last bytes are known, as its record table states it.
    ///
    /// - Parameter bytes: The last bytes. The result is `nil` if the record table is not whole in them.
    package static func archiveSize(endingWith bytes: [UInt8]) -> UInt64? {
        // Like an archive with other records.
        let archive = ArchiveFormat.header + bytes
        return archive.withUnsafeBytes { archive in
            guard let layout = try? ArchiveLayout(archive) else { return nil }
            var input = ByteInput(archive, range: layout.recordTable)
            guard let count = try? input.readVarint(), (try? input.readVarint()) != nil else { return nil }
            var size = UInt64(ArchiveFormat.headerSize + archive.count - layout.recordTable.lowerBound)
            for _ in 0..<count {
                guard let entry = try? input.readVarint(), entry & 1 == 0 || (try? input.readVarint()) != nil else {
                    return nil
                }
                let (sum, overflow) = size.addingReportingOverflow(entry >> 1)
                guard !overflow else { return nil }
                size = sum
            }
            return input.isAtEnd ? size : nil
        }
    }
}
