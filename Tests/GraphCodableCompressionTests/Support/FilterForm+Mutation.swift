import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport

extension FilterForm {
    /// A form, and the size of the block that it is for.
    typealias Sized = (form: FilterForm, plainSize: Int)

    /// The forms of blocks of many archives, most of them small. Some begin and end inside of values.
    static func samples() throws -> [Sized] {
        var archives = try GoldenContainerTests.names.map { try GoldenContainerTests.bytes($0 + ".graph") }
        archives.append(try FilterTests.archive(count: 12, seed: 3))
        archives.append(try GraphEncoder().encode((0..<200).map { Double($0) / 4 }))
        archives.append(try GraphEncoder().encode((0..<90).map { Int16(truncatingIfNeeded: $0 * $0) }))
        // Rows, of which some are longer than a block.
        var random = SplitMix64(seed: 8)
        archives += (0..<4).map { _ in FilterRowTests.values(using: &random) }
        // Deeper than the stack of a cursor, and more shapes than it has slots.
        let levels = (0..<20).flatMap { _ -> [UInt8] in [0xCE, 2] }
        archives.append(Self.archive(tags: levels + [1, 2, 3]))
        let shapes = (0..<300).flatMap { number -> [UInt8] in
            [0xE2, UInt8(number & 0x7F | 0x80), UInt8(number >> 7), 1, 2]
        }
        archives.append(Self.archive(tags: shapes))
        return archives.flatMap { archive in
            [60, 150, 800].flatMap { blockSize -> [Sized] in
                let forms = archive.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: blockSize) }
                return forms.enumerated().compactMap { number, form in
                    form.map { (FilterForm($0), min(blockSize, archive.count - number * blockSize)) }
                }.prefix(12).map { $0 }
            }
        }
    }

    private static func archive(tags: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 12) + tags + [UInt8](repeating: 0xC0, count: 40)
    }

    /// The forms of whole archives, each a block of its own.
    static func wholeArchives() throws -> [Sized] {
        try GoldenContainerTests.names.compactMap { name in
            let archive = try GoldenContainerTests.bytes(name + ".graph")
            let forms = archive.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 16) }
            return archive.count < 1 << 16 ? forms[0].map { (FilterForm($0), archive.count) } : nil
        }
    }

    /// A container with sound checksums whose only block is filtered.
    ///
    /// - Parameters:
    ///   - sample: The form of the block.
    ///   - plain: What it gives, if anything.
    /// - Returns: The container; `nil` when the form cannot be compressed.
    static func container(_ sample: Sized, _ codec: GraphCodec, plain: [UInt8]?) throws -> [UInt8]? {
        try container(bytes: sample.form.bytes, plainSize: sample.plainSize, codec, plain: plain)
    }

    /// A container with sound checksums whose only block is filtered.
    ///
    /// - Parameters:
    ///   - bytes: The form of the block.
    ///   - plainSize: The size that its section tells.
    static func container(
        bytes: [UInt8], plainSize: Int, _ codec: GraphCodec, blockSizeLog2: Int = 16, plain: [UInt8]? = nil
    ) throws -> [UInt8]? {
        let sections = try Forgery(compressed(bytes, codec, blockSizeLog2: max(blockSizeLog2, 16))).sections
        guard sections.count == 2, !sections[0].header.isRaw else { return nil }
        var forgery = try Forgery(compressed(Payload.text(200), codec, blockSizeLog2: blockSizeLog2))
        forgery.setPayload(0, Array(Forgery.bytes(UInt64(bytes.count)).prefix(4)) + sections[0].payload)
        // A container without the filter has no filtered blocks.
        forgery.header[10] = 1
        // The header tells no size.
        forgery.header.replaceSubrange(16..<24, with: Forgery.bytes(.max))
        forgery.sections[0].header.flags = SectionFlags.filtered
        forgery.sections[0].header.plainSize = UInt32(plainSize)
        forgery.renumber(plain: plain ?? [UInt8](repeating: 0, count: plainSize))
        return forgery.bytes
    }

    /// Changes a form like one who knows its streams: most changes leave a form whose parts fit together.
    static func mutate(_ sample: Sized, _ others: [Sized], using generator: inout SplitMix64) -> Sized {
        var (form, plainSize) = sample
        for _ in 0...generator.below(8) / 6 {
            if generator.below(5) == 0 || form.streams.isEmpty {
                form.mutateHeader(&plainSize, using: &generator)
            } else if generator.below(4) == 0 {
                form.mutateList(others, using: &generator)
            } else {
                let place = generator.below(form.streams.count)
                form.streams[place].mutate(using: &generator)
            }
        }
        return (form, plainSize)
    }

    private mutating func mutateHeader(_ plainSize: inout Int, using generator: inout SplitMix64) {
        let step = generator.below(2) * 2 - 1
        switch generator.below(9) {
        case 0:
            tail.append(UInt8(generator.below(256)))
            plainSize += 1
        case 1:
            // The values begin later.
            head.append(UInt8(generator.below(256)))
            plainSize += 1
        case 2: plainSize = max(1, plainSize + step)
        case 3: nextID = [0, 1, 0x1FFF, 0x2000, 0x1F_FFFF, 0x20_0000, 0xFFFF_FFFF, nextID + step][generator.below(8)]
        case 4:
            firstKind = UInt8(generator.below(13))
            firstLayout = [[], [0x05], [0xB2, 0x16], [0x0E], [0x80, 0xF6, 0x73]][generator.below(5)]
        case 5: firstSize += step * (1 << generator.below(5))
        case 6: varintSize += step
        case 7: headSurplus += step
        default: if generator.below(2) == 0 { tailSurplus += step } else { streamSurplus += step }
        }
    }

    private mutating func mutateList(_ others: [Sized], using generator: inout SplitMix64) {
        let place = generator.below(streams.count)
        let other = others[generator.below(others.count)].form.streams
        switch generator.below(5) {
        case 0: streams.swapAt(place, generator.below(streams.count))
        case 1: streams.remove(at: place)
        case 2: streams.insert(streams[generator.below(streams.count)], at: place)
        case 3: if let stream = other.randomElement(using: &generator) { streams.insert(stream, at: place) }
        default:
            if let stream = other.filter({ $0.kind == streams[place].kind }).randomElement(using: &generator) {
                streams[place] = stream
            }
        }
    }
}

extension FilterForm.Stream {
    private static let tags: [UInt8] = Array(0x3E...0x42) + Array(0x5E...0x62) + Array(0x7F...0x81) + Array(0xBF...0xF5)
    private static let numbers: [UInt32] = [
        0, 1, 2, 0x7F, 0x80, 0x1FFF, 0x2000, 0x3FFF, 0x4000, 0x4001, 0x7FFF, 0x8000, 0x1F_FFFF, 0x20_0000, 0xFFFF_FFFF,
    ]

    fileprivate mutating func mutate(using generator: inout SplitMix64) {
        switch generator.below(12) {
        case 0...3: mutateElement(using: &generator)
        case 4: count = max(0, count + generator.below(3) - 1)
        case 5, 6: mutateCount(using: &generator)
        case 7, 8: if let elements { store(elements, coding: [0, width == 1 ? 3 : 2, 3][generator.below(3)]) }
        case 9: mutatePlanes(using: &generator)
        case 10 where coding > 3: mutateDecimals(using: &generator)
        case 10: coding = UInt8(generator.below(7))
        default: if !body.isEmpty { body[generator.below(body.count)] ^= 1 << UInt8(generator.below(8)) }
        }
    }

    /// Puts another element, one that means something in such a stream.
    private mutating func mutateElement(using generator: inout SplitMix64) {
        guard var elements, !elements.isEmpty else { return }
        let place = generator.below(elements.count / width) * width
        switch kind {
        case 0: elements[place] = Self.tags[generator.below(Self.tags.count)]
        case 1: elements[place] = [0, 1, 2, 0x1F, 0x20, 0x7F, 0x80, 0xFF, elements[place] &+ 1][generator.below(9)]
        default:
            let number = UInt64(Self.numbers[generator.below(Self.numbers.count)]) << (generator.below(4) == 0 ? 32 : 0)
            for byte in 0..<min(width, 8) { elements[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
        }
        store(elements, coding: width == 1 ? 0 : coding > 1 ? coding : 2)
    }

    /// Takes elements away, or adds some, and lets the entry say so.
    private mutating func mutateCount(using generator: inout SplitMix64) {
        guard coding != 1 else {
            count = max(1, count + generator.below(5) - 2)
            return
        }
        guard let elements else { return }
        let place = generator.below(max(1, elements.count / width)) * width
        let isLonger = generator.below(2) == 0
        let added = isLonger ? Array(elements[place...].prefix(width)) : []
        store(Array(elements[..<place]) + added + elements[place...].dropFirst(isLonger ? 0 : width), coding: coding)
    }

    private mutating func mutatePlanes(using generator: inout SplitMix64) {
        guard coding > 1 else { return }
        let plane = generator.below(width + 1)
        let isConstant = constantPlanes >> plane & 1 == 1
        constantPlanes ^= 1 << plane
        guard generator.below(3) > 0, plane < width else { return }
        // The body, as the entry has it now.
        let start = (0..<plane).reduce(exceptionCount * 12) { $0 + (constantPlanes >> $1 & 1 == 1 ? 1 : count) }
        guard start < body.count else { return }
        if isConstant {
            body.insert(contentsOf: repeatElement(body[start], count: max(0, count - 1)), at: start)
        } else {
            body.removeSubrange(start + 1..<min(body.count, start + max(1, count)))
        }
    }

    private mutating func mutateDecimals(using generator: inout SplitMix64) {
        switch generator.below(4) {
        case 0: exponent = generator.below(18)
        case 1: exceptionCount = max(0, exceptionCount + generator.below(3) - 1)
        case 2: coding = coding == 4 ? 5 : 4
        default:
            // An exception, in the stream or just behind it.
            let place = UInt32(generator.below(count + 1))
            body.insert(
                contentsOf: (0..<12).map { $0 < 4 ? UInt8(truncatingIfNeeded: place >> (8 * $0)) : 0x40 }, at: 0)
            exceptionCount += 1
        }
    }
}

extension SplitMix64 {
    /// A number from 0 to one less than `count`, which must not be 0.
    fileprivate mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
