import ArgumentParser

/// What `make install` generates: completions and the manual page.
enum ManualAndCompletions {
    /// Returns the text that the arguments request; `nil` if they are others.
    static func text(for arguments: [String]) -> String? {
        switch (arguments.first, arguments.count) {
        case ("--generate-manual", 1): ManualPage.text
        case ("--generate-completion-script", 2): CompletionShell(rawValue: arguments[1]).map(completions)
        default: nil
        }
    }

    /// Returns a script that also knows what the argument parser does not: letters for commands, and the names of commands
    /// after `help`.
    private static func completions(for shell: CompletionShell) -> String {
        let script = Graphz.completionScript(for: shell)
        return switch shell {
        case .bash: script + bash
        case .zsh: script.replacing("\n_graphz() {\n", with: zsh)
        default: script + fish
        }
    }

    private static let names = Graphz.commandNames.joined(separator: " ")
    private static let letters = GzipStyleArguments.commandLetters.sorted { $0.key < $1.key }

    /// The branches of a shell's case, in which `word` is the array's element for the command.
    private static func branches(_ word: String) -> String {
        "--*) ;;\n" + letters.map { "-*\($0)*) \(word)=\($1) ;;\n" }.joined()
    }

    private static var bash: String {
        """

        _graphz_letters() {
            if ((COMP_CWORD > 1)); then
                case ${COMP_WORDS[1]} in
                help) COMPREPLY=($(compgen -W '\(names)' -- "$2")); return ;;
                \(branches("COMP_WORDS[1]"))esac
            fi
            _graphz "$@"
        }
        complete -o filenames -F _graphz_letters graphz
        """
    }

    /// The beginning of the script's function, in place of its own.
    private static var zsh: String {
        """

        _graphz() {
            if (( CURRENT > 2 )); then
                case ${words[2]} in
                help) compadd -- \(names); return ;;
                \(branches("words[2]"))esac
            fi

        """
    }

    private static var fish: String {
        """

        complete -c graphz -n '__fish_seen_subcommand_from help' -xa '\(names)'
        complete -c graphz -n 'string match -qr "^-[a-z]*[\(String(letters.map(\.key)))]" -- (commandline -opc)[2]' \
        -xka '(__fish_complete_suffix .graph; __fish_complete_suffix .graphz)'
        """
    }
}
