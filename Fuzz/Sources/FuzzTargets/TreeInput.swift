import CyclicCoding
import GraphCodable

/// A tree of values that bytes describe, as `CyclicCoding` and `Serializable` archive it: also what no encoder makes.
///
/// A byte is the kind of a node and how much is in it; what follows is what is in it. Nodes past the end are nil.
struct TreeInput: GEncodable {
    private let kind: UInt8
    private let number: Int
    private let names: [String]
    private let children: [TreeInput]
    private let words: Words

    /// What may stand in a tree.
    struct Words {
        /// The names that types may have.
        var types: [String]
        var keys = ["next", "number", "children", "set", "", "#", "back", "text"]
        /// Texts that mean something, beside those that do not.
        var texts: [String] = []
    }

    /// - Parameters:
    ///   - bytes: What is left to be read.
    ///   - words: What may stand in the tree.
    init(_ bytes: inout ArraySlice<UInt8>, _ words: Words, depth: Int = 0) {
        self.words = words
        guard depth < 60, let byte = bytes.popFirst() else {
            (kind, number, names, children) = (0, 0, [], [])
            return
        }
        kind = byte % 17
        number = Int(byte >> 4)
        let keys = words.keys
        switch kind {
        case 8, 9:
            names = kind == 9 ? (0..<number).map { keys[(Int(byte) + $0 * 3) % keys.count] } : []
        case 11:
            names = [words.types[Int(bytes.popFirst() ?? 0) % words.types.count]]
        default:
            names = []
        }
        var children: [TreeInput] = []
        for _ in 0..<(kind == 8 || kind == 9 ? number : kind == 11 ? 1 : 0) {
            children.append(TreeInput(&bytes, words, depth: depth + 1))
        }
        self.children = children
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(kind)
        switch kind {
        case 1: try encoder.encode(number > 7)
        case 2, 10: try encoder.encode(kind == 2 ? number * 1_000_000_007 - 99 : number)
        case 3: try encoder.encode(UInt64.max - UInt64(number))
        case 4: try encoder.encode(["", "-", "9", "170141183460469231731687303715884105728"][number % 4])
        case 5: try encoder.encode([0, -0.0, .nan, .infinity, 1e300, 0.1][number % 6])
        case 6: try encoder.encode(text)
        case 7: try encoder.encode([UInt8](repeating: 7, count: number == 15 ? 8_192 : number))
        case 8: try encoder.encode(children)
        case 9:
            try encoder.encode(FieldKeys(names))
            try encoder.encode(children)
        case 11:
            try encoder.encode(TypeName(name: names[0]))
            try encoder.encode(children[0])
        case 12: try encoder.encode([Int64](repeating: Int64(number), count: number))
        case 13: try encoder.encode([Double](repeating: .nan, count: number))
        case 14: try encoder.encode(Float(number) / 3)
        case 15: try encoder.encode([Float](repeating: .nan, count: number))
        default: break
        }
    }

    private var text: String {
        number < words.texts.count ? words.texts[number] : String(repeating: "ab\u{202E}", count: number)
    }
}

/// An archive of trees: objects, and a root that refers to them.
struct TreeArchiveInput: GEncodable {
    let objectsKey: String
    let objects: [TreeInput]
    let root: TreeInput

    private enum Key: String {
        case referenced, objects, root
    }

    init(_ bytes: ArraySlice<UInt8>, objectsKey: String, _ words: TreeInput.Words) {
        var bytes = bytes
        self.objectsKey = objectsKey
        let count = Int(bytes.popFirst() ?? 0) % 24
        objects = (0..<count).map { _ in TreeInput(&bytes, words) }
        root = TreeInput(&bytes, words)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(objects, for: Key(rawValue: objectsKey) ?? .objects)
        try encoder.encode(root, for: Key.root)
    }
}
