/// The checks of the values that are being decoded of properties whose type has changed, outer ones first.
struct TypeChecks {
    private var checks: [TypeCheck] = []
    /// The indices of the checks that have found another type, in this order. Some of them may have ended.
    private var found: [Int] = []

    var isEmpty: Bool { checks.isEmpty }

    /// The number of results so far.
    var results: Int { found.count }

    /// Begins to decode a value.
    ///
    /// - Parameters:
    ///   - level: The number of composites around the value.
    ///   - runningValueCount: The number of deferred values that are being decoded around the value.
    ///   - failure: Where the value could not be of the other type; `nil` if that was not tried.
    mutating func begin(level: Int, runningValueCount: Int, failure: UnsafeRawPointer?) {
        let failureCount = (checks.last?.failureCount ?? 0) + (failure == nil ? 0 : 1)
        checks.append(
            TypeCheck(
                level: level, runningValueCount: runningValueCount, failure: failure, failureCount: failureCount))
    }

    /// Why the value of the innermost check may be of another type.
    var otherType: TypeCheck.OtherType? { checks.last?.otherType }

    /// Ends the innermost check.
    mutating func end() {
        checks.removeLast()
        if checks.isEmpty { found.removeAll(keepingCapacity: true) }
    }

    /// Looks at a composite of which not everything has been decoded.
    ///
    /// - Parameters:
    ///   - level: The number of composites around it, and itself.
    ///   - runningValueCount: The number of deferred values that are being decoded.
    ///   - table: Returns the composite's fields.
    /// - Returns: The number of checks that were compared with the composite.
    mutating func visit(level: Int, runningValueCount: Int, _ table: () throws -> FieldTable) rethrows -> Int {
        var values: UndecodedValues?
        for index in checks.indices.reversed() {
            // A check without a failure concerns only the composite right inside its level. Those before are further out.
            if checks[index].level + 1 < level, checks[index].failureCount == 0 { return checks.count - index }
            guard checks[index].concerns(level: level, runningValueCount: runningValueCount) else { continue }
            let undecoded = try values ?? UndecodedValues(table())
            values = undecoded
            guard checks[index].isRefuted(by: undecoded, level: level) else { continue }
            checks[index].otherType = .leavesOut
            found.append(index)
        }
        return checks.count
    }

    /// Notes that the type as which a composite is decoded does not have its case.
    ///
    /// - Parameters:
    ///   - name: The position of the name of the case.
    ///   - level: The number of composites around it, and itself.
    ///   - runningValueCount: The number of deferred values that are being decoded.
    mutating func noteFallback(from name: UnsafeRawPointer, level: Int, runningValueCount: Int) {
        guard let last = checks.last, last.level + 1 == level, last.runningValueCount == runningValueCount,
            last.otherType == nil
        else { return }
        checks[checks.count - 1].otherType = .fallback(name)
        found.append(checks.count - 1)
    }

    /// Forgets the results since there were fewer, because what has led to them is undone.
    mutating func takeBack(to results: Int) {
        while found.count > results {
            let index = found.removeLast()
            if index < checks.count { checks[index].otherType = nil }
        }
    }
}
