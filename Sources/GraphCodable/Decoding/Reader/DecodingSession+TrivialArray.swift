extension DecodingSession {
    /// Reads an array that was archived as the memory of its elements.
    @usableFromInline @inline(never)
    func decodeMemory<Element: GDecodable>(of elementType: Element.Type) throws -> [Element] {
        let start = state.pointee.cursor
        let bytes = try _reader.readBinary()
        guard bytes.first == TrivialLayout.arrayMark, PackedKind(Element.self) == nil else {
            state.pointee.cursor = start
            throw mismatch([Element].self)
        }
        let single = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let layout = single.prefix(TrivialLayout.count(in: single))
        let numbers = UnsafeRawBufferPointer(rebasing: single.dropFirst(layout.count))
        let size = MemoryLayout<Element>.size
        let count = numbers.count / max(size, 1)
        try checkElementCount(count)
        try _reader.charge(DecodingCost.packed(count.multipliedClamped(by: MemoryLayout<Element>.stride)))
        let key = ObjectIdentifier(Element.self)
        if count > 0, numbers.count == count * size, copiedLayouts[key]?.elementsEqual(layout) == true {
            return TrivialLayout.elements(count, from: numbers)
        }
        guard let type = Element.self as? any GTrivialDecodable.Type else {
            state.pointee.cursor = start
            throw mismatch([Element].self)
        }
        // The first element checks the type and the layout.
        let (offset, firstBytes) = (offset - single.count, single.prefix(layout.count + size))
        let first = try withReserve {
            try read(Element.self, as: type, from: UnsafeRawBufferPointer(rebasing: firstBytes), at: offset)
        }
        try require(
            count > 0 && numbers.count == count * size, .malformed,
            "An array of \(TypeNames.shortName(of: Element.self)) ends inside an element. The archive is damaged.",
            at: start)
        guard first.isCopy else {
            return try [first.value] + elements(1..<count, as: type, Bytes(layout), numbers, at: offset)
        }
        copiedLayouts[key] = Bytes(layout)
        return TrivialLayout.elements(count, from: numbers)
    }

    /// Reads elements of a type with an initializer of its own, which reads each as if it stood alone after the layout.
    private func elements<Element>(
        _ indices: Range<Int>, as type: any GTrivialDecodable.Type, _ layout: Bytes, _ numbers: UnsafeRawBufferPointer,
        at offset: Int
    ) throws -> [Element] {
        let size = MemoryLayout<Element>.size
        try _reader.charge(DecodingCost.elements(indices.upperBound, size: DecodingCost.allocation))
        return try indices.map { index in
            let element = layout + numbers[index * size..<(index + 1) * size]
            return try element.withUnsafeBytes { bytes in
                try withReserve {
                    try read(Element.self, as: type, from: bytes, at: offset + index * size).value
                }
            }
        }
    }
}
