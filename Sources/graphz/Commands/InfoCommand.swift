import ArgumentParser
import Foundation
import GraphCodable
import GraphCodableCompression

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what an archive is: codec, sizes, versions, classes with counts.",
        discussion: "Reads only the beginning and the end of a file, however large it is.")

    @OptionGroup var input: ArchiveInputArgument

    @Flag(help: "List the blocks of a compressed archive.")
    var blocks = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var directory: DirectoryOptions

    func run() throws {
        let place = input.place
        try naming(place.name) {
            let path = try place.path ?? SystemPath(StandardInput.seekablePath())
            // Nothing large is decompressed but the directory, so that there is nothing else to limit.
            var options = GraphContainerReadingOptions(policy: .inspection)
            options.policy.maximumPlainByteCount = .max
            options.policy.maximumExpansion = .max
            options.policy.maximumDirectoryEntryCount = directory.maxEntries
            let file = try GraphContainerFile(path, options: options)
            var report = try ArchiveReport(file, name: place.name, includingBlocks: blocks)
            // What is known is told even if the rest cannot be read.
            var failure: (any Error)?
            do {
                report.add(try GraphArchiveSummary(of: file))
            } catch {
                failure = error
            }
            try StandardOutput.write(json ? try report.json() : report.text)
            if let failure {
                throw failure
            }
        }
    }
}
