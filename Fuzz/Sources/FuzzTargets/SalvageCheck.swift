import GraphCodable

/// What is recovered must be sound, whatever it was recovered from.
enum SalvageCheck {
    static func run(_ salvage: GraphSalvage) {
        for treatment in [GraphSalvage.LostReferences.readAsNil, .removed] {
            do {
                let (archive, _) = try salvage.archive(lostReferences: treatment)
                try GraphArchive(archive).verify()
                archive.withUnsafeBytes { RawTarget.decode(FuzzSample.Node?.self, $0) }
            } catch {
                fatalError("What was recovered is not sound: \(error)")
            }
        }
    }
}
