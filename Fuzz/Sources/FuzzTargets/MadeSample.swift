#if Macros
import GraphCodable
import GraphCodableMacros

/// Types whose code the macro writes. It reads and writes rows of numbers without checks of its own.
enum MadeSample {
    @GCodable struct Station: GKeepsUnknown {
        var id: Int
        var level = 1.0
        var small: Int8 = 2
        var isOpen = false
        var moods: [Mood] = []
        var unknownFields = GUnknownFields()
    }

    @GCodable enum Mood: GKeepsUnknown {
        case happy
        @CodableFallback case other(fields: GUnknownFields)
    }

    /// What a newer program writes.
    enum Newer {
        @GCodable struct Station {
            var id: Int
            var level = 2.5
            var small: Int8 = -3
            var isOpen = true
            var moods = [Mood.happy, .sad(why: "rain")]
            var color = "red"
        }

        @GCodable enum Mood {
            case happy
            case sad(why: String)
        }
    }

    static func archive() throws -> [UInt8] {
        try GraphEncoder().encode([Newer.Station(id: 1), Newer.Station(id: 300, moods: [])])
    }
}
#endif
