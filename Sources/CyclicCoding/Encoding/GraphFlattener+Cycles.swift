import GraphCodable

extension GraphFlattener {
    private enum Visit {
        case notStarted, inProgress, done
    }

    /// Searches for a cycle without a cycle breaker, depth first and without recursion.
    func checkCycles() throws {
        var visits = Array(repeating: Visit.notStarted, count: session.objects.count)
        var path: [(place: Int, next: Int)] = []
        for start in session.queue where visits[start] == .notStarted {
            visits[start] = .inProgress
            path.append((start, neededRanges[start].lowerBound))
            while let last = path.last {
                guard last.next < neededRanges[last.place].upperBound else {
                    visits[last.place] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = needed[last.next]
                switch visits[target] {
                case .done:
                    break
                case .notStarted:
                    visits[target] = .inProgress
                    path.append((target, neededRanges[target].lowerBound))
                case .inProgress:
                    throw undecodableCycle(path.map(\.place).drop { $0 != target }, from: target)
                }
            }
        }
    }

    /// Returns the error for a cycle: each object refers to the next one, and the last to the first.
    private func undecodableCycle(_ cycle: ArraySlice<Int>, from first: Int) -> any Error {
        var names: [String] = []
        var keys: [any CodingKey] = []
        for (place, target) in zip(cycle, cycle.dropFirst() + [first]) {
            let step = (try? path(to: target, in: session.objects[place].position, from: nil)) ?? []
            keys += step
            names.append("\(CodingPath(step, root: className(of: place)))")
        }
        let text = """
            An object needs itself to be decoded: \(names.shortened(by: " → ") { $0 }) → \
            \(className(of: first)). Replace one of these references by a WeakCycleBreaker or an UnownedCycleBreaker.
            """
        let path = session.objects[first].path.keys + keys
        return EncodingError.invalidValue(
            session.objects[first].object,
            EncodingError.Context(
                codingPath: path, debugDescription: text,
                underlyingError: CyclicCodingError(.undecodableCycle, text, codingPath: CodingPath(path))))
    }

    private func className(of place: Int) -> String {
        "\(type(of: session.objects[place].object))"
    }

    private func path(to place: Int, in position: UInt32, from start: CodingKeyPath?) throws -> [any CodingKey]? {
        let value = values[position]
        switch value.kind {
        case .array, .fields:
            var (index, found) = (0, nil as [any CodingKey]?)
            try values.forEach(in: value) { child in
                let key: any CodingKey =
                    value.kind == .array ? IndexKey(index) : NameKey(values.keys(value).keys[index])
                index += 1
                guard found == nil else { return }
                let path = CodingKeyPath(start, key)
                found = try session.stack.call { try self.path(to: place, in: child, from: path) }
            }
            return found
        case .reference:
            let reference = UnresolvedReference(bits: value.bits)
            return reference.place == place && reference.strength != .breaking ? start.keys : nil
        default:
            return nil
        }
    }
}
