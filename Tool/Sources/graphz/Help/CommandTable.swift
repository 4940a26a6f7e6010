import ArgumentParser
import Foundation

/// The commands and their options, as the argument parser knows them.
struct CommandTable: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let isOptional: Bool
        let isRepeating: Bool

        /// The names with their hyphens, the short one first.
        var spellings: [String] { (names ?? []).map(\.text).sorted { $0.count < $1.count } }
    }

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// The names of the arguments that are no options.
        var operands: [String] { (arguments ?? []).filter { $0.kind == "positional" }.compactMap(\.valueName) }
        var options: [Argument] { (arguments ?? []).filter { $0.kind != "positional" } }
    }

    let command: Command

    static let all = (read(Graphz.self)?.subcommands ?? []).filter { $0.commandName != "help" }

    /// Returns a command and its options. To read all takes a dozen times as long.
    static func command(named name: String?) -> Command? {
        Graphz.configuration.subcommands.first { $0.configuration.commandName == name }.flatMap(read)
    }

    private static func read(_ type: any ParsableCommand.Type) -> Command? {
        (try? JSONDecoder().decode(CommandTable.self, from: Data(type._dumpHelp().utf8)))?.command
    }

    static var longOptions: [String] { all.flatMap(\.options).flatMap(\.spellings).filter { $0.hasPrefix("--") } }

    /// Whether the next argument after an option is its value, in a command or in any.
    static func takesValue(_ option: String, in name: String? = nil) -> Bool {
        guard option.hasPrefix("--") else { return false }
        let commands = name == nil ? all : [command(named: name)].compactMap(\.self)
        return commands.flatMap(\.options).contains { $0.kind == "option" && $0.spellings.contains(option) }
    }
}
