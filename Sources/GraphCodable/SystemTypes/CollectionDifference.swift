private enum ChangeKey: String {
    case insert, remove, element, associatedWith
}

extension CollectionDifference.Change: GEncodable where ChangeElement: GEncodable {
    /// Encodes the offset with the case as its key, the element, and the associated offset, if any.
    public func encode(to encoder: GEncoder) throws {
        let (key, offset, element, associated) =
            switch self {
            case .insert(let offset, let element, let associated): (ChangeKey.insert, offset, element, associated)
            case .remove(let offset, let element, let associated): (ChangeKey.remove, offset, element, associated)
            }
        try encoder.encode(offset, for: key)
        try encoder.encode(element, for: ChangeKey.element)
        try encoder.encodeIfPresent(associated, for: ChangeKey.associatedWith)
    }
}

extension CollectionDifference.Change: GDecodable where ChangeElement: GDecodable {
    /// Creates a change by decoding its offset, element and associated offset.
    public init(from decoder: GDecoder) throws {
        let insertion: Int? = try decoder.decodeIfPresent(for: ChangeKey.insert)
        let offset = try insertion ?? decoder.decode(for: ChangeKey.remove)
        let element: ChangeElement = try decoder.decode(for: ChangeKey.element)
        let associated: Int? = try decoder.decodeIfPresent(for: ChangeKey.associatedWith)
        self =
            insertion != nil
            ? .insert(offset: offset, element: element, associatedWith: associated)
            : .remove(offset: offset, element: element, associatedWith: associated)
    }
}

extension CollectionDifference: _GPlainCost {
    /// A change of a few bytes takes several microseconds: the standard library sorts and validates all of them.
    public static var _costPerByte: Int { 64 }
}

extension CollectionDifference: GEncodable, _GPlainEncodable where ChangeElement: GEncodable {
    public func _plainValue() -> [Change] { Array(self) }
}

extension CollectionDifference: GDecodable, _GPlainDecodable where ChangeElement: GDecodable {
    public init(_plainValue: [Change]) throws {
        // The initializer rejects most invalid changes, but a negative offset makes it trap or goes unnoticed.
        let hasNegativeOffset = _plainValue.contains { change in
            switch change {
            case .insert(let offset, _, let associated), .remove(let offset, _, let associated):
                offset < 0 || (associated ?? 0) < 0
            }
        }
        guard !hasNegativeOffset, let difference = CollectionDifference(_plainValue) else {
            throw _InvalidPlainValue("The changes do not make up a difference of collections.")
        }
        self = difference
    }
}
