import CyclicCoding
import Foundation
import GraphCodable

/// The first byte says what the rest is: a raw archive, JSON, or the description of a tree that no encoder makes, of the program's types or
/// of one of Foundation's.
enum CodableTarget {
    final class Link: Codable {
        var number: Int?
        var next: Link?
        var children: [Link]?
        var back: WeakCycleBreaker<Link>?
    }

    struct Rose: Codable {
        var children: [Rose]
    }

    /// Asks for what is there as one thing after another.
    final class Prober: Codable {
        var found = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            found += (try? container.decode(Link.self, forKey: .next)) == nil ? 0 : 1
            found += (try? container.decode(Prober.self, forKey: .next)) == nil ? 0 : 1
            found += (try? container.decode(Rose.self, forKey: .next)) == nil ? 0 : 1
            found += (try? container.decode([Prober].self, forKey: .children))?.count ?? 0
        }

        enum Key: CodingKey { case next, children }

        func encode(to encoder: any Encoder) throws {}
    }

    static let types: RegisteredTypes = [Link.self, Prober.self]
    private static let names = ["FuzzTargets.CodableTarget.Link", "FuzzTargets.CodableTarget.Prober", "Unknown"]

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch first % 4 {
        case 0:
            catching { restore(try GraphDecoder(policy: .strict).decode(FlattenedContainer.self, from: rest)) }
        case 1:
            catching { restore(try JSONDecoder().decode(FlattenedContainer.self, from: Data(rest))) }
        case 2:
            catching { restore(try container(rest[...], TreeInput.Words(types: names))) }
        default:
            let subject = FoundationSubject.all[Int(rest.first ?? 0) % FoundationSubject.all.count]
            catching { subject.decode(try container(rest.dropFirst(), subject.words)) }
        }
    }

    private static func container(_ bytes: ArraySlice<UInt8>, _ words: TreeInput.Words) throws -> FlattenedContainer {
        let input = TreeArchiveInput(bytes, objectsKey: "referenced", words)
        let archive: Bytes = try GraphEncoder().encode(input)
        return try GraphDecoder().decode(FlattenedContainer.self, from: archive)
    }

    private static func restore(_ container: FlattenedContainer) {
        for policy in [GraphDecodingPolicy(), .strict] {
            let decoder = CyclicDecoder(types: types, policy: policy)
            catching { _ = try decoder.decode(Link.self, from: container) }
            catching { _ = try decoder.decode(Rose.self, from: container) }
            catching { _ = try decoder.decode(Prober.self, from: container) }
            catching { _ = try decoder.decode([[Int]].self, from: container) }
            catching { _ = try decoder.decode([String: [Double]].self, from: container) }
            catching { _ = try decoder.decode(Set<Float>.self, from: container) }
            catching { _ = try decoder.decode([URL?].self, from: container) }
        }
    }

    static func seeds() throws -> [[UInt8]] {
        let json =
            ##"{"format": 1, "referenced": [{"next": {"#": 1}, "number": 1}, {"back": {"#": 0}, "children": []}], "root": {"#": 0}}"##
        let original = #"{"referenced": [{"keyed": {"next": {"reference": 0}}}], "root": {"value": {"unkeyed": []}}}"#
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        let archive: Bytes = try GraphEncoder().encode(container)
        return [
            [0] + archive, [1] + Array(json.utf8), [1] + Array(original.utf8),
            [2, 2, 0x29, 0x1B, 0x0A, 0x12, 0x19, 0x0A, 0x0A], [2, 5, 0x28, 0x1B, 0x1B, 0x28, 0x2C, 0x2C, 0x0A],
        ]
            + FoundationSubject.all.indices.map { number in
                [3, UInt8(number), 2] + (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37 + number) }
            }
    }
}
