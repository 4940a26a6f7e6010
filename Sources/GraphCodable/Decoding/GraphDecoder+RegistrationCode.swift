extension GraphDecoder {
    /// Returns the Swift code of a function that registers all types whose values an archive holds.
    ///
    /// - Parameter bytes: The archive.
    /// - Returns: The code. Classes must be registered to be decoded. Value types behind protocols must be, too, if the policy
    ///   allows only registered types; registering others is optional. The code has no names that the program chose with ``GDecodable/register(as:aliases:)``.
    /// - Throws: ``GraphCodableError`` if the bytes are not an archive.
    /// - Complexity: O(*n* log *n*) for *n* types, plus copying the bytes.
    public func help<Input: Sequence>(from bytes: Input) throws -> String where Input.Element == UInt8 {
        let bytes = Bytes(bytes)
        let names = try bytes.withUnsafeBytes { archive in
            let layout = try ArchiveLayout(archive)
            var input = ByteInput(archive, range: layout.directory)
            return try ArchiveDirectory(reading: &input, policy).types.map { type in
                (type.hasAsterisk ? type.name : nil) ?? type.readableName
            }
        }
        let stable = GTypesRepository.shared.state.withLock { state in names.map { state.stableName($0) } }
        return RegistrationCode.make(for: Set(stable))
    }
}
