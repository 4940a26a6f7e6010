/// Joins the parts of paths within an object: `members[2].name`.
///
/// A path has limited length, because many values may be deep inside others. The end of a longer one is kept.
enum PathText {
    private static let maximumLength = 256

    static func field(_ key: String, of path: String) -> String {
        appending((path.isEmpty ? "" : ".") + ShortText.label(key), to: path)
    }

    static func appending(_ part: String, to path: String) -> String {
        let text = path + part
        guard text.unicodeScalars.count > maximumLength else { return text }
        return "…" + String(text.unicodeScalars.suffix(maximumLength - 1))
    }
}
