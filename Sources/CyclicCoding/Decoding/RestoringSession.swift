import Foundation
import GraphCodable

/// Decodes the objects of one container.
///
/// Each object is in one of three states: not started, in progress, done. Completed objects are kept alive until the
/// end, because cycle breakers don't retain them.
final class RestoringSession {
    enum State {
        case notStarted, inProgress
        case done(AnyObject)
    }

    /// The depth of the current value in the object that is being created.
    struct Nesting {
        var depth = 0
        /// The number of enclosing values that the container stores as references to objects, and that are decoded as
        /// copies.
        var copies = 0
    }

    let types: RegisteredTypes
    let userInfo: [CodingUserInfoKey: any Sendable]
    let values: FlatValues
    var referenced: ContiguousArray<UInt32> { values.referenced }
    @exclusivity(unchecked) var states: [State]
    let done = ObjectReleaser()
    /// The objects in progress, outermost first.
    @exclusivity(unchecked) var inProgress: [Int] = []
    @exclusivity(unchecked) var nesting = Nesting()
    @exclusivity(unchecked) var work: DecodingWorkLimit
    /// The place of the last failure. A program that tries one type after another for a value fails there again.
    @exclusivity(unchecked) private var lastFailure: (path: CodingKeyPath?, keys: [any CodingKey]) = (nil, [])
    private let maximumDepth: Int
    private let maximumInitializerDepth: Int
    @exclusivity(unchecked) private var initializerDepth = 0
    private let stack: GrowingStack
    @exclusivity(unchecked) var codedTypes = CodedTypes()
    @exclusivity(unchecked) var decodedKeys = DecodedKeys()
    /// The storage of each cycle breaker, with what decodes its object.
    @exclusivity(unchecked) var deferred: [(storage: AnyObject, restore: (AnyObject) throws -> Void)] = []
    /// The number of cycle breakers that have been set.
    @exclusivity(unchecked) var restoredCount = 0
    /// How often a value was decoded that cycle breakers may still change: a breaker, or an object decoded before.
    @exclusivity(unchecked) var changeableCount = 0
    /// Sets and dictionaries whose elements cycle breakers may still change, with the object in progress.
    @exclusivity(unchecked) var hashed: [(elements: ElementHashes, path: CodingKeyPath?, owner: Int?)] = []

    init(
        _ values: FlatValues, types: RegisteredTypes, policy: GraphDecodingPolicy,
        userInfo: [CodingUserInfoKey: any Sendable], costLeft: Int? = nil
    ) throws {
        self.types = types
        self.userInfo = userInfo
        self.values = values
        guard values.referenced.count <= policy.maximumObjectCount else {
            throw CyclicCodingError(
                .limitExceeded,
                """
                The container has \(values.referenced.count) objects, more than the \(policy.maximumObjectCount) that the decoder's \
                policy allows. Raise maximumObjectCount if it comes from a place that you trust.
                """)
        }
        states = Array(repeating: .notStarted, count: values.referenced.count)
        maximumDepth = policy.maximumDepth
        maximumInitializerDepth = policy.maximumInitializerDepth
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        work = DecodingWorkLimit(values, policy, costLeft: costLeft)
    }

    /// The user's values, and this session for cycle breakers whose decoder wraps this one.
    var visibleUserInfo: [CodingUserInfoKey: Any] {
        var values: [CodingUserInfoKey: Any] = userInfo
        values[.restoringSession] = self
        return values
    }

    func restore<Root: Decodable>(_ type: Root.Type) throws -> Root {
        stack.begin()
        let result = Result {
            let value = try decode(type, from: values[values.root], at: nil)
            try restoreCycleBreakers()
            return value
        }
        // The program may have caught the error of the limit, or thrown another one instead.
        try work.check()
        return try result.get()
    }

    /// Calls an initializer of the program with sufficient stack.
    @inline(__always)
    func run<Value>(_ initializer: () throws -> Value) throws -> Value {
        initializerDepth += 1
        defer { initializerDepth -= 1 }
        guard initializerDepth <= maximumInitializerDepth else {
            throw CyclicCodingError(
                .depthExceeded,
                """
                More than \(maximumInitializerDepth) initializers call one another, which the decoder's policy does not allow. Break \
                the chain of references with cycle breakers, or raise maximumInitializerDepth.
                """)
        }
        let hashedCount = hashed.count
        do {
            return try stack.call(initializer)
        } catch {
            if hashed.count > hashedCount { dropHashes(from: hashedCount) }
            throw error
        }
    }

    // MARK: Values

    func decode<Value: Decodable>(
        _ type: Value.Type, from value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Value {
        switch codedTypes.find(type) {
        case .object: return try object(type, from: value, at: path())
        case .wrapper where value.kind == .reference || value.kind == .typed:
            return try wrapper(type, from: value, at: path())
        case .string: return known(try string(value, at: path()), as: type)
        case .int: return known(try integer(value, at: path()) as Int, as: type)
        case .double: return known(try double(value, at: path()), as: type)
        case .bool: return known(try bool(value, at: path()), as: type)
        case .data: return try data(type, from: value, at: path())
        case let coded: return try decodeOther(type, from: value, at: path(), as: coded)
        }
    }

    private func decodeOther<Value: Decodable>(
        _ type: Value.Type, from value: FlatValue, at path: @autoclosure () -> CodingKeyPath?, as coded: CodedType
    ) throws -> Value {
        try work.charge(at: path())
        let outer = nesting
        nesting.depth += 1
        if values.untyped(value).kind == .reference {
            nesting.copies += 1
        }
        defer { nesting = outer }
        guard nesting.depth <= maximumDepth else { throw depthExceeded(at: path()) }
        switch (coded, value.kind) {
        case (.other, _): break
        case (.date, .double):
            let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: value.bits))
            return try run { known(date, as: type) }
        case (.strings, .array):
            guard let texts = try texts(value, at: path()) else { break }
            return try array(texts, texts.reduce(0) { $0 + $1.utf8.count }, value, at: path())
        case (_, .numbers):
            switch (coded, values.numbers(value)) {
            case (.ints, .ints(let numbers)): return try array(numbers, 0, value, at: path())
            case (.ints, .integers(let numbers)) where Int.bitWidth == 64:
                return try array(numbers.map { Int(truncatingIfNeeded: $0) }, 0, value, at: path())
            case (.integers, .ints(let numbers)):
                return try array(numbers.map { Int64($0) }, 0, value, at: path())
            case (.integers, .integers(let numbers)): return try array(numbers, 0, value, at: path())
            case (.doubles, .doubles(let numbers)): return try array(numbers, 0, value, at: path())
            case (.floats, .floats(let numbers)): return try array(numbers, 0, value, at: path())
            default: break
            }
        default: break
        }
        return try decode(type, from: value, at: path(), as: coded)
    }

    /// Returns an array of a common type, which is decoded without a decoder for it.
    @inline(__always)
    private func array<Element, Value>(
        _ array: [Element], _ byteCount: Int, _ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Value {
        try work.charge(values.ownSize(value), at: path())
        try work.charge(byteCount: byteCount, at: path())
        return try run { known(array, as: Value.self) }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, from value: FlatValue, at path: CodingKeyPath?, as coded: CodedType
    ) throws -> Value {
        switch coded {
        case .characterSet:
            return try characterSet(value, at: path)
        case .collection:
            return try collection(type, from: value, at: path)
        case .url:
            let url = try run { try Value(from: FlatDecoder(session: self, value: value, path: path)) }
            try chargeBase(ofURL: url, at: path)
            return url
        default:
            return try run { try Value(from: FlatDecoder(session: self, value: value, path: path)) }
        }
    }

    /// Decodes an array, a set or a dictionary.
    @inline(never)
    private func collection<Value: Decodable>(
        _ type: Value.Type, from value: FlatValue, at path: CodingKeyPath?
    ) throws -> Value {
        let changeable = changeableCount
        let collection = try run {
            do {
                guard let direct = codedTypes.decodable(type) else { throw NeedsLibrary() }
                return try decode(direct, as: type, from: content(of: value, at: path), at: path)
            } catch is NeedsLibrary {
                return try Value(from: FlatDecoder(session: self, value: value, path: path))
            }
        }
        if changeableCount != changeable { try noteHashes(of: collection, from: value, at: path) }
        return collection
    }

    private func decode<Collection: DecodableCollection, Value>(
        _ collection: Collection.Type, as type: Value.Type, from content: FlatValue, at path: CodingKeyPath?
    ) throws -> Value {
        known(try collection.decode(from: content, by: self, at: path), as: type)
    }

    /// Returns the elements of an array if all are strings, and charges for hashing them.
    private func texts(_ array: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> [String]? {
        var texts: [String] = []
        texts.reserveCapacity(Int(array.count))
        try values.forEach(in: array) {
            guard values[$0].kind == .string else { return }
            try work.charge(cost: values.costOfMarks(values[$0]), at: path())
            texts.append(values.text(values[$0]))
        }
        return texts.count == Int(array.count) ? texts : nil
    }

    /// Returns the elements of an array, for which this charges, or `nil` if the value is something else.
    func elements(of value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> FlatElements? {
        guard value.kind == .array || value.kind == .numbers else { return nil }
        try work.charge(values.ownSize(value), at: path())
        return FlatElements(value, values)
    }

    /// Returns the referenced content if the value is a reference, as if it were stored in place.
    func content(of value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> FlatValue {
        var content = values.untyped(value)
        var steps = 0
        while content.kind == .reference {
            let number = number(of: content)
            guard referenced.indices.contains(number), steps <= referenced.count else {
                throw malformed(number, at: path())
            }
            content = values.untyped(values[referenced[number]])
            steps += 1
            // Here, because an endless chain is only found out at its end, and programs may catch the error.
            try work.charge(at: path())
        }
        return content
    }

    /// The number of the object to which a reference refers.
    func number(of reference: FlatValue) -> Int { Int(truncatingIfNeeded: reference.bits) }

    // MARK: Scalars

    // A value of the requested kind is read at once: looking for a reference first would slow down all decoding.

    func bool(_ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Bool {
        if value.kind == .bool {
            return value.bits != 0
        }
        let content = try content(of: value, at: path())
        guard content.kind == .bool else { throw mismatch(Bool.self, content, at: path()) }
        return content.bits != 0
    }

    func string(_ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> String {
        if value.kind == .string {
            let text = values.text(value)
            try work.charge(byteCount: text.utf8.count, at: path())
            try work.charge(cost: values.costOfMarks(value), at: path())
            return text
        }
        let content = try content(of: value, at: path())
        guard content.kind == .string else { throw mismatch(String.self, content, at: path()) }
        let text = values.text(content)
        try work.charge(byteCount: text.utf8.count, at: path())
        try work.charge(cost: values.costOfMarks(content), at: path())
        return text
    }

    func double(_ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Double {
        if value.kind == .double {
            return Double(bitPattern: value.bits)
        }
        let content = try content(of: value, at: path())
        guard let double = values.leaf(content).floatingPoint else { throw mismatch(Double.self, content, at: path()) }
        return double
    }

    func float(_ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Float {
        if value.kind == .float {
            return value.float
        }
        let content = try content(of: value, at: path())
        if content.kind == .float {
            return content.float
        }
        guard let double = values.leaf(content).floatingPoint else { throw mismatch(Float.self, content, at: path()) }
        let float = Float(double)
        guard float.isFinite || !double.isFinite else { throw outOfRange(Float.self, at: path()) }
        return float
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(
        _ value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Integer {
        if let integer: Integer = values.integer(value) {
            return integer
        }
        return try otherInteger(value, at: path())
    }

    private func otherInteger<Integer: FixedWidthInteger>(_ value: FlatValue, at path: CodingKeyPath?) throws -> Integer
    {
        let content = try content(of: value, at: path)
        if let integer: Integer = values.integer(content) {
            return integer
        }
        guard values.leaf(content).floatingPoint != nil || content.kind == .wideInteger else {
            throw mismatch(Integer.self, content, at: path)
        }
        throw outOfRange(Integer.self, at: path)
    }

    /// Decodes data. Coders that have none store the bytes as numbers.
    private func data<Value: Decodable>(
        _ type: Value.Type, from value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Value {
        if value.kind == .data {
            return known(values.data(value), as: type)
        }
        let content = try content(of: value, at: path())
        guard content.kind == .data else { return try decodeOther(type, from: value, at: path(), as: .data) }
        let data = values.data(content)
        try work.charge(byteCount: data.count, at: path())
        return known(data, as: type)
    }

    // MARK: Paths and errors

    func codingPath(of path: CodingKeyPath?) -> [any CodingKey] {
        // All failures have the same cost, because the limit must not depend on the depth.
        work.addFailure(isInPlace: nesting.copies == 0)
        if lastFailure.path !== path { lastFailure = (path, path.keys) }
        return lastFailure.keys
    }

    func error(_ code: CyclicCodingError.Code, _ message: String, at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(code, message, codingPath: CodingPath(codingPath(of: path)))
    }

    private func depthExceeded(at path: CodingKeyPath?) -> any Error {
        error(
            .depthExceeded,
            """
            Values are nested more than \(maximumDepth) deep, which the decoder's policy does not allow. The instances of \
            classes do not count: make the recursive part a class, or raise maximumDepth.
            """, at: path)
    }

    func context(_ text: String, at path: CodingKeyPath?) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath(of: path), debugDescription: text)
    }

    func mismatch(_ expected: Any.Type, _ found: FlatValue, at path: CodingKeyPath?) -> any Error {
        if found.kind == .null {
            return DecodingError.valueNotFound(expected, context("There is nil where \(expected) is needed.", at: path))
        }
        return DecodingError.typeMismatch(
            expected,
            context("There is \(values.leaf(found).kindDescription) where \(expected) was expected.", at: path))
    }

    private func outOfRange(_ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        DecodingError.dataCorrupted(context("There is a number that \(type) cannot hold.", at: path))
    }

    func malformed(_ number: Int, at path: CodingKeyPath?) -> any Error {
        error(
            .malformed,
            """
            A reference refers to object #\(number), which the container does not have, or from which references lead in a \
            circle. The container is damaged.
            """, at: path)
    }
}
