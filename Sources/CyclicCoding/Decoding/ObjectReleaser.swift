/// Keeps the objects that a decoding creates alive, and releases parents before children.
///
/// Decoding completes children before their parents. If a long chain were released from its head, each object would
/// release the next one inside its own deinitializer, and the stack would overflow.
package final class ObjectReleaser {
    private var objects: [AnyObject] = []

    package init() {}

    package func keep(_ object: AnyObject) {
        objects.append(object)
    }

    deinit {
        while objects.popLast() != nil {}
    }
}
