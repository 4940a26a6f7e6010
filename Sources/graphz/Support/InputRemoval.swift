import Foundation
import GraphCodableCompression

/// The removal of an input after its output was made.
struct InputRemoval {
    private let input: ArchivePlace
    private let output: ArchivePlace
    /// `nil` when there is no input, which whoever opens it will tell.
    private let identity: FileStatus.Identity?

    /// - Throws: ``ToolError`` unless the input is a regular file by its own name, and the output another one.
    init(of input: ArchivePlace, after output: ArchivePlace) throws(ToolError) {
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

    /// Removes the input, if it is still the file that it was.
    func run() throws(ToolError) {
        guard let path = input.path, let identity, input.status(followsLinks: false)?.identity == identity,
            output.status()?.kind == .regular
        else {
            throw ToolError(.fileFailure, "\(input.name): The file was changed meanwhile, and is kept.")
        }
        do {
            try OperatingSystem().remove(path, in: AT_FDCWD)
        } catch {
            throw ToolError(.fileFailure, "\(input.name): The file cannot be removed: \(error)")
        }
    }
}
