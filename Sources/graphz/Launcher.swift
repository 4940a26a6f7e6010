import ArgumentParser
import Foundation

/// Runs the command that the arguments name, and reports an error as one line and an exit status.
enum Launcher {
    /// - Returns: The exit status.
    static func run(_ arguments: [String]) -> Int32 {
        Interruption.surviveFileLimits()
        guard !arguments.isEmpty else {
            ErrorOutput.print("The arguments cannot be read. On Linux they are in /proc; is it mounted?")
            return ExitStatus.failure.rawValue
        }
        do {
            ErrorOutput.use(Palette(for: STDERR_FILENO))
            let arguments = try HabitualArguments.parsable(Array(arguments.dropFirst()), commands: Graphz.commandNames)
            var command = try Graphz.parseAsRoot(arguments)
            if let command = command as? any ReportingCommand {
                ErrorOutput.use(command.reporting.palette(for: STDERR_FILENO))
            }
            try command.run()
            try StandardOutput.flush()
            return ExitStatus.success.rawValue
        } catch {
            return report(error)
        }
    }

    private static func report(_ error: any Error) -> Int32 {
        // Print earlier output before the error. If the error was already reported, or is none, a failure to write the
        // output must still be reported.
        do {
            try StandardOutput.flush()
        } catch let flushError where error is ReportedFailures {
            return report(flushError)
        } catch {}
        switch error {
        case let failures as ReportedFailures:
            return failures.status.rawValue
        case let interruption as Interruption:
            Interruption.end(by: interruption.signal)
            return 128 + interruption.signal
        case let error as ToolError:
            guard error.status != .brokenPipe else { break }
            ErrorOutput.print(error.message)
            return error.status.rawValue
        default:
            return reportParsing(error)
        }
        // The reader of the output closed the pipe, which is not worth a message.
        return ExitStatus.brokenPipe.rawValue
    }

    /// Reports errors of the argument parser, which also uses them for help.
    private static func reportParsing(_ error: any Error) -> Int32 {
        guard Graphz.exitCode(for: error) != .success else {
            do {
                try StandardOutput.print(HelpText.arranged(Graphz.fullMessage(for: error)))
                try StandardOutput.flush()
                return ExitStatus.success.rawValue
            } catch {
                return report(error)
            }
        }
        ErrorOutput.print("\(Graphz.message(for: error)) See 'graphz --help'.")
        return ExitStatus.usage.rawValue
    }
}

/// Failures that have already been printed.
struct ReportedFailures: Error {
    /// The status of the first failure.
    let status: ExitStatus
}
