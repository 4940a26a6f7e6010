import Foundation
import GraphCodable
import Serializable

/// The first byte says what the rest is: a raw archive, or the description of a tree that no encoder makes.
enum SerializableTarget {
    final class Link: AutomaticallyEncodedSerializable, RestorableSerializable {
        var number: Int?
        var next: Link?
        var children: [any Serializable]
        var text: String?

        init(number: Int) {
            self.number = number
            children = []
        }

        init(with coder: SerializableDecoder) throws {
            number = try? coder.decode(forKey: "number")
            next = try coder.decode(forKey: "next")
            children = (try? coder.decode(forKey: "children")) ?? []
            text = try? coder.decode(forKey: "text")
        }

        func restored(with coder: SerializableDecoder) throws {
            _ = try? coder.decode(forKey: "back") as Link?
        }
    }

    private static let names: [String] = {
        Link.enableSerialization(as: "Link")
        Array<Link>.enableSerialization(as: "Links")
        Set<Float>.enableSerialization(as: "Floats")
        Dictionary<Double, Link>.enableSerialization(as: "LinksByNumber")
        return ["Link", "Links", "Floats", "LinksByNumber", "Float80", "Date", "UInt8", "Unknown"]
    }()

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        catching {
            if first.isMultiple(of: 2) {
                read(try GraphDecoder(policy: .strict).decode(SerializedArchive.self, from: rest))
            } else {
                let input = TreeArchiveInput(rest[...], objectsKey: "objects", TreeInput.Words(types: names))
                let archive: Bytes = try GraphEncoder().encode(input)
                read(try GraphDecoder().decode(SerializedArchive.self, from: archive))
            }
        }
    }

    private static func read(_ archive: SerializedArchive) {
        for key in ["", "next", "children", "set"] {
            let decoder = SerializableDecoder(archive)
            catching { _ = try decoder.decode(forKey: key) as Link }
            catching { _ = try decoder.decode(forKey: key) as [Link] }
            catching { _ = try decoder.decode(forKey: key) as Set<Float> }
            catching { _ = try decoder.decode(forKey: key) as [Double: Link] }
            catching { _ = try decoder.decode(forKey: key) as [any Serializable] }
            catching { _ = try decoder.decode(forKey: key) as (any Serializable)? }
        }
    }

    static func seeds() throws -> [[UInt8]] {
        _ = names
        let link = Link(number: 1)
        link.next = Link(number: 2)
        let coder = SerializableEncoder(with: link)
        coder.encode([link, Link(number: 3)], forKey: "children")
        return [
            [0] + Array(try coder.encodedData()),
            [1, 2, 0x0B, 0, 0x29, 0x0A, 0x12, 0x0B, 0, 0x19, 0x0A, 0x49, 0x0A, 0x0B, 2, 0x3D],
        ]
    }
}
