/// The paragraphs of a Debian control file, such as `/var/lib/dpkg/status`, one at a time.
///
/// A paragraph is a list of fields, `Name: value`, and ends with an empty line. A line that begins with a space continues
/// the previous field. Only the first line of a description is kept, because the demo needs no more.
struct ControlFile: Sequence, IteratorProtocol {
    typealias Paragraph = [String: String]

    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    mutating func next() -> Paragraph? {
        var fields: Paragraph = [:]
        var lastName = ""
        while let line = nextLine() {
            if line.isEmpty {
                if fields.isEmpty { continue } else { break }
            } else if line.first == " " || line.first == "\t" {
                if lastName != "Description" { fields[lastName]?.append(String(line)) }
            } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
                lastName = String(line[..<colon])
                fields[lastName] = line[line.utf8.index(after: colon)...].trimmingSpaces
            }
        }
        return fields.isEmpty ? nil : fields
    }

    private mutating func nextLine() -> Substring? {
        guard !rest.isEmpty else { return nil }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return rest[..<end]
    }
}

extension Substring {
    /// The text without leading and trailing spaces.
    var trimmingSpaces: String {
        let start = utf8.firstIndex { $0 != UInt8(ascii: " ") } ?? endIndex
        let end = utf8.lastIndex { $0 != UInt8(ascii: " ") }.map { utf8.index(after: $0) } ?? endIndex
        return String(self[start..<end])
    }
}
