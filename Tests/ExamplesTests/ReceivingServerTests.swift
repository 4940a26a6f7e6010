import Foundation
import GraphCodable
import Testing

@testable import ReceivingServer

@Suite struct ReceivingServerTests {
    @Test func everyRequestIsAnswered() throws {
        let receiver = Receiver()
        let answers = try Server.requests().map { receiver.receive($0.body) }
        #expect(answers.map(\.status) == [200, 200, 400, 422, 400, 400, 400])
        #expect(answers[0].text == "Customer Ada, 2 lines")
        #expect(answers[1].text == "Business Acme, 2 lines")
        #expect(
            answers[4].text.hasPrefix("The decoder's policy does not allow the type ReceivingServer.A"))
    }

    @Test func aDamagedOrderIsNeverTheServersFault() throws {
        let receiver = Receiver()
        let body = try #require(try Server.requests().first?.body)
        for index in body.indices {
            var damaged = body
            damaged[index] ^= 1 << (index % 8)
            #expect([200, 400, 422].contains(receiver.receive(damaged).status))
            #expect(receiver.receive(body.prefix(index)).status == 400)
        }
    }
}
