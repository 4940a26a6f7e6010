extension TypeEntry {
    /// The names to compare with the current and former names of the program's types, the most likely one first.
    var writtenNames: [WrittenTypeName] {
        guard hasProgramName, let name else { return [writtenReadableName].compactMap { $0 } }
        let expanded = WrittenTypeName(GTypesRepository.expandedName(name))
        guard hasAsterisk else { return [expanded].compactMap { $0 } }
        // The asterisk may also stand for the main module of the program that wrote the archive.
        return [expanded, WrittenTypeName(name), writtenReadableName].compactMap { $0 }
    }

    /// Whether an asterisk stands for a main module in the name.
    var hasAsterisk: Bool {
        hasProgramName && name.map { StableName.expanded($0, mainModuleName: "") != $0 } == true
    }

    /// The readable name, as this platform knows it.
    var writtenReadableName: WrittenTypeName? { WrittenTypeName(PortableNames.portable(readableName)) }
}
