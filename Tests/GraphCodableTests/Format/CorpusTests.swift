import Foundation
import GraphCodable
import TestSupport
import Testing

/// Archives that were made from the specification, without this package, are read as the specification says.
struct CorpusTests {
    @Test func everyArchiveIsAcceptedAndHasTheRecordsThatItShould() throws {
        let archives = try Corpus.accepted("graph")
        #expect(archives.count > 30)
        for archive in archives {
            do {
                let read = try GraphArchive(archive.bytes)
                try read.verify()
                // "archive: version 1, 49 bytes, 1 records, 1 ids"
                let counts = archive.text.prefix { $0 != "\n" }.split(separator: ",").compactMap {
                    Int($0.split(separator: " ").first ?? "")
                }
                if counts.count == 3 {
                    #expect(counts[0] == archive.bytes.count)
                    #expect(read.summary.objectCount == counts[1] - 1, "\(archive.name)")
                }
            } catch {
                Issue.record("\(archive.name): \(error)")
            }
        }
    }

    @Test func everyArchiveThatBreaksARuleIsRefusedWithItsError() throws {
        let archives = try Corpus.refused("graph")
        #expect(archives.count > 100)
        var messages: [String: String] = [:]
        for archive in archives {
            let error = #expect(throws: GraphCodableError.self, "\(archive.name)") {
                try GraphArchive(archive.bytes).verify()
            }
            #expect(error?.code.description == archive.error, "\(archive.name): \(error.map { "\($0)" } ?? "")")
            let place = try #require(error?.byteOffset, "\(archive.name)")
            #expect((0...UInt64(archive.bytes.count)).contains(place), "\(archive.name)")
            messages[archive.name] = error.map { "\($0)" }
        }
        #expect(try CorpusMessages.differences(messages, from: "graph.txt") == [])
    }
}

extension RepositoryTests {
    /// The names that archives of the corpus give to types are registered, which the others of these tests would undo meanwhile.
    struct DecodedCorpusTests {
        @Test func everyValueIsReadOnlyAsTheTypesThatTheSpecificationNames() throws {
            let rows = try Corpus.decoded()
            #expect(rows.count > 300)
            var messages: [String: String] = [:]
            for row in rows {
                let decode = try #require(CorpusTypes.decoders[row.type], "\(row.type)")
                let result: String
                do {
                    result = try decode(row.bytes)
                } catch let error as GraphCodableError {
                    result = error.code.description
                    #expect(error.byteOffset.map { $0 <= row.bytes.count } ?? false, "\(row.name): \(error)")
                    messages["\(row.name) as \(row.type)"] = "\(error)"
                }
                #expect(result == row.result, "\(row.rule): \(row.name) as \(row.type)")
            }
            #expect(try CorpusMessages.differences(messages, from: "decoding.txt") == [])
        }
    }
}
