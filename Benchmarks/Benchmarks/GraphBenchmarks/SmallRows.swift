import Benchmark
import Foundation
import GraphCodable
import SwiftProtobuf
import Workloads

/// How many values one measurement handles: enough to be long against the clock, and so few that most measurements are
/// over before the system lets another program run. Otherwise a busy machine would slow the slow coders down more.
private let repetitions = 200
/// The same for JSON and property lists, which take some ten to hundred times as long.
private let foundationRepetitions = 5

/// Small values with a reused encoder and decoder.
func registerSmallRows() {
    let numeric = NumericStruct()
    let sample = Sample()
    let media = MediaContent()
    addSmall("NumericStruct", numeric, message: numeric.message)
    addSmall("Sample", sample, message: sample.message)
    addSmall("MediaContent", media, message: media.message)
    addSmall("NumericStruct-list", five(numeric), message: NumericList.with { $0.items = five(numeric.message) })
    addSmall("Sample-list", five(sample), message: SampleList.with { $0.items = five(sample.message) })
    addSmall("MediaContent-list", five(media), message: MediaContentList.with { $0.items = five(media.message) })
    addNewCoders("NumericStruct", numeric)
}

/// The ordinary habit: an encoder and a decoder for each call.
private func addNewCoders<Value: GCodable>(_ name: String, _ value: Value) {
    Row.add("\(name)/encode/GraphCodable-new", operations: repetitions) { _ in
        var count = 0
        for _ in 0..<repetitions {
            let bytes = try GraphEncoder().encode(value) as Bytes
            count = bytes.count
            blackHole(bytes)
        }
        return count
    }
    let archive = Lazy { try GraphEncoder().encode(value) as Bytes }
    Row.add("\(name)/decode/GraphCodable-new", operations: repetitions) { _ in
        let bytes = try archive.get()
        for _ in 0..<repetitions {
            blackHole(try GraphDecoder().decode(Value.self, from: bytes))
        }
        return bytes.count
    }
}

private func five<Value>(_ value: Value) -> [Value] {
    Array(repeating: value, count: 5)
}

private func addSmall<Value: GCodable & Codable, Message: SwiftProtobuf.Message>(
    _ name: String, _ value: Value, message: Message
) {
    addGraph(name, value)
    addFoundation(name, value, JSONEncoder(), JSONDecoder())
    addMessage(name, message)
}

private func addGraph<Value: GCodable>(_ name: String, _ value: Value) {
    let encoder = GraphEncoder()
    Row.add("\(name)/encode/GraphCodable", operations: repetitions) { _ in
        var count = 0
        for _ in 0..<repetitions {
            let bytes = try encoder.encode(value) as Bytes
            count = bytes.count
            blackHole(bytes)
        }
        return count
    }
    let decoder = GraphDecoder()
    let archive = Lazy { try encoder.encode(value) as Bytes }
    Row.add("\(name)/decode/GraphCodable", operations: repetitions) { _ in
        let bytes = try archive.get()
        for _ in 0..<repetitions {
            blackHole(try decoder.decode(Value.self, from: bytes))
        }
        return bytes.count
    }
}

private func addFoundation<Value: Codable>(
    _ name: String, _ value: Value, _ encoder: JSONEncoder, _ decoder: JSONDecoder
) {
    Row.add("\(name)/encode/JSON", operations: foundationRepetitions) { _ in
        var count = 0
        for _ in 0..<foundationRepetitions {
            let data = try encoder.encode(value)
            count = data.count
            blackHole(data)
        }
        return count
    }
    let json = Lazy { try encoder.encode(value) }
    Row.add("\(name)/decode/JSON", operations: foundationRepetitions) { _ in
        let data = try json.get()
        for _ in 0..<foundationRepetitions {
            blackHole(try decoder.decode(Value.self, from: data))
        }
        return data.count
    }

    let listEncoder = PropertyListEncoder()
    listEncoder.outputFormat = .binary
    let listDecoder = PropertyListDecoder()
    Row.add("\(name)/encode/PropertyList", operations: foundationRepetitions) { _ in
        var count = 0
        for _ in 0..<foundationRepetitions {
            let data = try listEncoder.encode(value)
            count = data.count
            blackHole(data)
        }
        return count
    }
    let list = Lazy { try listEncoder.encode(value) }
    Row.add("\(name)/decode/PropertyList", operations: foundationRepetitions) { _ in
        let data = try list.get()
        for _ in 0..<foundationRepetitions {
            blackHole(try listDecoder.decode(Value.self, from: data))
        }
        return data.count
    }
}

/// The message is made once: copying values into it is not measured.
private func addMessage<Message: SwiftProtobuf.Message>(_ name: String, _ message: Message) {
    Row.add("\(name)/encode/Protobuf", operations: repetitions) { _ in
        var count = 0
        for _ in 0..<repetitions {
            let bytes = try message.serializedBytes() as [UInt8]
            count = bytes.count
            blackHole(bytes)
        }
        return count
    }
    let archive = Lazy { try message.serializedBytes() as [UInt8] }
    Row.add("\(name)/decode/Protobuf", operations: repetitions) { _ in
        let bytes = try archive.get()
        for _ in 0..<repetitions {
            blackHole(try Message(serializedBytes: bytes))
        }
        return bytes.count
    }
}
