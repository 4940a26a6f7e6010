"""XXH64 with seed 0, from the description of the algorithm (Yann Collet, "xxHash fast digest", 0.2)."""

import struct

PRIME_1 = 0x9E3779B185EBCA87
PRIME_2 = 0xC2B2AE3D27D4EB4F
PRIME_3 = 0x165667B19E3779F9
PRIME_4 = 0x85EBCA77C2B2AE63
PRIME_5 = 0x27D4EB2F165667C5
MASK = (1 << 64) - 1
STRIPE = struct.Struct("<4Q")


def rotate(value, bits):
    return (value << bits | value >> 64 - bits) & MASK


def mix(lane, word):
    return rotate(lane + word * PRIME_2 & MASK, 31) * PRIME_1 & MASK


class XXH64:
    """A hash of bytes that come in pieces."""

    def __init__(self):
        self.lanes = (PRIME_1 + PRIME_2 & MASK, PRIME_2, 0, -PRIME_1 & MASK)
        self.pending = b""
        self.size = 0

    def update(self, data):
        self.size += len(data)
        data = self.pending + data
        whole = len(data) & ~31
        a, b, c, d = self.lanes
        for one, two, three, four in STRIPE.iter_unpack(memoryview(data)[:whole]):
            # The body of `mix`, four times: calls would cost more than the arithmetic.
            a = a + one * PRIME_2 & MASK
            a = (a << 31 | a >> 33) * PRIME_1 & MASK
            b = b + two * PRIME_2 & MASK
            b = (b << 31 | b >> 33) * PRIME_1 & MASK
            c = c + three * PRIME_2 & MASK
            c = (c << 31 | c >> 33) * PRIME_1 & MASK
            d = d + four * PRIME_2 & MASK
            d = (d << 31 | d >> 33) * PRIME_1 & MASK
        self.lanes = (a, b, c, d)
        self.pending = bytes(data[whole:])

    def digest(self):
        """The hash of all bytes so far, as an integer."""
        value = PRIME_5
        if self.size >= 32:
            value = sum(rotate(lane, bits) for lane, bits in zip(self.lanes, (1, 7, 12, 18))) & MASK
            for lane in self.lanes:
                value = (value ^ mix(0, lane)) * PRIME_1 + PRIME_4 & MASK
        value = value + self.size & MASK
        rest = self.pending
        while len(rest) >= 8:
            value = rotate(value ^ mix(0, int.from_bytes(rest[:8], "little")), 27) * PRIME_1 + PRIME_4 & MASK
            rest = rest[8:]
        if len(rest) >= 4:
            value = rotate(value ^ int.from_bytes(rest[:4], "little") * PRIME_1 & MASK, 23) * PRIME_2 + PRIME_3 & MASK
            rest = rest[4:]
        for byte in rest:
            value = rotate(value ^ byte * PRIME_5 & MASK, 11) * PRIME_1 & MASK
        value = (value ^ value >> 33) * PRIME_2 & MASK
        value = (value ^ value >> 29) * PRIME_3 & MASK
        return value ^ value >> 32


def xxh64(data):
    """The hash of `data`, as an integer."""
    state = XXH64()
    state.update(data)
    return state.digest()
