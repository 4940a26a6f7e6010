import ArgumentParser
import Foundation

/// Runs the command that the arguments name, and reports an error as one line and an exit status.
enum Launcher {
    /// Returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        Interruption.surviveFileLimits()
        TerminalWidth.ensureRoomForHelp()
        guard !arguments.isEmpty else {
            ErrorOutput.print("The arguments cannot be read. On Linux they are in /proc; is it mounted?")
            return ExitStatus.failure.rawValue
        }
        var command: String?
        do {
            ErrorOutput.palette = Palette(for: STDERR_FILENO)
            var arguments = Array(arguments.dropFirst())
            if arguments.isEmpty, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
                // In a pipe other tools compress, too. The help text would be taken for their result.
                arguments = ["compress"]
            }
            if let generated = ManualAndCompletions.text(for: arguments) {
                try StandardOutput.print(generated)
                try StandardOutput.flush()
                return ExitStatus.success.rawValue
            }
            arguments = try GzipStyleArguments.parsable(arguments)
            command = arguments.first { Graphz.commandNames.contains($0) }
            var command = try Graphz.parseAsRoot(arguments)
            if let command = command as? any ReportingCommand {
                ErrorOutput.palette = command.reporting.palette(for: STDERR_FILENO)
            }
            try command.run()
            try StandardOutput.flush()
            return ExitStatus.success.rawValue
        } catch {
            return report(error, command)
        }
    }

    /// - Parameter command: The name of the command; `nil` if there is none.
    private static func report(_ error: any Error, _ command: String?) -> Int32 {
        // Print earlier output before the error. If the error was already reported, or is none, a failure to write the
        // output must still be reported.
        do {
            try StandardOutput.flush()
        } catch let flushError where error is ReportedFailures {
            return report(flushError, command)
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
            return reportParsing(error, command)
        }
        // The reader of the output closed the pipe, which is not worth a message.
        return ExitStatus.brokenPipe.rawValue
    }

    /// Reports errors of the argument parser, which also uses them for help.
    private static func reportParsing(_ error: any Error, _ command: String?) -> Int32 {
        guard Graphz.exitCode(for: error) != .success else {
            do {
                try StandardOutput.print(HelpText.arranged(Graphz.fullMessage(for: error)))
                try StandardOutput.flush()
                return ExitStatus.success.rawValue
            } catch {
                return report(error, command)
            }
        }
        ErrorOutput.print(UsageMessage.text(Graphz.message(for: error), command: command))
        return ExitStatus.usage.rawValue
    }
}

/// Failures that have already been printed.
struct ReportedFailures: Error {
    /// The status of the first failure.
    let status: ExitStatus
}
