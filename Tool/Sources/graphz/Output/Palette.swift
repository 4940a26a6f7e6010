import Foundation

/// Colors for text on a terminal, or none.
struct Palette {
    /// The role of a text. The terminal's settings determine the shades.
    enum Role: String {
        case heading = "1"
        case label = "2"
        case good = "32"
        case bad = "31"
        case alarm = "1;31"
    }

    private let isColored: Bool

    static let colored = Palette(isColored: true)
    static let plain = Palette(isColored: false)

    func paint(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Palette {
    /// Uses colors if the descriptor is a terminal that supports them, and the user has not disabled them for all
    /// programs (https://no-color.org).
    init(for descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        isColored =
            isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && !["", "dumb"].contains(environment["TERM", default: ""])
    }
}
