import TestSupport

/// The form of a filtered block (`Docs/format-filter.md`), taken apart so that a test can change any of its parts.
struct FilterForm {
    struct Stream {
        var kind: UInt8
        var coding: UInt8
        /// The number of elements that the entry tells of.
        var count: Int
        var constantPlanes = 0
        var exponent = 0
        var exceptionCount = 0
        var body: [UInt8]

        init(kind: UInt8, coding: UInt8, count: Int, body: [UInt8]) {
            self.kind = kind
            self.coding = coding
            self.count = count
            self.body = body
        }

        var width: Int { FilterForm.widths[Int(kind)] }
    }

    static let widths = [1, 1, 1, 1, 2, 4, 8, 16, 4, 4, 2]

    var head: [UInt8] = []
    var tail: [UInt8] = []
    var firstKind: UInt8 = 0
    var firstSize = 0
    /// The layout of the rows that the block begins with, for the first kind 11.
    var firstLayout: [UInt8] = []
    var nextID = 0
    var varintSize = 0
    var streams: [Stream] = []
    /// How much more the header tells than the true sizes of the head and the tail, and the number of streams.
    var headSurplus = 0
    var tailSurplus = 0
    var streamSurplus = 0

    /// A form of streams that are stored as they are.
    init(_ streams: [Stream]) {
        self.streams = streams
    }

    /// - Parameter bytes: A form that the filter has made.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func number() -> Int {
            var value = 0
            var shift = 0
            while let byte = rest.popFirst() {
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return value
        }
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let headSize = number()
        firstKind = rest.popFirst() ?? 0
        if firstKind == 11 {
            repeat { firstLayout += take(1) } while firstLayout.last ?? 0 >= 0x80
        }
        if firstKind != 0 { firstSize = number() }
        nextID = number()
        varintSize = number()
        let tailSize = number()
        for _ in 0..<number() {
            let byte = rest.popFirst() ?? 0
            var stream = Stream(kind: byte & 15, coding: byte >> 4, count: number(), body: [])
            if stream.coding > 1 { stream.constantPlanes = number() }
            if stream.coding > 3 { (stream.exponent, stream.exceptionCount) = (number(), number()) }
            streams.append(stream)
        }
        head = take(headSize)
        for kind in UInt8(0)...10 {
            for place in streams.indices where streams[place].kind == kind {
                streams[place].body = take(streams[place].bodySize)
            }
        }
        tail = take(tailSize)
    }

    /// The form, with whatever its parts say.
    var bytes: [UInt8] {
        var result = Self.varint(head.count + headSurplus) + [firstKind]
        if firstKind == 11 { result += firstLayout }
        if firstKind != 0 { result += Self.varint(firstSize) }
        for number in [nextID, varintSize, tail.count + tailSurplus, streams.count + streamSurplus] {
            result += Self.varint(number)
        }
        for stream in streams {
            result += [stream.kind | stream.coding << 4] + Self.varint(stream.count)
            if stream.coding > 1 { result += Self.varint(stream.constantPlanes) }
            if stream.coding > 3 { result += Self.varint(stream.exponent) + Self.varint(stream.exceptionCount) }
        }
        result += head
        for kind in UInt8(0)...15 {
            for stream in streams where stream.kind == kind { result += stream.body }
        }
        return result + tail
    }

    static func varint(_ number: Int) -> [UInt8] {
        var result: [UInt8] = []
        var rest = UInt64(max(0, number))
        while rest > 0x7F {
            result.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return result + [UInt8(rest)]
    }
}

extension FilterForm.Stream {
    /// How many bytes the body must have.
    var bodySize: Int {
        switch coding {
        case 0: count * width
        case 1: width
        default:
            (0..<width).reduce(exceptionCount * 12) { $0 + (constantPlanes >> $1 & 1 == 1 ? 1 : count) }
        }
    }

    /// The elements; `nil` when they are decimal, and when the entry does not fit the body.
    var elements: [UInt8]? {
        guard body.count == bodySize else { return nil }
        switch coding {
        case 0: return body
        case 1: return Array(repeating: body, count: count).flatMap(\.self)
        case 2, 3: break
        default: return nil
        }
        var result = [UInt8](repeating: 0, count: count * width)
        var rest = body[...]
        for plane in 0..<width {
            let isConstant = constantPlanes >> plane & 1 == 1
            let bytes = Array(rest.prefix(isConstant ? 1 : count))
            rest = rest.dropFirst(bytes.count)
            for place in 0..<count { result[place * width + plane] = bytes[isConstant ? 0 : place] }
        }
        guard coding == 3 else { return result }
        for place in result.indices.dropFirst(width) where place % width == 0 {
            var carry = 0
            for byte in place..<place + width {
                carry += Int(result[byte]) + Int(result[byte - width])
                result[byte] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
        }
        return result
    }

    /// Stores elements in another way: 0, plain; 2, planes, of which none is told to be constant; 3, differences.
    mutating func store(_ elements: [UInt8], coding: UInt8) {
        self.coding = coding
        constantPlanes = 0
        count = elements.count / width
        body = elements
        guard coding > 1 else { return }
        if coding == 3 {
            for place in stride(from: elements.count - width, to: 0, by: -width) {
                var borrow = 0
                for byte in place..<place + width {
                    borrow += Int(elements[byte]) - Int(elements[byte - width])
                    body[byte] = UInt8(truncatingIfNeeded: borrow)
                    borrow >>= 8
                }
            }
        }
        let rows = body
        body = (0..<width).flatMap { plane in (0..<count).map { rows[$0 * width + plane] } }
    }
}
