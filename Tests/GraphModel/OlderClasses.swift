import GraphCodable
import VersionedCodable

// What an older program has archived. Its classes have the names of this program's classes but for the last digit, which is
// exchanged in the archive: see Bytes.ofThisProgram.

/// A class that another one has replaced.
final class Retired: Node {
    override class var replacementType: any GDecodable.Type { Successor.self }
}

/// A class of the older program.
final class Relic0: Node {}

/// What is left of it.
final class Relic1: GObsolete {
    class var replacementType: any GDecodable.Type { Successor.self }
}

final class Successor: Node, GDecodeCompletion {
    func didDecode() { complete() }
    required init(_ number: Int, _ trial: Trial) { super.init(number, trial) }
    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        let expected: (any GDecodable.Type)? = vertex.kind == .relic ? Relic1.self : Retired.self
        if trial.isFirstRound, try decoder.replacedType != expected {
            trial.complain("replacedType is not what it was")
        }
    }
}

/// The first version of a class.
final class Elder0: Node, GVersion {
    static var encodeVersion: UInt32 { 1 }
}

/// The first version of a class that is obsolete now.
final class Fossil0: Node, GVersion {
    static var encodeVersion: UInt32 { 1 }
}

/// What is left of it.
final class Fossil1: GObsolete {
    class var replacementType: any GDecodable.Type { Elder1.self }
}

/// What older versions read.
class ElderFields: FieldOwner {
    let number: Int
    let trial: Trial
    private(set) var fields: [(any FieldType)?]

    init(_ number: Int, _ trial: Trial) {
        (self.number, self.trial) = (number, trial)
        fields = Array(repeating: nil, count: trial.plan.vertices[number].fields.count)
        trial.helperCount += 1
    }

    deinit { trial.helperCount -= 1 }

    func set(_ index: Int, _ value: any FieldType) { fields[index] = value }

    /// Sets the fields of a newer version that this one has, and that are not set.
    func hand(over target: some FieldOwner, where isMissing: (Int) -> Bool = { _ in true }) {
        for (index, value) in fields.enumerated() where isMissing(index) {
            if let value { target.set(index, value) }
        }
    }
}

/// The first version, as this program reads it.
final class ElderV1: ElderFields, GVersionedCodable {
    typealias PreviousVersion = NothingEarlier
    static var encodeVersion: UInt32 { 1 }

    init(decoding decoder: any GDecoder) throws {
        let trial = try Trial.get()
        let number: Int = try decoder.decode(for: FieldKey.number)
        guard trial.plan.vertices.indices.contains(number) else { throw Refusal.Refused() }
        super.init(number, trial)
        trial.startCount += 1
        let vertex = trial.plan.vertices[number]
        let indices = vertex.isReversed ? Array(vertex.fields.indices.reversed()) : Array(vertex.fields.indices)
        for index in indices {
            try FieldCoder(field: vertex.fields[index], key: FieldKey(index), decoder: decoder).decode(
                into: self, index)
        }
    }

    func encode(to encoder: any GEncoder) throws { throw Refusal.Refused() }
}

/// The second version.
final class ElderV2: ElderFields, GVersionedCodable {
    static var encodeVersion: UInt32 { 2 }

    init(from previous: ElderV1) throws {
        super.init(previous.number, previous.trial)
        previous.hand(over: self)
    }

    func finishMigration(from previous: ElderV1) throws { previous.hand(over: self) }

    init(decoding decoder: any GDecoder) throws { throw Refusal.Refused() }
    func encode(to encoder: any GEncoder) throws { throw Refusal.Refused() }
}

/// The third version.
final class Elder1: Node, GVersionedCodable, GVersion, GDecodeCompletion {
    static var encodeVersion: UInt32 { 3 }
    func didDecode() { complete() }

    required init(_ number: Int, _ trial: Trial) { super.init(number, trial) }

    required convenience init(from decoder: any GDecoder) throws { try self.init(ofAnyVersion: decoder) }

    init(decoding decoder: any GDecoder) throws { try super.init(from: decoder) }

    init(from previous: ElderV2) throws {
        super.init(previous.number, previous.trial)
        previous.hand(over: self)
        trial.initializerCounts[number] += 1
    }

    func finishMigration(from previous: ElderV2) throws { previous.hand(over: self) { fields[$0] == nil } }
}

extension Bytes {
    /// An archive of the older program, as one that this program finds its classes by.
    var ofThisProgram: Bytes {
        var bytes = self
        for name in ["Elder", "Relic", "Fossil"].map({ Array($0.utf8) }) {
            for start in bytes.indices.dropLast(name.count)
            where bytes[start] == name[0] && bytes[start + name.count] == UInt8(ascii: "0") {
                if bytes[start..<start + name.count].elementsEqual(name) { bytes[start + name.count] += 1 }
            }
        }
        return bytes
    }
}
