import CodingTree
import GraphCodable
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes the objects of one container.
///
/// An object is in one of three states: not started, in progress, done. Objects that are done are kept until the decoding
/// ends, because a cycle breaker does not.
final class RestoringSession {
    enum State {
        case notStarted, inProgress
        case done(AnyObject)
    }

    let types: RegisteredTypes
    let userInfo: [CodingUserInfoKey: any Sendable]
    let referenced: [TreeValue]
    var states: [State]
    let done = ObjectReleaser()
    /// The objects in progress, outermost first.
    var inProgress: [Int] = []
    /// What a program asked for, by the class and the place in it.
    var asked: [AskedPlace: any Decodable.Type] = [:]
    var depth = 0
    private var copied = 0
    private var stackLimit: UInt = 0
    private(set) var recursionLimit: UInt = 0
    private var deferred: [() throws -> Void] = []

    init(_ container: FlattenedContainer, types: RegisteredTypes, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.types = types
        self.userInfo = userInfo
        referenced = container.referenced
        states = Array(repeating: .notStarted, count: container.referenced.count)
    }

    /// What types find: the user's values, and this session for cycle breakers that other decoders wrap.
    var visibleUserInfo: [CodingUserInfoKey: Any] {
        var values: [CodingUserInfoKey: Any] = userInfo
        values[.restoringSession] = self
        return values
    }

    func restore<Root: Decodable>(_ type: Root.Type, from root: TreeValue) throws -> Root {
        stackLimit = StackBounds.lowestUsableAddress()
        let address = StackBounds.currentAddress()
        // How much stack initializers may use by calling one another, before objects are made children first instead.
        recursionLimit = address - min(address > stackLimit ? (address - stackLimit) / 2 : 0, 256 * 1_024)
        let value = try decode(type, from: root, at: nil, in: nil)
        var next = 0
        while next < deferred.count {
            try deferred[next]()
            next += 1
        }
        return value
    }

    /// Decodes an object when every other one has been, and keeps it until then.
    func deferObject<Object: Decodable & AnyObject>(
        _ type: Object.Type, from decoder: FlatDecoder, _ body: @escaping (Object) -> Void
    ) {
        let (value, path, owner) = (decoder.value, decoder.path, decoder.owner)
        deferred.append { [unowned self] in
            let object = try decode(type, from: value, at: path, in: owner)
            done.keep(object)
            body(object)
        }
    }

    // MARK: Values

    func decode<Value: Decodable>(
        _ type: Value.Type, from value: TreeValue, at path: CodingKeyPath?, in owner: DecodedOwner?
    ) throws -> Value {
        if Value.self is AnyObject.Type {
            return try object(type, from: value, at: path, in: owner)
        }
        if let scalar = try scalar(type, value, at: path) {
            return scalar
        }
        depth += 1
        defer { depth -= 1 }
        try checkDepth(at: path)
        return try Value(from: FlatDecoder(session: self, value: value, path: path, owner: owner))
    }

    /// A value of a type that would otherwise need a decoder for its single value; `nil` for other types.
    private func scalar<Value>(_ type: Value.Type, _ value: TreeValue, at path: CodingKeyPath?) throws -> Value? {
        if type == String.self {
            return try string(value, at: path) as? Value
        } else if type == Int.self {
            return try integer(value, at: path) as Int as? Value
        } else if type == Double.self {
            return try double(value, at: path) as? Value
        } else if type == Bool.self {
            return try bool(value, at: path) as? Value
        } else if type == Data.self, case .data(let data) = value {
            return data as? Value
        }
        return nil
    }

    func checkDepth(at path: CodingKeyPath?) throws {
        guard depth > 16 else { return }
        guard StackBounds.currentAddress() > stackLimit else {
            throw CyclicCodingError(
                .depthExceeded,
                """
                Initializers call one another too deeply. Use a WeakCycleBreaker for one of the references between these \
                objects, or decode on a thread with a larger stack.
                """,
                codingPath: CodingPath(codingPath(of: path)))
        }
    }

    /// The value that a reference stands for, when it is read as if it had been in place.
    func content(of value: TreeValue, at path: CodingKeyPath?) throws -> TreeValue {
        var content = value.untyped
        var steps = 0
        while case .reference(let number) = content {
            guard referenced.indices.contains(number), steps <= referenced.count else {
                throw malformed(number, at: path)
            }
            content = referenced[number].untyped
            steps += 1
        }
        if steps > 0 {
            try charge(content, at: path)
        }
        return content
    }

    /// Counts what is read again because a value was asked for where an object is referred to.
    ///
    /// Ten objects that each refer to the next one ten times are small, but ten thousand million values.
    private func charge(_ content: TreeValue, at path: CodingKeyPath?) throws {
        switch content {
        case .array(let elements): copied += elements.count
        case .fields(let fields): copied += fields.values.count
        default: break
        }
        copied += 1
        let limit = 65_536 + 64 * referenced.count
        guard copied <= limit else {
            throw CyclicCodingError(
                .limitExceeded,
                """
                More than \(limit) values were asked for where the container refers to objects. Decode them as \
                the classes that were encoded.
                """,
                codingPath: CodingPath(codingPath(of: path)))
        }
    }

    // MARK: Scalars

    func bool(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Bool {
        if case .bool(let bool) = value {
            return bool
        }
        let content = try content(of: value, at: path())
        guard case .bool(let bool) = content else { throw mismatch(Bool.self, content, at: path()) }
        return bool
    }

    func string(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> String {
        if case .string(let string) = value {
            return string
        }
        let content = try content(of: value, at: path())
        guard case .string(let string) = content else { throw mismatch(String.self, content, at: path()) }
        return string
    }

    func double(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Double {
        if case .double(let double) = value {
            return double
        }
        let content = try content(of: value, at: path())
        guard let double = content.floatingPoint else { throw mismatch(Double.self, content, at: path()) }
        return double
    }

    func float(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Float {
        if case .float(let float) = value {
            return float
        }
        let content = try content(of: value, at: path())
        if case .float(let float) = content {
            return float
        }
        guard let double = content.floatingPoint else { throw mismatch(Float.self, content, at: path()) }
        let float = Float(double)
        guard float.isFinite || !double.isFinite else { throw outOfRange(Float.self, at: path()) }
        return float
    }

    func integer<Integer: FixedWidthInteger>(
        _ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Integer {
        if let integer = value.integer(as: Integer.self) {
            return integer
        }
        let content = try content(of: value, at: path())
        if let integer = content.integer(as: Integer.self) {
            return integer
        }
        guard content.floatingPoint != nil else { throw mismatch(Integer.self, content, at: path()) }
        throw outOfRange(Integer.self, at: path())
    }

    // MARK: Paths and errors

    func codingPath(of path: CodingKeyPath?) -> [any CodingKey] { path.keys }

    private func context(_ text: String, at path: CodingKeyPath?) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath(of: path), debugDescription: text)
    }

    func mismatch(_ expected: Any.Type, _ found: TreeValue, at path: CodingKeyPath?) -> any Error {
        if case .null = found {
            return DecodingError.valueNotFound(expected, context("There is nil where \(expected) is needed.", at: path))
        }
        return DecodingError.typeMismatch(
            expected, context("There is \(found.kindDescription) where \(expected) was asked for.", at: path))
    }

    private func outOfRange(_ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        DecodingError.dataCorrupted(context("There is a number that \(type) cannot hold.", at: path))
    }

    func malformed(_ number: Int, at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .malformed,
            """
            A reference names object #\(number), which the container does not have, or which only refers on. The container \
            is damaged.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }
}
