/// The name of a type as in source code, such as `Shop.Box<Swift.Array<Shop.Item>>`.
///
/// A type that is not a path of identifiers, such as a tuple or a function type, is one part that holds its text.
struct WrittenTypeName: Hashable {
    struct Part: Hashable {
        var name: String
        var arguments: [WrittenTypeName]
    }

    /// The module, the enclosing types, and the type. There is at least one part.
    let parts: [Part]

    static let maximumDepth = 16

    /// Parses a name, in which spaces after commas are ignored. It fails if brackets do not match, a part is empty, or the
    /// name is nested too deeply.
    init?(_ text: String) {
        var text = text
        guard
            let name = text.withUTF8({ bytes -> WrittenTypeName? in
                var parser = Parser(bytes: bytes)
                let name = parser.parseName(depth: 0)
                return parser.isAtEnd ? name : nil
            })
        else { return nil }
        self = name
    }

    fileprivate init(parts: [Part]) {
        self.parts = parts
    }

    /// The name without generic arguments.
    var path: String { parts.map(\.name).joined(separator: ".") }

    var arguments: [WrittenTypeName] { parts.flatMap(\.arguments) }

    var isGeneric: Bool { parts.contains { !$0.arguments.isEmpty } }

    /// Returns the same name with other generic arguments, or `nil` if their number differs.
    func replacingArguments(by arguments: [WrittenTypeName]) -> WrittenTypeName? {
        var rest = arguments[...]
        var parts = parts
        for index in parts.indices {
            let count = parts[index].arguments.count
            parts[index].arguments = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        let name = WrittenTypeName(parts: parts)
        return rest.isEmpty && name.arguments.count == arguments.count ? name : nil
    }

    func moved(toModule module: String) -> WrittenTypeName {
        WrittenTypeName(parts: [Part(name: module, arguments: [])] + parts.dropFirst())
    }
}

extension WrittenTypeName: CustomStringConvertible {
    /// The name, without spaces after commas.
    var description: String {
        parts.map { $0.name + Self.list($0.arguments.map(\.description)) }.joined(separator: ".")
    }

    /// Returns generic arguments in angle brackets, or an empty string if there are none.
    static func list(_ arguments: [String]) -> String {
        arguments.isEmpty ? "" : "<" + arguments.joined(separator: ",") + ">"
    }
}

extension WrittenTypeName {
    /// The name as Swift code writes it, without the modules of the standard library and Foundation.
    var shortened: String {
        switch (path, arguments.count) {
        case ("Swift.Array", 1): return "[\(arguments[0].shortened)]"
        case ("Swift.Dictionary", 2): return "[\(arguments[0].shortened): \(arguments[1].shortened)]"
        case ("Swift.Optional", 1):
            let wrapped = arguments[0].shortened
            return wrapped.contains(" ") ? "(\(wrapped))?" : "\(wrapped)?"
        default: break
        }
        let isSystem = parts.count > 1 && ["Swift", "Foundation"].contains(parts[0].name)
        return parts.dropFirst(isSystem ? 1 : 0).map { $0.name + Self.list($0.arguments.map(\.shortened)) }
            .joined(separator: ".")
    }

    /// Returns why a name can never be that of a type in an archive, as the rest of a sentence that begins with the name.
    static func obstacle(to name: String, allowsArguments: Bool) -> String? {
        guard !name.isEmpty else { return "is empty" }
        guard !name.hasPrefix("$s"), !name.hasPrefix("_$s"), !TypeNames.isMangled(name) else {
            return "is a mangled name; write it as Module.Class"
        }
        guard let written = WrittenTypeName(name), written.isPlain else {
            return "has spaces, brackets or empty parts, which no name has; write it as Module.Class"
        }
        guard allowsArguments || !written.isGeneric else {
            return "has generic arguments; leave them out, because they have names of their own"
        }
        if let last = written.parts.last?.name, written.parts.count > 1, ["self", "Type", "Protocol"].contains(last) {
            return "ends with '.\(last)', which belongs to no type's name; leave it out"
        }
        return nil
    }

    /// Whether all parts consist only of characters that are allowed in names.
    private var isPlain: Bool {
        parts.allSatisfy { part in
            !part.name.utf8.contains { $0 <= UInt8(ascii: " ") || $0 == 0x7F || "<>()[],".utf8.contains($0) }
                && part.arguments.allSatisfy(\.isPlain)
        }
    }
}

private struct Parser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    /// Reads one name up to a comma, a closing bracket or the end.
    mutating func parseName(depth: Int) -> WrittenTypeName? {
        guard depth < WrittenTypeName.maximumDepth else { return nil }
        let start = position
        var parts: [WrittenTypeName.Part] = []
        while true {
            guard let name = parseIdentifier() else {
                position = start
                return parseOther()
            }
            var arguments: [WrittenTypeName] = []
            if skip(UInt8(ascii: "<")) {
                guard let list = parseArguments(depth: depth) else { return nil }
                arguments = list
            }
            parts.append(WrittenTypeName.Part(name: name, arguments: arguments))
            guard skip(UInt8(ascii: ".")) else { break }
        }
        guard isAtEnd || isAtSeparator else {
            position = start
            return parseOther()
        }
        return WrittenTypeName(parts: parts)
    }

    private mutating func parseArguments(depth: Int) -> [WrittenTypeName]? {
        var arguments: [WrittenTypeName] = []
        repeat {
            while skip(UInt8(ascii: " ")) {}
            guard let argument = parseName(depth: depth + 1) else { return nil }
            arguments.append(argument)
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: ">")) ? arguments : nil
    }

    private mutating func parseIdentifier() -> String? {
        let start = position
        while position < bytes.count, !" .,<>()[]&".utf8.contains(bytes[position]) {
            position += 1
        }
        return start == position ? nil : text(from: start)
    }

    /// Reads a type that is not a path, up to a comma or a closing bracket that does not belong to it.
    private mutating func parseOther() -> WrittenTypeName? {
        let start = position
        var depth = 0
        while position < bytes.count, depth > 0 || !isAtSeparator {
            switch bytes[position] {
            case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "-") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: ">"):
                position += 1
            case UInt8(ascii: ")"), UInt8(ascii: ">"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
        }
        let bytes = bytes[start..<position]
        // Without any of these characters, this is a path with an empty part.
        guard depth == 0, bytes.contains(where: { " ([&".utf8.contains($0) }) else { return nil }
        return WrittenTypeName(parts: [WrittenTypeName.Part(name: text(from: start), arguments: [])])
    }

    private var isAtSeparator: Bool {
        position < bytes.count && (bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: ">"))
    }

    private func text(from start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
