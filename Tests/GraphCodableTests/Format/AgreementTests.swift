import Foundation
import GraphCodable
import TestSupport
import Testing

/// Two readers that share nothing but the specification agree on what is an archive.
struct AgreementTests {
    static func isAccepted(_ archive: Bytes) -> Bool {
        (try? GraphArchive(archive).verify()) != nil
    }

    static func compare(_ archives: [Bytes], _ context: String) throws -> (accepted: Int, total: Int) {
        let verdicts = try PythonReader.verdicts(.raw, archives)
        try #require(verdicts.count == archives.count, "Python ended early, \(context)")
        var accepted = 0
        for (archive, verdict) in zip(archives, verdicts) {
            let isAccepted = isAccepted(archive)
            accepted += isAccepted ? 1 : 0
            if isAccepted != verdict {
                let bytes = Data(archive).base64EncodedString()
                Issue.record("Swift says \(isAccepted), Python \(verdict); \(context): \(bytes)")
            }
        }
        return (accepted, archives.count)
    }

    @Test func pythonIsThereWhereItMustBe() {
        guard ProcessInfo.processInfo.environment["REQUIRE_PYTHON"] != nil else { return }
        #expect(PythonReader.python != nil, "Without Python, bombs and the agreement of two readers are not tested.")
    }

    @Test(.enabled(if: PythonReader.python != nil)) func bothAcceptEveryGoldenArchive() throws {
        let archives = try Golden.all.map { try $0.bytes }
        let result = try Self.compare(archives, "golden")
        #expect(result.accepted == archives.count)
    }

    @Test(.enabled(if: PythonReader.python != nil)) func bothRefuseTheSameMutants() throws {
        let archives = try Golden.all.map { try $0.bytes }
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        var accepted = 0
        var total = 0
        let count = Torture.count(3_000, torture: 1_000_000)
        while total < count {
            let mutants = (0..<3_000).map { number in
                // Most bytes of a mutant whose structure is broken are never looked at, so most are repaired.
                number % 4 == 0
                    ? Mutation.mutate(archives[number % archives.count], archives, using: &generator)
                    : RepairedMutation.mutate(archives[number % archives.count], archives, using: &generator)
            }
            let result = try Self.compare(mutants, "seed \(seed)")
            accepted += result.accepted
            total += result.total
        }
        // Mutants that are all refused, or all accepted, would show nothing.
        #expect(accepted > total / 100 && accepted < total * 9 / 10)
        print(
            "figure: mutants of raw archives on which both readers agree: \(total), of which \(accepted) were accepted")
    }
}

/// Changes one part of a raw archive, and lets the record table and the trailer fit again.
enum RepairedMutation {
    static func mutate(_ archive: Bytes, _ others: [Bytes], using generator: inout SplitMix64) -> Bytes {
        guard let (records, table, directory) = split(archive) else { return archive }
        var assembler = ArchiveAssembler()
        assembler.header = Array(archive[..<9])
        assembler.records = records
        assembler.directory = directory
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            assembler.table = Mutation.mutate(table, others, using: &generator)
        case 1, 2, 3:
            assembler.directory = Mutation.mutate(assembler.directory ?? [], others, using: &generator)
        case 4:
            assembler.idCount = UInt64(records.count) + UInt64.random(in: 0...3, using: &generator)
        default:
            let place = Int.random(in: records.indices, using: &generator)
            assembler.records[place].bytes = Mutation.mutate(records[place].bytes, others, using: &generator)
            assembler.idCount = number(table, 1)
        }
        return assembler.bytes
    }

    private static func number(_ table: Bytes, _ index: Int) -> UInt64? {
        var numbers: [UInt64] = []
        var position = 0
        while numbers.count <= index, let number = varint(table, &position) {
            numbers.append(number)
        }
        return numbers.last
    }

    private static func varint(_ bytes: Bytes, _ position: inout Int) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func split(_ archive: Bytes) -> (records: [ArchiveAssembler.Record], table: Bytes, directory: Bytes)?
    {
        let backwards = Bytes(archive.dropLast(3).reversed())
        var sizes = 0
        guard let directorySize = varint(backwards, &sizes), let tableSize = varint(backwards, &sizes) else {
            return nil
        }
        let directory = archive.count - 3 - sizes - Int(directorySize)
        let table = directory - Int(tableSize)
        var position = table
        guard let count = varint(archive, &position), varint(archive, &position) != nil else { return nil }
        var records: [ArchiveAssembler.Record] = []
        var start = 9
        for _ in 0..<count {
            guard let entry = varint(archive, &position) else { return nil }
            let id = entry & 1 != 0 ? varint(archive, &position) : nil
            let end = start + Int(entry >> 1)
            records.append(ArchiveAssembler.Record(id: id, bytes: Array(archive[start..<end])))
            start = end
        }
        return (records, Bytes(archive[table..<directory]), Bytes(archive[directory..<archive.count - 3 - sizes]))
    }
}
