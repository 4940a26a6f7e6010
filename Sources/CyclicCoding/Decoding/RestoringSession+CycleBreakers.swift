// The objects of cycle breakers are decoded after all others. Until then, the breakers are empty.

extension RestoringSession {
    /// Decodes the object of a cycle breaker after all others, and keeps it alive until the end of the decoding.
    func deferObject<Object: Decodable>(of storage: BreakerStorage<Object>, from decoder: FlatDecoder) {
        let (value, path) = (decoder.value, decoder.path)
        changeableCount &+= 1
        // The closure must not retain the storage, whose other references tell whether a value still has it.
        deferred.append(
            (
                storage,
                { [unowned self] storage in
                    let object = try decode(Object.self, from: value, at: path)
                    done.keep(object)
                    (storage as? BreakerStorage<Object>)?.object = object
                }
            ))
    }

    /// Decodes the objects of the cycle breakers, and checks that no collection has changed by them.
    func restoreCycleBreakers() throws {
        while restoredCount < deferred.count {
            // Nothing else refers to the storage of a breaker whose value an initializer has abandoned.
            if !isKnownUniquelyReferenced(&deferred[restoredCount].storage) {
                let (storage, restore) = deferred[restoredCount]
                try restore(storage)
            }
            restoredCount += 1
        }
        for (elements, path, _) in hashed where !elements.areUnchanged {
            throw changedHashes(at: path)
        }
    }

    /// Notes the hashes in a collection whose elements cycle breakers may still change, to compare them in the end.
    func noteHashes<Value>(
        of value: Value, from source: FlatValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws {
        guard restoredCount < deferred.count else { return }
        // Casts to protocols are slow, and most values are not lists.
        let untyped = values.untyped(source)
        guard untyped.kind == .reference || untyped.kind == .array || untyped.kind == .numbers,
            let collection = value as? any HashedCollection,
            let elements = try elements(of: content(of: source, at: path()), at: path())
        else { return }
        // Elements that are equal as long as the breakers are empty have become one.
        guard collection.count == distinctCount(of: elements, every: type(of: collection).valuesPerElement) else {
            throw changedHashes(at: path())
        }
        hashed.append((collection.elementHashes, path(), inProgress.last))
    }

    /// The number of values, of which several references to one object are one.
    private func distinctCount(of elements: FlatElements, every step: Int) -> Int {
        var (elements, objects, otherCount) = (elements, [] as Set<UInt64>, 0)
        while let value = elements.next {
            if value.kind == .reference {
                objects.insert(value.bits)
            } else {
                otherCount += 1
            }
            for _ in 0..<step where !elements.isAtEnd { elements.advance() }
        }
        return objects.count + otherCount
    }

    private func changedHashes(at path: CodingKeyPath?) -> any Error {
        error(
            .hashChanged,
            """
            The elements of a set, or the keys of a dictionary, are hashed or compared by what a cycle breaker refers to, which is \
            empty when the collection is built. Hash them by other properties, or declare an array.
            """, at: path)
    }

    /// Forgets the collections of an initializer that has failed, except those of objects that remain valid.
    func dropHashes(from index: Int) {
        work.add(hashed.count - index)
        let kept = hashed[index...].filter { entry in
            if let owner = entry.owner, case .done = states[owner] { true } else { false }
        }
        hashed.replaceSubrange(index..., with: kept)
    }
}
