extension ValueWalker {
    /// Returns the type of a value if it is a composite, whose tag says so without a walk through its values.
    func typeOfComposite(from start: UnsafeRawPointer, to end: UnsafeRawPointer) -> ArchivedType? {
        var visitor = FirstComposite()
        _ = try? walk(from: start, to: end, visitor: &visitor)
        return visitor.shape.map { directory.types[directory.shapes[$0].type] }
    }
}

private struct FirstComposite: ArchiveValueVisitor {
    var shape: Int?

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        if case .composite(let shape, _) = container {
            self.shape = shape
        }
        throw .walkMayEnd
    }
}
