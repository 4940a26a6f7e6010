import ArgumentParser
import Foundation
import GraphCodableCompression

struct DecompressCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "decompress",
        abstract: "Decompress compressed archives to raw ones.",
        discussion: """
            Writes city.graphz to city.graph, unless --output is given. Keeps the compressed archive, unless --rm is \
            given. Without an archive, the command decompresses standard input to standard output. With --stdout and \
            --force, copies what is not compressed.
            """)

    @OptionGroup var inputs: ArchiveInputs
    @OptionGroup var output: OutputOptions

    @Flag(name: [.short, .long], help: "Report what was done on standard error.")
    var verbose = false

    @OptionGroup var limits: LimitOptions
    @OptionGroup var reporting: ReportingOptions

    func run() throws {
        let work = ArchiveConversion(
            inputs: inputs, endings: [".graphz"], output: output, verb: "Decompressing",
            isQuiet: reporting.hidesProgress,
            isVerbose: verbose)
        try work.run(to: ArchiveConversion.rawPath) { input, output, progress in
            var source = input.endpoint
            if passesOthers, input.isStandardStream || [.regular, .pipe].contains(input.status()?.kind) {
                let path = try StandardInput.seekablePath(to: input, copiesAnything: true)
                source = .path(bytes: path.bytes, replacing: false)
                guard try !Self.copyUnlessCompressed(path) else { return nil }
            }
            return try GraphContainer.decompress(
                from: source, to: output, options: limits.readingOptions, progress: progress)
        }
    }

    /// Whether to copy what is not compressed, as gzip and zstd do with the same options.
    private var passesOthers: Bool { output.force && output.path == "-" }

    /// Copies a file to standard output, unless it is a compressed archive. Returns whether it was copied.
    ///
    /// It is read at offsets: on macOS, the copy of a pipe in /dev/fd is at its end when it is opened, as its descriptor is.
    private static func copyUnlessCompressed(_ path: SystemPath) throws -> Bool {
        let (input, output) = (try OpenFile.reading(path), OpenFile(borrowing: STDOUT_FILENO))
        return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            var offset: UInt64 = 0
            while true {
                let count = try input.read(at: offset, into: buffer)
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if offset == 0, (try? ArchiveKind(prefix: bytes)) == .compressed { return false }
                guard count > 0 else { return true }
                try output.write(bytes, waits: Interruption.check)
                offset += UInt64(count)
            }
        }
    }
}
