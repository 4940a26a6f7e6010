"""`open` and `load` find the same faults in the order of sections as `verify` does: Z15, Z18, Z19."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import graph_writer as writer
import graphz_writer
import pytest
from graphz_writer import DATA, END, INDEX, META

import graphz
from graphz.codecs import HAS_ZSTD
from graphz.engine import CODEC_ZSTD, REFERENCE, Engine
from graphz.native_engine import FASTEST

TEXTS = [f"{number} " + "x" * 1000 for number in range(150)]
PLAIN = {
    "three blocks": writer.archive([writer.sequence(*(writer.reference(number + 1) for number in range(len(TEXTS)))),
                                   *map(writer.text, TEXTS)]),
    "one block": writer.archive([writer.text("one")]),
}
METADATA = b"\1\0\0\0a\1\0\0\0b"
ENGINES = [FASTEST] if FASTEST is REFERENCE else [REFERENCE, FASTEST]

# The reference hashes in Python alone.
graphz_writer.xxh3 = FASTEST.hash

Part = tuple[int, bytes, "int | None"]


def stored(plain: bytes, codec: int) -> bytes:
    if codec != CODEC_ZSTD:
        return graphz_writer.COMPRESS.get(codec, bytes)(plain)
    import zstandard
    return zstandard.ZstdCompressor(write_content_size=False).compress(plain)


def parts(plain: bytes, codec: int, has_metadata: bool) -> list[Part]:
    """META and the blocks: type, payload, and plain size unless that is raw."""
    found: list[Part] = [(META, METADATA, None)] if has_metadata else []
    for at in range(0, len(plain), 1 << 16):
        block = plain[at:at + (1 << 16)]
        payload = stored(block, codec)
        found.append((DATA, payload, len(block)) if len(payload) < len(block) else (DATA, block, None))
    return found


def joined(plain: bytes, codec: int, sections: list[Part], ordinals: list[int], has_index: bool,
           counted: int | None = None) -> tuple[bytes, list[int]]:
    """A container of these sections, of which END may count fewer, and their offsets."""
    count = len(sections) if counted is None else counted
    data = graphz_writer.file_header(codec, len(plain))
    offsets = []
    for (kind, payload, plain_size), ordinal in zip(sections, ordinals):
        offsets.append(len(data))
        data += graphz_writer.section(kind, ordinal, payload, plain_size)
    blocks = [offset for offset, section in zip(offsets, sections) if section[0] == DATA]
    index = len(data) if has_index else 0
    if has_index:
        data += graphz_writer.section(INDEX, count, b"".join(offset.to_bytes(8, "little") for offset in blocks))
    end = graphz_writer.end_payload(plain, len(blocks), index)
    return data + graphz_writer.section(END, count + has_index, end), offsets


def opened(data: bytes, engine: Engine) -> Any:
    """The root value, of which every object is read."""
    with graphz.open(io.BytesIO(data), engine=engine) as archive:
        root = archive.root
        return [found.value for found in root] if isinstance(root, list) else root


def failure(read: Callable[[], Any]) -> tuple[str, str, int, str]:
    with pytest.raises(graphz.GraphError) as caught:
        read()
    return caught.value.rule, caught.value.code, caught.value.byte_offset, caught.value.message


def failures(data: bytes) -> list[tuple[str, str, int, str]]:
    """How each way of reading fails, with each engine; first `verify`."""
    errors = [graphz.verify(io.BytesIO(data), engine=engine).error for engine in ENGINES]
    assert None not in errors
    return [*((error.rule, error.code, error.byte_offset, error.message) for error in errors if error is not None),
            *(failure(lambda engine=engine: opened(data, engine)) for engine in ENGINES),  # type: ignore[misc]
            failure(lambda: graphz.load(io.BytesIO(data)))]


CASES = pytest.mark.parametrize(("name", "codec", "has_metadata", "has_index"), [
    (name, codec, has_metadata, has_index) for name in PLAIN
    for codec in [graphz_writer.NONE, graphz_writer.DEFLATE, graphz_writer.LZ4, *([CODEC_ZSTD] if HAS_ZSTD else [])]
    for has_metadata in (False, True) for has_index in (False, True)])


@CASES
def test_other_sections_are_refused_or_skipped(name: str, codec: int, has_metadata: bool, has_index: bool) -> None:
    plain = PLAIN[name]
    sound = parts(plain, codec, has_metadata)
    for place in range(len(sound) + 1):
        kind = (0x03, 0x3F, 0x40, 0x00, 0x7F)[place % 5]
        ordinals = list(range(len(sound) + 1))
        forged = [*sound[:place], (kind, bytes(21), None), *sound[place:]]
        data, offsets = joined(plain, codec, forged, ordinals, has_index)
        expected = ("Z18", "unsupportedFeature", offsets[place], f"section type {kind:#04x} is unsupported")
        assert set(failures(data)) == {expected}
        if place >= has_metadata:
            forged[place] = (0xC5, bytes(21), None)
            data, _ = joined(plain, codec, forged, ordinals, has_index)
            for engine in ENGINES:
                assert graphz.verify(io.BytesIO(data), engine=engine).is_sound
                assert opened(data, engine) == (TEXTS if name == "three blocks" else "one")


@CASES
def test_exchanged_blocks_are_noticed(name: str, codec: int, has_metadata: bool, has_index: bool) -> None:
    plain = PLAIN[name]
    sound = parts(plain, codec, has_metadata)
    for other in range(has_metadata, len(sound)):
        for one in range(has_metadata, other):
            forged, ordinals = list(sound), list(range(len(sound)))
            for values in (forged, ordinals):
                values[one], values[other] = values[other], values[one]  # type: ignore[index]
            data, offsets = joined(plain, codec, forged, ordinals, has_index)
            first, second = (("Z15", "malformed", offsets[place] + 4, f"section {found} stands where section {place} must")
                             for place, found in ((one, other), (other, one)))
            found = failures(data)
            assert found[:len(ENGINES)] == [first] * len(ENGINES)
            # The directory, which is read first, may be in the second block.
            assert set(found) <= ({first, second} if has_index else {first})


@CASES
def test_a_wrong_ordinal_is_noticed(name: str, codec: int, has_metadata: bool, has_index: bool) -> None:
    plain = PLAIN[name]
    sound = parts(plain, codec, has_metadata)
    for place in range(len(sound)):
        ordinals = list(range(len(sound)))
        ordinals[place] += 1
        data, offsets = joined(plain, codec, sound, ordinals, has_index)
        expected = ("Z15", "malformed", offsets[place] + 4, f"section {place + 1} stands where section {place} must")
        assert set(failures(data)) == {expected}


@CASES
def test_a_section_that_end_does_not_count_is_noticed(name: str, codec: int, has_metadata: bool, has_index: bool) -> None:
    plain = PLAIN[name]
    sound = parts(plain, codec, has_metadata)
    for place in range(has_metadata, len(sound) + 1):
        for kind in (0x03, 0xC5):
            forged = [*sound[:place], (kind, bytes(21), None), *sound[place:]]
            ordinals = [*range(place + 1), *range(place, len(sound))]
            data, offsets = joined(plain, codec, forged, ordinals, has_index, len(sound))
            found = failures(data)
            assert len(set(found)) == 1
            if kind == 0x03:
                assert found[0] == ("Z18", "unsupportedFeature", offsets[place], "section type 0x03 is unsupported")
            else:
                assert found[0][:2] == ("Z15", "malformed")
