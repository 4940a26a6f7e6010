import ArgumentParser
import Foundation

/// Runs the command that the arguments name, and reports an error as one line and an exit status.
enum Launcher {
    /// Returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        keepClosedStreamsClosed()
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

    /// Keeps files that are opened later from becoming a standard stream that was closed. Its use still fails.
    private static func keepClosedStreamsClosed() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// - Parameter commandName: Is set to the name of the command, if the arguments contain one.
    private static func run(_ arguments: [String], _ commandName: inout String?) throws {
        ErrorOutput.palette = Palette(for: STDERR_FILENO)
        var arguments = arguments
        if arguments.isEmpty, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
            // In a pipe graphz compresses, like other tools. The help text would be taken for the result.
            arguments = ["compress"]
        }
        if let generated = ManualAndCompletions.text(for: arguments) {
            return try StandardOutput.print(generated)
        }
        arguments = try GzipStyleArguments.parsable(arguments)
        commandName = arguments.first { Graphz.commandNames.contains($0) }
        do {
            var command = try Graphz.parseAsRoot(arguments)
            if let command = command as? any ReportingCommand {
                ErrorOutput.palette = command.reporting.palette(for: STDERR_FILENO)
            }
            try command.run()
        } catch  where Graphz.exitCode(for: error) == .success {
            // The argument parser throws an error for help as well.
            try StandardOutput.print(HelpText.arranged(Graphz.fullMessage(for: error)))
        }
    }

    /// Prints an error, unless it has been reported already, and returns the exit status.
    ///
    /// - Parameter command: The name of the command; `nil` if there is none.
    private static func report(_ error: any Error, _ command: String?) -> Int32 {
        // Print earlier output before the error. If all errors have been reported already, a failure to write the output must
        // still be reported.
        do {
            try StandardOutput.flush()
        } catch let flushError where (error as? ToolError)?.message.isEmpty == true {
            return report(flushError, command)
        } catch {}
        switch error {
        case let interruption as Interruption:
            Interruption.end(by: interruption.signal)
            return 128 + interruption.signal
        case let error as ToolError:
            if !error.message.isEmpty { ErrorOutput.print(error.message) }
            return error.status.rawValue
        default:
            ErrorOutput.print(UsageMessage.text(Graphz.message(for: error), command: command))
            return ExitStatus.usage.rawValue
        }
    }
}
