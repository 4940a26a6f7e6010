#if Macros
import Foundation

/// The macro's plugin, as the compiler runs it: a process that answers messages in JSON, each with its length before it.
///
/// A test target that linked the plugin would let SwiftPM build every library of the package a second time, for the plugin's sake.
///
/// One process answers all tests, one after another.
final class PluginProcess: @unchecked Sendable {
    static let shared = Result { try PluginProcess() }

    /// A part of a source file.
    struct Syntax: Encodable {
        struct Location: Encodable {
            let fileID = "Test/Test.swift"
            let fileName = "Test.swift"
            let offset: Int
            let line = 1
            let column: Int
        }

        let kind: String
        let source: String
        let location: Location

        init(_ kind: String, _ source: String, offset: Int = 0, column: Int = 1) {
            self.kind = kind
            self.source = source
            location = Location(offset: offset, column: column)
        }
    }

    /// What the plugin says, with offsets in the file.
    struct Diagnostic: Decodable {
        struct Position: Decodable { let offset: Int }
        struct Range: Decodable { let startOffset, endOffset: Int }
        struct FixIt: Decodable {
            struct Change: Decodable {
                let range: Range
                let newText: String
            }
            let message: String
            let changes: [Change]
        }

        let message: String
        let severity: String
        let position: Position
        let fixIts: [FixIt]
    }

    struct Answered: Decodable {
        let expandedSource: String?
        let diagnostics: [Diagnostic]
    }

    private struct Request: Encodable {
        struct Macro: Encodable {
            let moduleName = "GraphCodableMacrosPlugin"
            let typeName = "GCodableMacro"
            let name = "GCodable"
        }

        struct Expansion: Encodable {
            let macro = Macro()
            let macroRole: String
            let discriminator = "$s4Test"
            let attributeSyntax, declSyntax: Syntax
            let extendedTypeSyntax, conformanceListSyntax: Syntax?
            let lexicalContext: [Syntax]
        }

        struct Capability: Encodable {
            struct Version: Encodable { let protocolVersion = 7 }
            let capability = Version()
        }

        var getCapability: Capability?
        var expandAttachedMacro: Expansion?
    }

    private struct Answer: Decodable { let expandMacroResult: Answered? }

    private let lock = NSLock()
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the plugin, which lies beside the tests.
    private init() throws {
        process.executableURL = try Self.executable()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = try answer(Request(getCapability: Request.Capability()))
    }

    /// Expands the macro in a role.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - declaration: The declaration with it.
    ///   - type: The name of the declared type.
    ///   - conformances: Those that the type lacks.
    ///   - context: The types around it, from the inside out.
    func expand(
        _ role: String, _ attribute: Syntax, _ declaration: Syntax, type: String, conformances: [String],
        context: [Syntax]
    ) throws -> Answered {
        let list = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
        let request = Request(
            expandAttachedMacro: Request.Expansion(
                macroRole: role, attributeSyntax: attribute, declSyntax: declaration,
                extendedTypeSyntax: role == "extension" ? Syntax("type", type) : nil,
                conformanceListSyntax: list.isEmpty ? nil : Syntax("declaration", "struct Placeholder\(list) {}"),
                lexicalContext: context))
        guard let result = try JSONDecoder().decode(Answer.self, from: answer(request)).expandMacroResult else {
            throw Failure(description: "The plugin gave another answer.")
        }
        return result
    }

    private func answer(_ request: Request) throws -> Data {
        lock.lock()
        defer { lock.unlock() }
        let message = try JSONEncoder().encode(request)
        let header = withUnsafeBytes(of: UInt64(message.count).littleEndian) { Data($0) }
        try input.fileHandleForWriting.write(contentsOf: header + message)
        let count = try read(8).enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) }
        return try read(Int(clamping: count))
    }

    private func read(_ count: Int) throws -> Data {
        var data = Data()
        while data.count < count {
            guard let part = try output.fileHandleForReading.read(upToCount: count - data.count), !part.isEmpty else {
                throw Failure(description: "The plugin ended.")
            }
            data += part
        }
        return data
    }

    /// Returns the plugin, which lies beside the tests.
    static func executable() throws -> URL {
        #if os(macOS)
        let start = Bundle(for: PluginProcess.self).bundleURL
        #else
        let start = URL(filePath: CommandLine.arguments[0])
        #endif
        var folder = start.standardizedFileURL
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let plugin = folder.appending(path: "GraphCodableMacrosPlugin-tool")
            if FileManager.default.isExecutableFile(atPath: plugin.path) {
                return plugin
            }
        }
        throw Failure(description: "The plugin is not near \(start.path).")
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
#endif
