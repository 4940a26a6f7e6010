extension DecodingSession {
    /// Adds to an error the way from the root to where it was found, if it tells a place in the archive.
    @inline(never)
    func located(_ error: any Error) -> any Error {
        guard var error = error as? GraphCodableError, error.codingPath.isEmpty, let byteOffset = error.byteOffset,
            let offset = Int(exactly: byteOffset), offset <= archive.count
        else { return error }
        var place = CodingPathFinder.Place(record: nil, position: base + offset)
        // The last error that was made is the one that is passed on, unless the program caught it or made one itself.
        if let failedPlace, failedPlace.position == place.position || failedPlace.missingKey != nil {
            place = failedPlace
        }
        let finder = CodingPathFinder(
            directory: directory, records: records, base: base, slot: rootSlot, maximumDepth: policy.maximumDepth)
        (error.codingPath, error.typeName) = finder.find(place)
        return error
    }
}
