"""An assembler of deflate streams (RFC 1951) from their bits, for streams that keep or break one rule."""

LENGTH_ORDER = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)
END_OF_BLOCK = 256
STORED, FIXED, DYNAMIC, RESERVED = range(4)


class Bits:
    """Bits, the first of each byte being its lowest."""

    def __init__(self):
        self.bits = []

    def number(self, value, size):
        """A number, its lowest bit first."""
        self.bits += [value >> bit & 1 for bit in range(size)]
        return self

    def code(self, value, size):
        """A Huffman code, its highest bit first."""
        self.bits += [value >> bit & 1 for bit in reversed(range(size))]
        return self

    def bytes(self, filling=0):
        bits = self.bits + [filling] * (-len(self.bits) % 8)
        return bytes(sum(bit << place for place, bit in enumerate(bits[at:at + 8])) for at in range(0, len(bits), 8))

    def block(self, kind, final=1):
        return self.number(final, 1).number(kind, 2)

    def fixed(self, symbol):
        """A literal or length with the fixed codes."""
        if symbol < 144:
            return self.code(0x30 + symbol, 8)
        if symbol < 256:
            return self.code(0x190 + symbol - 144, 9)
        return self.code(symbol - 256, 7) if symbol < 280 else self.code(0xC0 + symbol - 280, 8)

    def run(self, byte, count):
        """A block of the fixed codes' symbols for a byte and `count` times 258 more of it."""
        self.fixed(byte)
        for _ in range(count):
            self.fixed(285).code(0, 5)
        return self.fixed(END_OF_BLOCK)

    def dynamic(self, lengths, literals=257, distances=1, length_codes=None):
        """The head of a dynamic block.

        `lengths` are symbols of the code of lengths, each with its extra bits if it has some; `length_codes` are the
        lengths of their codes, by default two codes of one bit for the symbols 1 and 18.
        """
        length_codes = {1: 1, 18: 1} if length_codes is None else length_codes
        self.number(literals - 257, 5).number(distances - 1, 5).number(len(LENGTH_ORDER) - 4, 4)
        for symbol in LENGTH_ORDER:
            self.number(length_codes.get(symbol, 0), 3)
        codes, code = {}, 0
        for size in range(1, 8):
            for symbol in sorted(symbol for symbol, length in length_codes.items() if length == size):
                codes[symbol] = (code, size)
                code += 1
            code <<= 1
        for symbol, *extra in lengths:
            self.code(*codes[symbol])
            if extra:
                self.number(extra[0], {16: 2, 17: 3, 18: 7}[symbol])
        return self
