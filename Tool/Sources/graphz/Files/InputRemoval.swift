import Foundation
import GraphCodableCompression

/// Removes an input after its output has been written.
struct InputRemoval {
    private let input: ArchiveEndpoint
    private let output: ArchiveEndpoint
    /// The input's identity; `nil` if it doesn't exist, which is reported when it is opened.
    private let identity: FileStatus.Identity?

    /// - Throws: ``ToolError`` if the input is not a regular file, or if the output is the same file or not a file.
    init(of input: ArchiveEndpoint, after output: ArchiveEndpoint) throws(ToolError) {
        guard !output.isStandardStream, !output.isDevice else {
            throw ToolError(.usage, "\(output.name): --rm is for outputs that are files. \(input.name) is kept.")
        }
        guard !input.isSameFile(as: output) else {
            throw ToolError(.usage, "\(input.name): --rm would remove the output, which is the same file.")
        }
        let status = input.status(followsLinks: false)
        guard !input.isStandardStream, [nil, .regular].contains(status?.kind) else {
            throw ToolError(.usage, "\(input.name): --rm removes regular files only.")
        }
        (self.input, self.output, identity) = (input, output, status?.identity)
    }

    /// Removes the input if it is still the same file.
    func run() throws(ToolError) {
        guard let path = input.path, let identity, input.status(followsLinks: false)?.identity == identity,
            output.status()?.kind == .regular
        else {
            throw ToolError(.fileFailure, "\(input.name): The file was changed meanwhile, and is kept.")
        }
        do {
            try OperatingSystem().remove(path, in: AT_FDCWD)
        } catch {
            throw ToolError(
                .fileFailure, "\(input.name): \(ToolError.failure("The file cannot be removed", error.number))")
        }
    }
}
