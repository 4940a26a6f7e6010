/// What one decoding notes in addition to the journal.
struct DecodingNotes {
    /// The objects whose initializers were given up because their values have to wait.
    var blockers: [UInt32: Blocker] = [:]
    /// The unknown fields of values.
    var keptFields: [KeptFields] = []
    /// Objects that were created from strings, to reuse when the same string occurs again in the archive.
    var madeFromText: [ExactText: AnyObject] = [:]
    /// The identifiers for which the system has looked something up, which is slow only the first time.
    var lookedUpIdentifiers: Set<String> = []
    /// Whether a text has many combining marks in a row.
    var hasTextOfMarks = false
    /// The searches for types that have found nothing. Their errors may depend on the archive.
    var vainSearches: [TypeSearch: GraphCodableError] = [:]
    /// What is known of the values of properties whose type has changed.
    var conversionResults: [ConvertedValue: ConversionResult] = [:]
}
