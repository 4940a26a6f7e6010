#if os(Linux)
import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Nobody can read a new file who could not read the file that it replaces, or the one that its contents come from.
///
/// The system decides: other users open the files.
struct AccessListTests {
    private static func find(_ program: String) -> String? {
        ["/usr/bin/", "/bin/"].map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether files can be given away, have access lists, and can be read as other users.
    static let canTest = geteuid() == 0 && find("setfacl") != nil && find("setpriv") != nil

    @Test func accessListsAreTestedWhereTheyMustBe() {
        guard ProcessInfo.processInfo.environment["REQUIRE_ACL"] != nil else { return }
        #expect(Self.canTest, "This needs root, setpriv, and setfacl from the Debian package acl.")
    }

    /// A user who tries to read files.
    private struct Reader: CustomStringConvertible {
        let user: Int
        let groups: [Int]
        var description: String { "\(user) in \(groups)" }
    }

    private static let readers = [1_001, 1_002, 1_003].flatMap { user in
        [[2_001], [2_002], [2_001, 2_002], [2_003]].map { Reader(user: user, groups: $0) }
    }

    /// Runs a program that must succeed.
    ///
    /// - Returns: The lines of its output.
    private static func run(_ program: String, _ arguments: [String]) throws -> [String] {
        let run = try ProgramRun(#require(find(program)), arguments)
        try #require(run.status == 0, "\(program) \(arguments): \(run.errors)")
        return run.text.split(separator: "\n").map(String.init)
    }

    /// Returns which of the paths each reader can open.
    private static func readable(_ paths: [String]) throws -> [Set<String>] {
        try readers.map { reader in
            let identity = [
                "--reuid=\(reader.user)", "--regid=\(reader.groups[0])",
                "--groups=" + reader.groups.map(String.init).joined(separator: ","),
            ]
            let script = "for path do if test -n x <\"$path\"; then echo \"$path\"; fi; done 2>/dev/null; true"
            return Set(try run("setpriv", identity + ["sh", "-c", script, "-"] + paths))
        }
    }

    /// Returns commands that give a file an owner, a mode and perhaps an access list.
    private static func randomAccess(_ path: String, _ random: inout SplitMix64) -> String {
        func permissions() -> String {
            ["---", "r--", "r--", "rw-", "-w-", "r-x"].randomElement(using: &random) ?? "r--"
        }
        let user = [0, 1_001, 1_002].randomElement(using: &random) ?? 0
        let group = [0, 2_001, 2_002].randomElement(using: &random) ?? 0
        let mode = [0o600, 0o640, 0o644, 0o604, 0o444, 0o040, 0o060, 0o006].randomElement(using: &random) ?? 0o600
        var commands = "chown \(user):\(group) '\(path)'; chmod \(String(mode, radix: 8)) '\(path)'; "
        if Bool.random(using: &random) {
            let names = ["u:1001", "u:1002", "u:1003", "g:2001", "g:2002", "g:2003", "m:"].filter { _ in
                Int.random(in: 0..<3, using: &random) == 0
            }
            let entries = names.map { $0.hasSuffix(":") ? "\($0):\(permissions())" : "\($0):\(permissions())" }
            if !entries.isEmpty { commands += "setfacl -m '\(entries.joined(separator: ","))' '\(path)'; " }
        }
        return commands
    }

    /// One random state of a folder, with or without an old file, a source and a default access list.
    private struct State {
        let folder: String
        let hasOld: Bool
        let hasSource: Bool
        var old: String { folder + "/old" }
        var source: String { folder + "/source" }

        func save() throws {
            if hasSource {
                try GraphContainer.compress(from: .path(source), to: .path(old), codec: .lz4)
            } else {
                try GraphEncoder().save([1, 2, 3], to: old, keeping: 1)
            }
        }
    }

    /// The given seed has a list with an empty mask, which Linux does not read.
    @Test(
        .enabled(if: canTest, "only root gives files away, and setfacl is in the Debian package acl"),
        arguments: [9_625_117_248_164_222_797, UInt64.random(in: 0...UInt64.max)])
    func nobodyGetsAccessByANewFile(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try withTemporaryFolder { folder in
            var commands = "set -e; chmod 755 '\(folder)'; "
            let archive = try GraphEncoder().encode([1, 2, 3]) as Bytes
            let states = try (0..<Torture.count(60, torture: 3_000)).map { number in
                let kind = Int.random(in: 0..<3, using: &random)
                let state = State(folder: folder + "/\(number)", hasOld: kind != 0, hasSource: kind != 1)
                try FileManager.default.createDirectory(atPath: state.folder, withIntermediateDirectories: false)
                for (path, exists) in [(state.old, state.hasOld), (state.source, state.hasSource)] where exists {
                    try write(archive, to: path)
                    commands += Self.randomAccess(path, &random)
                }
                if Bool.random(using: &random) {
                    commands += "setfacl -d -m u:1001:r,u:1003:rw,g:2002:r '\(state.folder)'; "
                }
                return state
            }
            let script = folder + "/script"
            try write(Array(commands.utf8), to: script)
            _ = try Self.run("sh", [script])
            let paths = states.flatMap { [$0.old, $0.source] }
            let before = try Self.readable(paths)
            for state in states { try state.save() }
            let after = try Self.readable(paths)
            var readCount = 0
            for (index, reader) in Self.readers.enumerated() {
                for state in states {
                    let wasAllowed =
                        (!state.hasOld || before[index].contains(state.old))
                        && (!state.hasSource || before[index].contains(state.source))
                    let isAllowed = after[index].contains(state.old)
                    readCount += isAllowed ? 1 : 0
                    #expect(!isAllowed || wasAllowed, "seed \(seed), \(state), \(reader)")
                    // What replaces one file, or comes from one, is read by the same people.
                    if !(state.hasOld && state.hasSource) {
                        #expect(isAllowed == wasAllowed, "seed \(seed), \(state), \(reader)")
                    }
                }
            }
            #expect(readCount > states.count)
        }
    }

    @Test(.enabled(if: canTest, "only root gives files away, and setfacl is in the Debian package acl"))
    func aFolderGivesNobodyAccessToAPrivateFile() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(1, to: path)
            _ = try Self.run(
                "sh", ["-c", "chmod 755 '\(folder)'; chmod 640 '\(path)'; setfacl -d -m u:1234:r '\(folder)'"])
            try GraphEncoder().save(2, to: path)
            let list = try Self.run("sh", ["-c", "getfacl -cpE '\(path)'"])
            #expect(list == ["user::rw-", "group::r--", "other::---"])
        }
    }
}
#endif
