extension ArchivedType {
    /// The name to compare with the current and former names of the program's types.
    var writtenName: WrittenTypeName? { hasProgramName ? WrittenTypeName(name ?? "") : writtenReadableName }

    /// The readable name, as this platform knows it.
    var writtenReadableName: WrittenTypeName? { WrittenTypeName(PortableNames.portable(readableName)) }
}
