/// An object in JSON. Members whose value is `nil` are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    private let members: [(name: String, value: (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members.map { (name: $0, value: $1) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: Name(stringValue: name)) }
        }
    }
}
