import Foundation

/// The same node as ``DagNode``, for `NSKeyedArchiver`, which keeps identity, too.
public final class DagObject: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    let id: Int
    let name: String
    let weight: Double
    let data: [Int32]
    let left: DagObject?
    let right: DagObject?
    let shared: DagObject?

    init(_ node: DagNode, _ known: inout [ObjectIdentifier: DagObject]) {
        id = node.id
        name = node.name
        weight = node.weight
        data = node.data
        left = node.left.map { Self.object($0, &known) }
        right = node.right.map { Self.object($0, &known) }
        shared = node.shared.map { Self.object($0, &known) }
    }

    /// The graph that begins at `node`.
    public static func graph(_ node: DagNode) -> DagObject {
        var known: [ObjectIdentifier: DagObject] = [:]
        return object(node, &known)
    }

    private static func object(_ node: DagNode, _ known: inout [ObjectIdentifier: DagObject]) -> DagObject {
        if let object = known[ObjectIdentifier(node)] {
            return object
        }
        let object = DagObject(node, &known)
        known[ObjectIdentifier(node)] = object
        return object
    }

    public init?(coder: NSCoder) {
        id = coder.decodeInteger(forKey: "id")
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { String(describing: $0) } ?? ""
        weight = coder.decodeDouble(forKey: "weight")
        let bytes = coder.decodeObject(of: NSData.self, forKey: "data") ?? NSData()
        data = [Int32](unsafeUninitializedCapacity: bytes.length / 4) { buffer, count in
            bytes.getBytes(UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped), length: bytes.length / 4 * 4)
            count = bytes.length / 4
        }
        left = coder.decodeObject(of: DagObject.self, forKey: "left")
        right = coder.decodeObject(of: DagObject.self, forKey: "right")
        shared = coder.decodeObject(of: DagObject.self, forKey: "shared")
    }

    public func encode(with coder: NSCoder) {
        coder.encode(id, forKey: "id")
        coder.encode(name as NSString, forKey: "name")
        coder.encode(weight, forKey: "weight")
        coder.encode(data.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }, forKey: "data")
        coder.encode(left, forKey: "left")
        coder.encode(right, forKey: "right")
        coder.encode(shared, forKey: "shared")
    }
}
