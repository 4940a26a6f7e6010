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
    let keys: [String]
    /// The objects of the program to which the fields refer themselves. A newer program holds them, too.
    private(set) var objects: [any GEncodable & AnyObject] = []
    /// What has the bytes of the fields, and of the records to which they lead, or `nil` until the decoding has succeeded.
    var source: (any FieldSource)?

    init(_ fields: [Field], _ references: [RecordVerifier.Reference], keys: [String]) {
        (self.fields, self.references, self.keys) = (fields, references, keys)
    }

    /// Holds the objects of the program to which the fields refer without condition.
    ///
    /// - Parameter object: Returns the object that has been decoded from a record.
    /// - Returns: The other references.
    func holdObjects(_ object: (UInt32) -> AnyObject?) -> [RecordVerifier.Reference] {
        defer { references = [] }
        return references.filter { id, isConditional in
            guard !isConditional, let object = object(id) as? any GEncodable & AnyObject else { return true }
            objects.append(object)
            return false
        }
    }
}
