extension ArchivedType {
    /// The name to compare with the current and former names of the program's types.
    var writtenName: WrittenTypeName? {
        hasProgramName ? WrittenTypeName(GTypesRepository.expandedName(name ?? "")) : writtenReadableName
    }

    /// Whether an asterisk in the name stands for the main module of this program.
    var isInMainModule: Bool {
        hasProgramName && name.map { GTypesRepository.expandedName($0) != $0 } == true
    }

    /// The readable name, as this platform knows it.
    var writtenReadableName: WrittenTypeName? { WrittenTypeName(PortableNames.portable(readableName)) }
}
