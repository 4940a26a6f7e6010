"""The limits on what is read, with the names and the defaults of `GraphDecodingPolicy` in Swift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphz.errors import GraphError

# Small archives may expand as they like, and cost something.
FREE_EXPANSION = 1 << 20
FREE_COST = 1 << 21
DEEPEST = 512


@dataclass(frozen=True)
class GraphPolicy:
    """Limits, checked before memory is reserved. `maximumInitializerDepth` and `allowedTypes` of Swift have no counterpart:
    nothing here calls an initializer or looks up a type."""

    maximum_plain_byte_count: int = 1 << 32
    """The bytes of the raw archive, after decompression."""
    maximum_expansion: int = 1_100
    """The plain bytes for each byte of a compressed archive, beyond 1 MiB."""
    maximum_object_count: int = 1 << 26
    """The number of objects, with those that only conditional references name."""
    maximum_element_count: int = 1 << 30
    """The number of elements of a collection."""
    maximum_depth: int = 512
    """The depth of values inside values. The format allows 512."""
    maximum_type_name_length: int = 4_096
    """The UTF-8 bytes of the name of a type."""
    maximum_directory_entry_count: int = 1 << 24
    """The number of keys, types, shapes and slots."""
    maximum_cost_per_byte: int = 128
    """The bytes of tables for each byte of the file, which counts as 2 MiB larger than it is."""
    maximum_memory: int = 1 << 36
    """The bytes of tables, whatever the size of the file."""

    strict: ClassVar[GraphPolicy]
    """The limits for archives from elsewhere."""

    @property
    def depth(self) -> int:
        return min(self.maximum_depth, DEEPEST)

    def allowed_cost(self, stored_bytes: int) -> int:
        """The bytes that tables of a file may take."""
        return min((stored_bytes + FREE_COST) * self.maximum_cost_per_byte, self.maximum_memory)

    def check_plain_size(self, plain_size: int, stored_size: int) -> None:
        """Raises GraphError if so many bytes cannot come from a file of `stored_size` bytes."""
        check(plain_size, self.maximum_plain_byte_count, "bytes of the raw archive", "maximum_plain_byte_count")
        if plain_size > FREE_EXPANSION:
            check(plain_size, stored_size * self.maximum_expansion, "bytes of the raw archive, for the size of the file",
                  "maximum_expansion")


def check(count: int, limit: int, what: str, name: str, byte_offset: int = 0) -> None:
    """Raises GraphError if a count exceeds a limit of the policy."""
    if count > limit:
        raise GraphError(byte_offset, "limit", f"{count} {what} are more than {limit}, which {name} allows")


GraphPolicy.strict = GraphPolicy(
    maximum_plain_byte_count=1 << 26, maximum_expansion=100, maximum_object_count=1 << 20, maximum_element_count=1 << 24,
    maximum_depth=128, maximum_type_name_length=512, maximum_directory_entry_count=1 << 18, maximum_cost_per_byte=16,
    maximum_memory=1 << 30)
