import Foundation
import GraphCodable
import TestSupport
import Testing

/// What a program does with an error: it tells it by its code, and asks who is at fault.
struct GraphErrorTests {
    @Test func aCodeMatchesItsErrorsAndNoOthers() throws {
        struct Foreign: Error {}
        func fail(_ error: any Error) throws { throw error }
        func caught(_ error: any Error) -> String {
            do {
                try fail(error)
                return "nothing"
            } catch GraphCodableError.Code.truncated {
                return "truncated"
            } catch GraphCodableError.Code.misuse {
                return "misuse"
            } catch let error as any GraphError {
                return "\(error.code)"
            } catch {
                return "foreign"
            }
        }
        #expect(caught(GraphCodableError(.truncated, "text")) == "truncated")
        #expect(caught(GraphCodableError(.misuse, "text")) == "misuse")
        #expect(caught(GraphCodableError(.malformed, "text")) == "malformed")
        #expect(caught(Foreign()) == "foreign")
    }

    @Test func alertsShowTheDescription() {
        let error: any Error = GraphCodableError(.truncated, "The archive ends.", byteOffset: 7 as UInt64)
        #expect(error.localizedDescription == "truncated (byte 7): The archive ends.")
    }

    @Test func aLimitIsTheInputsFaultOnlyInAnArchive() {
        for code in [
            GraphCodableError.Code.limitExceeded, .depthExceeded, .unresolvableCycle,
        ] {
            #expect(GraphCodableError(code, "text", byteOffset: 7 as UInt64).isInputAtFault)
            #expect(!GraphCodableError(code, "text").isInputAtFault)
        }
        for code in [GraphCodableError.Code.notEncodable, .typeNotConstructible, .duplicateKey, .misuse] {
            #expect(!GraphCodableError(code, "text", byteOffset: 7 as UInt64).isInputAtFault)
        }
        for code in [GraphCodableError.Code.notAnArchive, .truncated, .keyNotFound, .wrongClass, .typeNotAllowed] {
            #expect(GraphCodableError(code, "text").isInputAtFault)
        }
    }

    @Test func whatIsRefusedIsTheFaultOfWhoMadeIt() throws {
        let archive = try GraphEncoder().encode([1, 2, 3]) as Bytes
        for count in 0..<archive.count {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode([Int].self, from: archive[..<count])
            }
            #expect(error?.isInputAtFault == true)
        }
        let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumElementCount: 2))
        let error = expectError(GraphCodableError.self, .limitExceeded) { try encoder.encode([1, 2, 3]) as Bytes }
        #expect(error?.isInputAtFault == false)
    }

    /// An error of a program's own format.
    struct OwnError: GraphError {
        enum Code: String, GraphErrorCode {
            case own, other
            var description: String { rawValue }
        }
        var code: Code { .own }
        var message: String { "Something\nelse." }
        var underlyingError: (any Error)? { nil }
        let isInputAtFault: Bool
    }

    @Test func anErrorNeedsNoPlaceAndNoTextForTheSender() {
        let error = OwnError(isInputAtFault: true)
        #expect(error.description == "own: Something\\nelse." && error.codingPath.isEmpty)
        #expect(error.typeName == nil && error.byteOffset == nil && error.path == nil)
        #expect(error.senderMessage == "This file has contents that are not accepted here.")
        #expect(
            OwnError(isInputAtFault: false).senderMessage
                == "The file could not be processed. The file is not the cause.")
    }

    /// A program matches its own codes as it matches those of the libraries.
    @Test func aCodeMatchesTheErrorsThatHaveIt() {
        let error: any Error = OwnError(isInputAtFault: true)
        #expect(OwnError.Code.own ~= error && !(OwnError.Code.other ~= error))
        #expect(!(GraphCodableError.Code.misuse ~= error) && !(OwnError.Code.own ~= CancellationError()))
    }

    /// A text for the person who sent an archive must not depend on what it holds, nor advise a developer.
    @Test func theSenderLearnsNothingOfTheProgram() {
        let secret = "Raise GraphDecodingPolicy.maximumDepth for Shop.Order"
        let texts: [(GraphCodableError.Code, String)] = [
            (.notAnArchive, "This file is of another kind than the one expected."),
            (.unsupportedVersion, "This file was made by a version of the program that is not supported here."),
            (.unsupportedFeature, "This file was made by a version of the program that is not supported here."),
            (.truncated, "This file is incomplete. Send it again."),
            (.malformed, "This file is damaged. Send it again, or send another copy."),
            (.limitExceeded, "This file is larger or more complex than is accepted here."),
            (.depthExceeded, "This file is larger or more complex than is accepted here."),
            (.typeNotFound, "This file has contents that are not accepted here."),
            (.keyNotFound, "This file has contents that are not accepted here."),
            (.misuse, "The file could not be processed. The file is not the cause."),
        ]
        for (code, text) in texts {
            #expect(GraphCodableError(code, secret, byteOffset: 7 as UInt64).senderMessage == text)
        }
        // A limit of the program's own encoder is no fault of a file.
        #expect(
            GraphCodableError(.limitExceeded, secret).senderMessage
                == "The file could not be processed. The file is not the cause.")
    }
}
