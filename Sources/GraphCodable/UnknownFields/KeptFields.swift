/// The unknown fields of one value.
///
/// Invariant: nothing changes after the decoding.
final class KeptFields {
    struct Field {
        /// The number of the key in the source, or 0 for an unkeyed value.
        let keyID: UInt32
        /// The place of the value in the source.
        var bytes: Range<Int>
    }

    /// In the order of the archive. Until the decoding ends, their places are those in the archive that is decoded.
    var fields: [Field]
    /// The references in the fields, until the decoding ends.
    var references: [RecordVerifier.Reference]
    /// What has the bytes of the fields, and of the records to which they lead, or `nil` until the decoding has succeeded.
    var source: (any RecordSource)?

    init(_ fields: [Field], _ references: [RecordVerifier.Reference]) {
        (self.fields, self.references) = (fields, references)
    }
}
