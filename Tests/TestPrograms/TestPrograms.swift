import Foundation

/// What tests and scripts run as a process of its own: a release build, or something that is killed.
///
///     TestPrograms equal-depth [SEED]
///     TestPrograms graphs [OBJECTS [SEED]]
///     TestPrograms save FILE VERSION BACKUPS BYTES
@main struct TestPrograms {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "equal-depth": try EqualDepth.run(arguments)
        case "graphs": GraphTorture.run(arguments)
        case "save": try VersionSaver.run(arguments)
        default: fail("usage: TestPrograms equal-depth | graphs | save, with arguments", status: 2)
        }
    }

    static func fail(_ message: String, status: Int32 = 1) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
