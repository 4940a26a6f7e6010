/// Keeps the objects that a decoding has made, and lets go of them parents first.
///
/// Objects are done children first. Were a long chain released from its head, each object would release the next one
/// from within its own release, and the stack would overflow.
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
