/// Finds the word that a misspelt one was probably meant to be.
enum Spelling {
    /// Returns the most similar of several words; `nil` if none is similar.
    ///
    /// - Complexity: O(*n*) for *n* characters of all words, for a short `word`.
    static func nearest(to word: String, in words: [String]) -> String? {
        let candidates = words.map { (word: $0, distance: distance(Array(word), Array($0))) }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        // A third of the letters may be wrong.
        return best.distance <= max(1, best.word.drop { $0 == "-" }.count / 3) ? best.word : nil
    }

    /// Returns the number of letters to insert, remove, replace or swap with their neighbor.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard abs(left.count - right.count) < 16 else { return .max }
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
