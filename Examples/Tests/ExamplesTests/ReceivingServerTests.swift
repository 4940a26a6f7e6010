import Foundation
import GraphCodable
import Testing

@testable import ReceivingServer

struct ReceivingServerTests {
    @Test func everyRequestIsAnswered() throws {
        let receiver = Receiver()
        let answers = try Server.requests().map { receiver.receive($0.body) }
        #expect(answers.map(\.status) == [200, 200, 422, 422, 422, 415, 413])
        #expect(answers[0].text == "Customer Ada, 2 lines")
        #expect(answers[1].text == "Business Acme, 2 lines")
        #expect(
            answers[2...].map(\.text) == [
                "This file is incomplete. Send it again.", "A line needs a count from 1 to 1000.",
                "This file has contents that are not accepted here.",
                "This file is of another kind than the one expected.",
                "This file is larger or more complex than is accepted here.",
            ])
    }

    @Test func aDamagedOrderIsNeverTheServersFault() throws {
        let receiver = Receiver()
        let body = try #require(try Server.requests().first?.body)
        for index in body.indices {
            var damaged = body
            damaged[index] ^= 1 << (index % 8)
            #expect([200, 413, 415, 422].contains(receiver.receive(damaged).status))
            #expect([415, 422].contains(receiver.receive(body.prefix(index)).status))
        }
    }
}
