package func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
    sequence(first: type) { _getSuperclass($0) }.contains { $0 == ancestor }
}
