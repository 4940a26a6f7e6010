import Foundation

/// Messages for the developer that are not errors.
enum Warning {
    static func print(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("GraphCodable: \(message)\n".utf8))
    }
}
