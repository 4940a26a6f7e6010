import GraphCodable

extension RestoringSession {
    /// Decodes the object with a number, or one that is stored in place.
    func object<Object: Decodable>(
        _ type: Object.Type, from value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Object {
        guard value.kind == .reference else { return try make(type, from: value, at: path()) }
        guard let object = try doneObject(number(of: value), at: path()) else {
            return try makeNumbered(type, number(of: value), at: path()) { known($0, as: AnyObject.self) }
        }
        if Swift.type(of: object) == type {
            return known(object, as: Object.self)
        }
        return try otherObject(object, as: type, at: path())
    }

    /// Not inlined, because looking up the type of a generic optional takes long.
    @inline(never)
    private func otherObject<Object>(_ object: AnyObject, as type: Object.Type, at path: CodingKeyPath?) throws
        -> Object
    {
        guard let object = object as? Object else {
            throw wrongClass("\(Swift.type(of: object))", expected: type, at: path)
        }
        return object
    }

    /// Decodes the object with a number, or one that is stored in place, as what wraps it.
    func wrapper<Wrapper: Decodable>(
        _ type: Wrapper.Type, from value: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Wrapper {
        guard value.kind == .reference else { return try make(type, from: value, at: path()) }
        guard let object = try doneObject(number(of: value), at: path()) else {
            return try makeNumbered(type, number(of: value), at: path()) { ($0 as? any ObjectWrapper)?.wrappedObject }
        }
        guard let wrapper = (type as? any ObjectWrapper.Type)?.init(wrapping: object) as? Wrapper else {
            throw wrongClass("\(Swift.type(of: object))", expected: type, at: path())
        }
        return wrapper
    }

    /// Returns the object with a number, or `nil` if it has not been created yet.
    @inline(__always)
    private func doneObject(_ number: Int, at path: @autoclosure () -> CodingKeyPath?) throws -> AnyObject? {
        guard referenced.indices.contains(number) else { throw malformed(number, at: path()) }
        switch states[number] {
        case .done(let object):
            changeableCount &+= 1
            return object
        case .inProgress: throw cycleError(number, at: path())
        case .notStarted: return nil
        }
    }

    /// - Parameter identity: Returns the object that other references get.
    private func makeNumbered<Object: Decodable>(
        _ type: Object.Type, _ number: Int, at path: CodingKeyPath?,
        _ identity: (Object) -> AnyObject?
    ) throws -> Object {
        states[number] = .inProgress
        inProgress.append(number)
        let outer = nesting
        nesting = Nesting()
        defer {
            nesting = outer
            inProgress.removeLast()
        }
        do {
            let object = try make(type, from: values[referenced[number]], at: path)
            // Only classes are decoded as objects.
            guard let instance = identity(object) else {
                throw wrongClass("\(Swift.type(of: object))", expected: type, at: path)
            }
            states[number] = .done(instance)
            done.keep(instance)
            return object
        } catch {
            states[number] = .notStarted
            throw error
        }
    }

    /// Creates an object. If the container names its class, the object is an instance of that class.
    private func make<Object: Decodable>(
        _ type: Object.Type, from value: FlatValue, at path: CodingKeyPath?
    ) throws -> Object {
        try work.charge(at: path)
        let outer = nesting
        if nesting.copies == 0 {
            nesting.depth = 0
        }
        defer { nesting = outer }
        guard value.kind == .typed else {
            return try run { try Object(from: FlatDecoder(session: self, value: value, path: path)) }
        }
        let (name, content) = (values.name(value), values[value.first])
        guard let registered = types.type(named: name) else {
            throw error(
                .typeNotRegistered,
                "The class \(name) is not registered. Register it with the decoder's RegisteredTypes.",
                at: path)
        }
        // The class is checked before any object is created.
        if let wrapper = type as? any ObjectWrapper.Type {
            guard (registered as AnyClass) == wrapper.wrappedClass else {
                throw wrongClass(name, expected: type, at: path)
            }
            return try run { try type.init(from: FlatDecoder(session: self, value: content, path: path)) }
        }
        guard let concrete = registered as? Object.Type else { throw wrongClass(name, expected: type, at: path) }
        return try run { try concrete.init(from: FlatDecoder(session: self, value: content, path: path)) }
    }

    // MARK: Errors

    private func wrongClass(_ found: String, expected: Any.Type, at path: CodingKeyPath?) -> any Error {
        error(
            .wrongClass,
            """
            There is an object of class \(found) where \(expected) was expected. If it is requested as different classes at \
            different places, register its class with the encoder and the decoder.
            """, at: path)
    }

    private func cycleError(_ number: Int, at path: CodingKeyPath?) -> any Error {
        let first = inProgress.lastIndex(of: number) ?? 0
        let numbers = inProgress[first...].shortened(by: " → ") { "#\($0)" } + " → #\(number)"
        let text = """
            Objects need each other to be decoded: \(numbers). Replace one of these \
            references by a WeakCycleBreaker or an UnownedCycleBreaker.
            """
        let keys = codingPath(of: path)
        return DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: keys, debugDescription: text,
                underlyingError: CyclicCodingError(.undecodableCycle, text, codingPath: CodingPath(keys))))
    }
}
