"""XXH3 with 64 bits, seed 0 and the default secret, from the specification of the algorithm (doc/xxhash_spec.md of xxHash)."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

Lanes = Sequence[int]

PRIME_32_1, PRIME_32_2, PRIME_32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
PRIME_1 = 0x9E3779B185EBCA87
PRIME_2 = 0xC2B2AE3D27D4EB4F
PRIME_3 = 0x165667B19E3779F9
PRIME_4 = 0x85EBCA77C2B2AE63
PRIME_5 = 0x27D4EB2F165667C5
PRIME_MX1 = 0x165667919E3779F9
PRIME_MX2 = 0x9FB21C651E98DF25
MASK, LOW = (1 << 64) - 1, (1 << 32) - 1
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
STRIPE, STRIPES_PER_BLOCK = 64, 16
WORDS = struct.Struct("<8Q")
FIRST_LANES = (PRIME_32_3, PRIME_1, PRIME_2, PRIME_3, PRIME_4, PRIME_32_2, PRIME_5, PRIME_32_1)


def words(data: bytes, at: int, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f"<{count}Q", data, at)


# The keys of the stripes of a block, then those of the scrambling and of the last stripe.
STRIPE_KEYS = [words(SECRET, 8 * number, 8) for number in range(STRIPES_PER_BLOCK)]
SCRAMBLE_KEY, LAST_KEY = words(SECRET, len(SECRET) - 64, 8), words(SECRET, len(SECRET) - 71, 8)


def rotate(value: int, bits: int) -> int:
    return (value << bits | value >> 64 - bits) & MASK


def avalanche(value: int) -> int:
    value = (value ^ value >> 37) * PRIME_MX1 & MASK
    return value ^ value >> 32


def last_avalanche(value: int) -> int:
    value = (value ^ value >> 33) * PRIME_2 & MASK
    value = (value ^ value >> 29) * PRIME_3 & MASK
    return value ^ value >> 32


def fold(one: int, two: int) -> int:
    product = one * two
    return product & MASK ^ product >> 64


def small(data: bytes) -> int:
    """The hash of at most 16 bytes."""
    size = len(data)
    if size == 0:
        one, two = words(SECRET, 56, 2)
        return last_avalanche(one ^ two)
    if size <= 3:
        one, two = struct.unpack_from("<2I", SECRET)
        combined = data[-1] | size << 8 | data[0] << 16 | data[size >> 1] << 24
        return last_avalanche(one ^ two ^ combined)
    if size <= 8:
        first, last = int.from_bytes(data[:4], "little"), int.from_bytes(data[-4:], "little")
        one, two = words(SECRET, 8, 2)
        value = one ^ two ^ (last | first << 32)
        value = (value ^ rotate(value, 49) ^ rotate(value, 24)) * PRIME_MX2 & MASK
        value = (value ^ (value >> 35) + size) * PRIME_MX2 & MASK
        return value ^ value >> 28
    one, two, three, four = words(SECRET, 24, 4)
    low = one ^ two ^ int.from_bytes(data[:8], "little")
    high = three ^ four ^ int.from_bytes(data[-8:], "little")
    swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
    return avalanche(size + swapped + high + fold(low, high) & MASK)


def mix_step(data: bytes, at: int, secret_at: int) -> int:
    (one, two), (key_one, key_two) = words(data, at, 2), words(SECRET, secret_at, 2)
    return fold(one ^ key_one, two ^ key_two)


def medium(data: bytes) -> int:
    """The hash of 17 to 240 bytes."""
    size = len(data)
    value = size * PRIME_1
    if size <= 128:
        for number in range((size - 1 >> 5) + 1):
            value += mix_step(data, 16 * number, 32 * number)
            value += mix_step(data, size - 16 * number - 16, 32 * number + 16)
        return avalanche(value & MASK)
    for number in range(8):
        value += mix_step(data, 16 * number, 16 * number)
    value = avalanche(value & MASK)
    for number in range(8, size >> 4):
        value += mix_step(data, 16 * number, 16 * (number - 8) + 3)
    return avalanche(value + mix_step(data, size - 16, 119) & MASK)


def accumulate(lanes: Lanes, stripe: Lanes, key: Lanes) -> Lanes:
    """The lanes after a stripe; they may go past 64 bits, and are cut at the end of a block."""
    a, b, c, d, e, f, g, h = stripe
    p, q, r, s, t, u, v, w = key
    p, q, r, s, t, u, v, w = p ^ a, q ^ b, r ^ c, s ^ d, t ^ e, u ^ f, v ^ g, w ^ h
    one, two, three, four, five, six, seven, eight = lanes
    return (one + b + (p & LOW) * (p >> 32), two + a + (q & LOW) * (q >> 32),
            three + d + (r & LOW) * (r >> 32), four + c + (s & LOW) * (s >> 32),
            five + f + (t & LOW) * (t >> 32), six + e + (u & LOW) * (u >> 32),
            seven + h + (v & LOW) * (v >> 32), eight + g + (w & LOW) * (w >> 32))


def scramble(lanes: Lanes) -> Lanes:
    return tuple(((lane & MASK ^ (lane & MASK) >> 47) ^ key) * PRIME_32_1 & MASK
                 for lane, key in zip(lanes, SCRAMBLE_KEY))


def consume(lanes: Lanes, number: int, data: bytes) -> tuple[Lanes, int]:
    """The lanes after whole stripes, and the number of the next stripe in its block."""
    for stripe in WORDS.iter_unpack(data):
        lanes = accumulate(lanes, stripe, STRIPE_KEYS[number])
        number += 1
        if number == STRIPES_PER_BLOCK:
            lanes, number = scramble(lanes), 0
    return lanes, number


class XXH3:
    """A hash of bytes that come in pieces."""

    def __init__(self, consume: Callable[[Lanes, int, bytes], tuple[Lanes, int]] = consume) -> None:
        self._consume = consume
        self.lanes: Lanes = FIRST_LANES
        self.stripes = 0
        self.pending = b""
        self.last = b""
        self.size = 0

    def update(self, data: bytes) -> None:
        self.size += len(data)
        data = self.pending + data
        self.pending = bytes(data)
        # Up to 240 bytes there are no lanes; and the last stripe, even a whole one, is for the digest.
        if self.size <= 240:
            return
        whole = (len(data) - 1) // STRIPE * STRIPE
        self.lanes, self.stripes = self._consume(self.lanes, self.stripes, data[:whole])
        self.pending = bytes(data[whole:])
        self.last = bytes(data[max(whole - STRIPE, 0):whole]) or self.last

    def digest(self) -> int:
        """The hash of all bytes so far, as an integer."""
        if self.size <= 16:
            return small(self.pending)
        if self.size <= 240:
            return medium(self.pending)
        lanes = accumulate(self.lanes, WORDS.unpack((self.last + self.pending)[-STRIPE:]), LAST_KEY)
        lanes = [lane & MASK for lane in lanes]
        value = self.size * PRIME_1
        for number in range(4):
            one, two = words(SECRET, 11 + 16 * number, 2)
            value += fold(lanes[2 * number] ^ one, lanes[2 * number + 1] ^ two)
        return avalanche(value & MASK)


def xxh3(data: bytes) -> int:
    """The hash of `data`, as an integer."""
    state = XXH3()
    state.update(data)
    return state.digest()
