import Testing

import GraphCodable

/// Objects inside of values: while they are made, some of their references wait.
struct ObjectInValueTests {
    final class Link: GCodable {
        nonisolated(unsafe) static var count = 0
        let number: Int
        var next: Outer?
        enum Key: String { case number, next }

        init(_ number: Int) { self.number = number }

        init(from decoder: GDecoder) throws {
            Self.count += 1
            number = try decoder.decode(for: Key.number)
            try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(next, for: Key.next)
        }
    }

    /// A value inside a value, which refers on and back.
    struct Outer: GCodable {
        let inner: Inner
        init(_ inner: Inner) { self.inner = inner }
        init(from decoder: GDecoder) throws { inner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(inner) }
    }

    struct Inner: GCodable {
        let next: Link?
        let back: Link
        init(_ next: Link?, _ back: Link) { (self.next, self.back) = (next, back) }
        init(from decoder: GDecoder) throws {
            next = try decoder.decode()
            back = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(next)
            try encoder.encode(back)
        }
    }

    @Test(.serialized, arguments: [100, 20_000]) func aReferenceBackInsideAValueInsideAValueCreatesEachObjectOnce(
        count: Int
    ) throws {
        let links = (0..<count).map { Link($0) }
        for (index, link) in links.enumerated() {
            link.next = Outer(Inner(index + 1 < count ? links[index + 1] : nil, links[max(index - 1, 0)]))
        }
        defer { links.forEach { $0.next = nil } }
        Link.count = 0
        var next: Link? = try HashedCollectionTests.copy(links[0])
        #expect(Link.count == count)
        var found: [Link] = []
        while let link = next {
            found.append(link)
            next = link.next?.inner.next
        }
        #expect(found.count == count)
        #expect(found.indices.allSatisfy { found[$0].next?.inner.back === found[max($0 - 1, 0)] })
        found.forEach { $0.next = nil }
    }

    final class Loner: GCodable {
        nonisolated(unsafe) static var count = 0
        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.deferDecode { [unowned self] (number: Int) in note(number) }
            try decoder.whenDecoded { [unowned self] in note(1) }
        }
        func note(_ number: Int) { Self.count += number }
        func encode(to encoder: GEncoder) throws { try encoder.encode(7) }
    }

    struct Ignoring: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { let _: Loner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(Loner()) }
    }

    @Test func anObjectInPlaceLivesUntilItsClosuresHaveRun() throws {
        Loner.count = 0
        _ = try HashedCollectionTests.copy(Ignoring(), GraphEncoder(.disableIdentity))
        #expect(Loner.count == 8)
    }

    final class Back: GCodable {
        let owner: BackOwner
        init(_ owner: BackOwner) { self.owner = owner }
        init(from decoder: GDecoder) throws { owner = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(owner) }
    }

    /// Catches whatever a part of it throws.
    struct TolerantBack: GCodable {
        var back: Back?
        init(_ back: Back) { self.back = back }
        init(from decoder: GDecoder) throws { back = try? decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(back) }
    }

    final class BackOwner: GCodable {
        var value: TolerantBack?
        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.decodeOrDefer(into: self) { $0.value = $1 }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(value) }
    }

    @Test func aValueThatCatchesThatItMustWaitLosesNothing() throws {
        let owner = BackOwner()
        owner.value = TolerantBack(Back(owner))
        let back = try HashedCollectionTests.copy(owner)
        #expect(back.value?.back?.owner === back)
        (owner.value, back.value) = (nil, nil)
    }
}
