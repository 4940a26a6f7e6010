import GraphCodable

extension TreeValue {
    /// The kind of a node. An archived node consists of this number and the node's content, all without keys.
    enum Kind: UInt8, GDecodable, CaseIterable {
        case null, bool, int, uint, wideInteger, double, string, data, array, fields, reference, typed
        case integers, doubles, float, floats

        /// The number of slots of a node of each kind.
        static let slotCounts: [UInt8] = allCases.map { kind in
            switch kind {
            case .null: 1
            case .fields, .typed: 3
            default: 2
            }
        }

        init(from decoder: GDecoder) throws {
            let number: UInt8 = try decoder.decode()
            guard let kind = Kind(rawValue: number) else {
                throw GraphCodableError(
                    .malformed,
                    "A value is of the unknown kind \(number). The archive is damaged, or of a later release.")
            }
            self = kind
        }
    }

    /// Returns whether a text is an integer that may stand in a tree. No type has more than 40 digits.
    static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return (1...40).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the digits of an integer, or throws an error if they are none.
    static func checked(digits: String) throws -> String {
        try GraphCodableError.require(
            isInteger(digits), or: .malformed, "An integer does not consist of 1 to 40 digits. The archive is damaged.")
        return digits
    }

    /// Throws an error if there are not as many values as keys.
    static func checkCounts(keys: FieldKeys, valueCount: Int) throws {
        try GraphCodableError.require(
            keys.keys.count == valueCount, or: .malformed,
            "A value has \(keys.keys.count) keys but \(valueCount) values. The archive is damaged.")
    }
}

extension FieldKeys: GCodable, GInheritance {
    /// The archive doesn't name the class, so policies that allow only certain types don't need to allow this one.
    package var disableInheritance: Bool { true }

    package func encode(to encoder: GEncoder) throws {
        try encoder.encode(keys)
    }

    package convenience init(from decoder: GDecoder) throws {
        let keys: [String] = try decoder.decode()
        // The list or its texts may stand behind references, and each list of keys has a table of its own.
        try decoder.charge(keys.count.multipliedClamped(by: Self.costOfKey))
        let cost = try keys.reduce(0) { $0.addingClamped(try decoder.chargeHashing(of: $1)) }
        self.init(keys, cost: cost)
        try GraphCodableError.require(
            isUnique, or: .malformed, "A list of keys has a key twice. The archive is damaged.")
    }
}

/// The name of a type, archived once no matter how many values have it.
package struct TypeName: GCodable, GIdentifiable {
    let name: String

    package var gcodableID: String? { name }

    package init(name: String) {
        self.name = name
    }

    package init(from decoder: GDecoder) throws {
        name = try decoder.decode()
    }

    package func encode(to encoder: GEncoder) throws {
        try encoder.encode(name)
    }
}
