import GraphCodable
import Testing

/// Keys are recognised by the memory of their strings first. Whatever that memory is, the text is what counts.
struct KeyTests {
    @Test(arguments: keyLists) func aKeyIsFoundByItsText(keys: [String]) throws {
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        // The second archive and the third are made and read with what was learned from those before.
        for round in 0..<3 {
            let record = Record(keys: keys, offset: round)
            let bytes = try encoder.encode([record, record]) as Bytes
            #expect(bytes == (try GraphEncoder().encode([record, record]) as Bytes))
            decoder.userInfo = [Record.keyList: keys]
            #expect(try decoder.decode([Record].self, from: bytes) == [record, record])
            decoder.userInfo = [Record.keyList: keys.reversed() as [String]]
            #expect(try decoder.decode([Record].self, from: bytes).map(\.sum) == [record.sum, record.sum])
        }
    }

    @Test func aKeyMayChangeItsTextFromValueToValue() throws {
        let records = (0..<40).map { Record(keys: ["key", "a key that is new, number \($0 % 3)"], offset: $0) }
        let encoder = GraphEncoder()
        for record in records {
            let decoder = GraphDecoder()
            decoder.userInfo = [Record.keyList: record.keys]
            #expect(try decoder.decode(Record.self, from: try encoder.encode(record) as Bytes) == record)
        }
    }

    @Test func aKeyThatIsUsedTwiceIsAnErrorWhateverItsMemory() {
        for text in ["", "k", "a key that is longer than fifteen bytes"] {
            let copies = (0..<2).map { _ in String(decoding: Array(text.utf8), as: UTF8.self) }
            #expect { try GraphEncoder().encode(Record(keys: copies, offset: 0)) as Bytes } throws: {
                ($0 as? GraphCodableError)?.code == .duplicateKey
            }
        }
    }

    private static let keyLists = [
        [""],
        ["", "a"],
        ["fifteen bytes !", "sixteen bytes !!", "a key that is longer than sixteen bytes"],
        ["\u{E9}", "e", "ключ", "名前"],
        (0..<70).map { "key number \($0) of a value with many keys" },
    ]
}

/// A value whose keys are strings made at run time.
private struct Record: GCodable, Equatable {
    static let keyList = CodingUserInfoKey(rawValue: "keys").unsafelyUnwrapped

    let keys: [String]
    let values: [Int]

    var sum: Int { values.reduce(0, +) }

    init(keys: [String], offset: Int) {
        self.keys = keys
        values = keys.indices.map { $0 * 100 + offset }
    }

    private struct Key: RawRepresentable {
        let rawValue: String

        init(rawValue: String) {
            // A string of its own each time.
            self.rawValue = String(decoding: Array(rawValue.utf8), as: UTF8.self)
        }
    }

    init(from decoder: GDecoder) throws {
        keys = decoder.userInfo[Self.keyList] as? [String] ?? []
        values = try keys.map { try decoder.decode(for: Key(rawValue: $0)) }
    }

    func encode(to encoder: GEncoder) throws {
        for (key, value) in zip(keys, values) {
            try encoder.encode(value, for: Key(rawValue: key))
        }
    }
}
