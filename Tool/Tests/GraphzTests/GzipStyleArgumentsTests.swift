import Testing

@testable import graphz

@Suite("Arguments by the habits of other tools")
struct GzipStyleArgumentsTests {
    private func parsable(_ line: String) throws -> String {
        let arguments = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return try GzipStyleArguments.parsable(
            line.isEmpty ? [] : arguments, isFile: { $0 == "info" || $0 == "a" }
        )
        .joined(separator: " ")
    }

    @Test(arguments: [
        // Letters for commands; the last one counts.
        ("-d a", "decompress a"), ("-z a", "compress a"), ("-t a", "verify a"), ("-l a", "info a"),
        ("a -d", "decompress a"), ("-dt a", "verify a"), ("--decompress a", "decompress a"), ("--test a", "verify a"),
        ("--list a", "info a"), ("-c a", "compress -c a"), ("-3 a", "compress --level=3 a"), ("-", "compress -"),
        // Combined letters, and values in the same word or the next.
        ("-dcf a", "decompress -c -f a"), ("compress -fq a", "compress -f -q a"),
        ("compress -o- a", "compress --output=- a"), ("compress -o b a", "compress --output=b a"),
        ("compress -o -d a", "compress --output=-d a"), ("-fo b a", "compress -f --output=b a"),
        ("compress -ox=y a", "compress --output=x=y a"), ("-dT4 a", "decompress --threads=4 a"),
        ("-T0c", "compress --threads=0c"), ("verify -T 2 a", "verify --threads=2 a"),
        ("compress a -o", "compress a -o"),
        // Levels.
        ("compress -12 a", "compress --level=12 a"), ("recode -1kf a", "recode --level=1 -k -f a"),
        ("verify -1 a", "verify -1 a"), ("-dc9 a", "decompress -c -9 a"),
        ("compress --keep -1 a", "compress --keep --level=1 a"), ("salvage --list -1 a", "salvage --list=-1 a"),
        // Long options and names are left alone, and all that follows two hyphens.
        ("compress --codec=lz4 a", "compress --codec=lz4 a"), ("compress -- -d -o-", "compress -- -d -o-"),
        ("-d -- -t", "decompress -- -t"), ("-d -- info", "decompress -- info"),
        ("-d -- --version", "decompress -- --version"), ("-d -- --list a", "decompress -- --list a"),
        ("compress -d a", "compress -d a"), ("compress --rm a", "compress --rm a"),
        ("compress -c -", "compress -c -"), ("info -é", "info -é"), ("info -٣", "info -٣"),
        // Options before a command, which is one unless a file has that name.
        ("-r verify .", "verify -r ."), ("--rm verify a", "verify --rm a"),
        ("-q --codec zlib compress a", "compress -q --codec zlib a"),
        ("-T 2 verify a", "verify --threads=2 a"), ("-9 info", "compress --level=9 info"),
        ("-9 -- verify", "compress --level=9 -- verify"),
        ("-d verify", "verify -d"), ("-q sizes --list 3 a", "sizes -q --list 3 a"),
        // Questions.
        ("", ""), ("--help", "--help"), ("-h", "-h"), ("-V", "--version"), ("-h verify", "verify -h"),
        ("--version", "--version"),
        ("help dump", "help dump"), ("-d --help", "decompress --help"),
        ("--generate-completion-script bash", "--generate-completion-script bash"),
    ])
    func areWrittenOut(line: String, expected: String) throws {
        #expect(try parsable(line) == expected)
    }

    @Test(arguments: ["-l -x.graph", "-xyzh", "info -my-file.graphz", "dump -graph"])
    func fileNamesThatBeginWithADashAreNoOptions(line: String) throws {
        let error = #expect(throws: ToolError.self) { try parsable(line) }
        #expect(error?.status == .usage)
        let name = try #require(line.split(separator: " ").last)
        #expect(
            error?.message
                == "'\(name)' is not an option. Write './\(name)' for a file of that name, or '--' before it.")
        #expect(try parsable("info -- \(name)") == "info -- \(name)")
    }

    // Otherwise a misspelt command would be compressed, or its arguments.
    @Test(arguments: [
        ("frobnicate a.graphz", "'frobnicate' is not a command. See 'graphz --help'."),
        ("inof a.graphz", "'inof' is not a command. Did you mean 'info'?"),
        ("-q verfy a.graphz", "'verfy' is not a command. Did you mean 'verify'?"),
        ("a", "'a' is not a command. To compress a file, use 'graphz compress'."),
        ("help nosuch", "'nosuch' is not a command. See 'graphz --help'."),
        ("help dmup", "'dmup' is not a command. Did you mean 'dump'?"),
        ("compress -codec", "'-codec' is not an option. Did you mean '--codec'?"),
    ])
    func whatIsMisspeltIsNoFile(line: String, message: String) {
        let error = #expect(throws: ToolError.self) { try parsable(line) }
        #expect(error?.status == .usage)
        #expect(error?.message == message)
    }
}
