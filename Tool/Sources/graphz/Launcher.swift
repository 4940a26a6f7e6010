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
            try run(Array(arguments.dropFirst()), &command)
            try StandardOutput.flush()
            return ExitStatus.success.rawValue
        } catch {
            return report(error, command)
        }
    }

    /// - Parameter name: Gets the name of the command, if there is one.
    private static func run(_ arguments: [String], _ name: inout String?) throws {
        ErrorOutput.palette = Palette(for: STDERR_FILENO)
        var arguments = arguments
        if arguments.isEmpty, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
            // In a pipe other tools compress, too. The help text would be taken for their result.
            arguments = ["compress"]
        }
        if let generated = ManualAndCompletions.text(for: arguments) {
            return try StandardOutput.print(generated)
        }
        arguments = try GzipStyleArguments.parsable(arguments)
        name = arguments.first { Graphz.commandNames.contains($0) }
        do {
            var command = try Graphz.parseAsRoot(arguments)
            if let command = command as? any ReportingCommand {
                ErrorOutput.palette = command.reporting.palette(for: STDERR_FILENO)
            }
            try command.run()
        } catch  where Graphz.exitCode(for: error) == .success {
            // The argument parser uses errors also for help.
            try StandardOutput.print(HelpText.arranged(Graphz.fullMessage(for: error)))
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
            // That the reader of the output closed the pipe is not worth a message.
            if error.status != .brokenPipe { ErrorOutput.print(error.message) }
            return error.status.rawValue
        default:
            ErrorOutput.print(UsageMessage.text(Graphz.message(for: error), command: command))
            return ExitStatus.usage.rawValue
        }
    }
}
