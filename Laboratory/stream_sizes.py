#!/usr/bin/env python3
"""Writes a raw archive whose fields have streams of the sizes at which the filter does something else.

    stream_sizes.py FILE    numbers of every width: 1, 2, as many as a sample of the filter has, one more and one less, twice as
                            many; most often exactly a sample, so that one number decides how the stream is stored
"""

import random
import sys

from graph_writer import archive, closed, packed, sequence, type_entry

SAMPLE = 512
SIZES = [1, 2, 15, 16, 17, SAMPLE - 1, SAMPLE, SAMPLE + 1, SAMPLE + 2, 2 * SAMPLE, 2 * SAMPLE + 1]
# The kinds of integers of 2, 4, 8 and 16 bytes, and of floating point numbers of 8.
KINDS = {3: 15, 5: 31, 7: 63, 9: 127, 13: None}
# With so much noise, both ways to store a sample are nearly as good: searched for.
CLOSE = [(825, 0), (833, 0), (836, 0), (855, 0), (947, 0), (854, 1), (875, 1), (896, 1), (938, 1), (785, 2), (863, 2), (792, 3),
         (895, 3), (805, 4), (835, 4), (875, 4), (778, 5), (844, 5), (849, 5), (851, 5), (758, 6), (834, 6), (853, 6), (765, 7)]


def numbers(bits, size, noise, variant):
    generator = random.Random(f"3 {size} {noise} {variant}")
    if bits is None:
        return [(index + generator.randrange(noise)) / 8 for index in range(size)]
    return [(index * 3 + generator.randrange(noise)) % (1 << bits) for index in range(size)]


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    arrays = [packed(kind, *numbers(bits, size, noise, 0)) for kind, bits in KINDS.items() for size in SIZES
              for noise in (1, 700)]
    arrays += [packed(3, *numbers(15, SAMPLE, *close)) for close in CLOSE]
    root = sequence(*[closed(shape, array) for shape, array in enumerate(arrays)])
    with open(arguments[0], "wb") as file:
        file.write(archive([root], types=[type_entry(f"T{number}") for number in range(len(arrays))],
                           shapes=[(number, [0]) for number in range(len(arrays))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
