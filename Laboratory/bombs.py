"""Archives that are small and would like to be large: what must end with an error instead of taking all memory.

Each is a name with the bytes. Those that are compressed hold more than their reader is told to allow, or lie about it;
the raw ones are small whatever they claim, or fill what is allowed.
"""

from graph_writer import archive, closed, reference, sequence, text, type_entry, varint
from graphz_writer import (DATA, DEFLATE, END, INDEX, LZ4, META, NONE, UNKNOWN_SIZE, container, deflate, end_payload,
                           file_header, lz4_run, section)

MIB = 1 << 20
# Blocks of 16 MiB, the largest that there are.
BLOCK_LOG = 24


def zeros(codec, count, plain_size):
    """`count` blocks of 16 MiB of zeros."""
    plain = bytes(1 << BLOCK_LOG)
    stored = deflate(plain) if codec == DEFLATE else lz4_run(plain)
    blocks = [section(DATA, number, stored, len(plain)) for number in range(count)]
    # Nobody gets as far as the hash of a GiB.
    end = end_payload(b"", count, size=count << BLOCK_LOG, plain_hash=1)
    head = file_header(codec, plain_size, block_log=BLOCK_LOG)
    return head + b"".join(blocks) + section(END, count, end)


def one_block(stored, plain_size, codec=DEFLATE, block_log=BLOCK_LOG):
    end = end_payload(b"", 1, size=plain_size, plain_hash=1)
    return (file_header(codec, plain_size, block_log=block_log) + section(DATA, 0, stored, plain_size)
            + section(END, 1, end))


def compressed():
    """Containers that want too much themselves."""
    gib = 64 << BLOCK_LOG
    yield "deflate-1-gib", zeros(DEFLATE, 64, gib)
    yield "deflate-1-gib-unknown-size", zeros(DEFLATE, 64, UNKNOWN_SIZE)
    yield "lz4-1-gib", zeros(LZ4, 64, gib)
    yield "lz4-1-gib-announced-as-1-byte", zeros(LZ4, 64, 1)
    yield "deflate-more-than-its-block", one_block(deflate(bytes(64 * MIB)), MIB)
    yield "deflate-less-than-its-block", one_block(deflate(b"x"), 1 << BLOCK_LOG)
    yield "lz4-more-than-its-block", one_block(lz4_run(bytes(64 * MIB)), MIB, LZ4)
    for size in (1 << 40, 1 << 62):
        end = end_payload(b"", size >> BLOCK_LOG, size=size)
        yield f"announces-{size}", file_header(DEFLATE, size, block_log=BLOCK_LOG) + section(END, 0, end)
    plain = archive([b"\0"])
    block = section(DATA, 0, plain)
    end = section(END, 2, end_payload(plain, 1, index=32 + len(block)))
    yield "index-of-4-gib", (file_header(NONE, len(plain)) + block
                             + section(INDEX, 1, bytes(8), stored_size=0xFFFFFFF8, plain_size=0xFFFFFFF8) + end)
    yield "metadata-of-4-gib", (file_header(NONE, 0)
                                + section(META, 0, bytes(8), stored_size=0xFFFFFFFF, plain_size=0xFFFFFFFF))
    yield "unknown-section-of-4-gib", (file_header(NONE, 0)
                                       + section(0xC0, 0, b"", stored_size=0xFFFFFFFF, plain_size=0xFFFFFFFF))
    many = b"".join(section(0xC0, number, b"") for number in range(30_000))
    yield "many-empty-sections", (file_header(NONE, len(plain)) + many + section(DATA, 30_000, plain)
                                  + section(END, 30_001, end_payload(plain, 1)))
    inner = plain
    for _ in range(100):
        inner = container(inner, DEFLATE)
    yield "containers-in-containers", inner


def raw():
    """Archives whose numbers want too much, in few bytes."""
    huge = varint((1 << 62) + 1)
    yield "records", archive([b"\0"], table=huge + huge)
    yield "ids", archive([b"\0"], table=varint(1) + varint(0xFFFFFFFE) + b"\x02")
    yield "record-size", archive([b"\0"], table=b"\1\1" + varint((1 << 63) - 2))
    yield "keys", archive([b"\0"], names=huge)
    yield "types", archive([b"\0"], names=b"\0" + huge)
    yield "shapes", archive([b"\0"], names=b"\0\0" + huge)
    yield "slots", archive([b"\0"], types=[type_entry("T")], shapes=[varint(0) + huge])
    for name, tag in (("string", b"\xCD"), ("sequence", b"\xCE"), ("map", b"\xCF"), ("binary", b"\xE7"),
                      ("packed", b"\xD7"), ("packed-of-16", b"\xDA")):
        yield name, archive([tag + huge])
        yield name + "-beyond-the-end", archive([tag + varint(1 << 16) + bytes(100)])
    yield "nested-sequences", archive([b"\xCE\1" * 100_000 + b"\0"])
    yield "nested-optionals", archive([b"\xE6" * 100_000 + b"\0"])
    yield "nested-maps", archive([b"\xCF\1\0" * 100_000 + b"\0"])
    yield "nested-composites", archive([b"\x60" * 100_000 + b"\0"], types=[type_entry("T")], shapes=[(0, [0])])
    yield "empty-sequences", archive([sequence(*[b"\xCE\0"] * 100_000)])
    yield "empty-composites", archive([sequence(*[closed(0)] * 100_000)], types=[type_entry("T")], shapes=[(0, [])])
    yield "shared-string", archive([sequence(*[reference(1)] * 100_000), text("x" * 100_000)])
    yield "diamonds", archive([reference(1)] + [sequence(reference(number + 1), reference(number + 1))
                                                for number in range(1, 1_000)] + [text("end")])
    yield "long-names", archive([sequence(*[closed(0)] * 1_000)], types=[type_entry("N" * 1_000_000)],
                                shapes=[(0, [])])


def directories(allowed):
    """Raw archives that fill what is allowed with entries of their directories; to be compressed."""
    size = allowed - 4096
    one_type = [type_entry("T")]
    yield "many-slots", archive([b"\0"], types=one_type, shapes=[varint(0) + varint(size) + bytes(size)])
    yield "many-shapes", archive([b"\0"], names=b"\0" + varint(1) + type_entry("T") + varint(size // 2)
                                      + bytes(size // 2 * 2) + b"\0")
    yield "many-types", archive([b"\0"], names=b"\0" + varint(size // 4) + bytes(size // 4 * 3) + b"\0"
                                     + bytes(size // 4))
    keys = b"".join(b"\4%04x" % number for number in range(1 << 16))
    yield "many-keys", archive([b"\0"], names=varint(1 << 16) + keys + b"\0\0")


def values(allowed):
    """Raw archives that fill what is allowed with small values and records; to be compressed."""
    size = allowed - 4096
    one_type = [type_entry("T")]
    yield "many-sequences", archive([b"\xCE" + varint(size // 2) + b"\xCE\0" * (size // 2)])
    yield "many-composites", archive([b"\xCE" + varint(size) + b"\x60" * size], types=one_type,
                                          shapes=[(0, [])])
    yield "many-items", archive([b"\xE3\0" + bytes(size) + b"\xE5"], types=one_type, shapes=[(0, [])])
    yield "very-nested", archive([b"\xCE\1" * (size // 2) + b"\0"])
    yield "many-ids", archive([b"\xD2" + varint(size) + bytes(size)], id_count=size)
    count = size // 2
    yield "many-records", archive([b"\0" * count], table=varint(count) + varint(count) + b"\2" * count)
