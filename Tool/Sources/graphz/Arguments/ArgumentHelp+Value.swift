import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument whose value has a name: `--list <number>`.
    static func value(_ name: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }
}
