import CyclicCoding
import GraphCodable

extension DeserializationSession {
    /// Returns the object with a number, and creates it on the first request.
    func object(_ number: Int, as type: Any.Type, at path: CodingKeyPath?) throws -> AnyObject {
        guard states.indices.contains(number) else {
            throw SerializableError(
                .malformed,
                "A reference refers to object #\(number), which the data does not have. The data is damaged.",
                at: path)
        }
        switch states[number] {
        case .done(let object):
            return object
        case .inProgress:
            throw cycleError(number, at: path)
        case .notStarted:
            return try makeObject(number, as: type, at: path)
        }
    }

    private func makeObject(_ number: Int, as type: Any.Type, at path: CodingKeyPath?) throws -> AnyObject {
        guard case .typed(let name, let content) = objects[number] else {
            throw SerializableError(.malformed, "Object #\(number) has no class. The data is damaged.", at: path)
        }
        let found = try self.type(named: name, at: path)
        try check(found, isAcceptableAs: type, at: path)
        guard found is AnyObject.Type else {
            throw SerializableError(
                .malformed, "Object #\(number) is of type \(name), which is not a class. The data is damaged.", at: path
            )
        }
        try checkWaste(at: path)
        let (oldWastedCount, oldValueCount) = (wastedCount, valueCount)
        states[number] = .inProgress
        inProgress.append(number)
        defer { inProgress.removeLast() }
        do {
            let decoder = Decoder(session: self, content: content, path: path)
            let value = try make(found, decoder)
            let object = value as AnyObject
            states[number] = .done(object)
            created.append(number)
            done.keep(object)
            if let value = value as? any RestorableSerializable {
                restorable.append((value, decoder))
            }
            return object
        } catch {
            states[number] = .notStarted
            if !failed.insert(number).inserted {
                // What failed inside this object is among its values.
                wastedCount = oldWastedCount + valueCount - oldValueCount + 1
            }
            throw error
        }
    }

    /// Throws an error if failed initializers have decoded too many values again.
    func checkWaste(at path: CodingKeyPath?) throws {
        guard wastedCount <= maximumWastedCount else {
            throw SerializableError(
                .limitExceeded,
                """
                Objects whose initializers failed were requested again and again, which takes too long. Let an initializer \
                fail only once, or decode fewer values before it fails.
                """, at: path)
        }
    }

    private func cycleError(_ number: Int, at path: CodingKeyPath?) -> any Error {
        let first = inProgress.lastIndex(of: number) ?? 0
        func name(_ number: Int) -> String {
            if case .typed(let name, _) = objects[number] { "\(name) #\(number)" } else { "#\(number)" }
        }
        let names = inProgress[first...].shortened(by: " → ", name) + " → \(name(number))"
        return SerializableError(
            .unresolvableCycle,
            """
            Objects need each other to be initialized: \(names). Decode one of these references in \
            restored(with:).
            """, at: path)
    }
}
