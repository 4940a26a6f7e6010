"""The engine in C. Where that declines, the reference does the work again and says what is wrong."""

from __future__ import annotations

import struct
import sys
from array import array
from typing import TYPE_CHECKING, Any

from graphz import xxh3
from graphz.engine import REFERENCE, Engine
from graphz.errors import GraphError
from graphz.record_table import RecordTable

if TYPE_CHECKING:
    from graphz.columns import Plan, RawTable
    from graphz.graph_reader import Archive

_native: Any
try:
    from graphz import _native  # type: ignore[attr-defined, no-redef]
except ImportError:
    _native = None

LANES = struct.Struct("<8Q")
OVER_BUDGET, DECLINED = 1, 2


def _consume(lanes: xxh3.Lanes, number: int, data: bytes) -> tuple[xxh3.Lanes, int]:
    made, number = _native.consume_stripes(LANES.pack(*(lane & xxh3.MASK for lane in lanes)), number, data, xxh3.SECRET)
    return LANES.unpack(made), number


class NativeEngine(Engine):
    """The work in C. It never accepts what the reference refuses: a test compares them."""

    name = "native"

    def hash(self, data: bytes) -> int:
        state = self.hasher()
        state.update(data)
        return state.digest()

    def hasher(self) -> xxh3.XXH3:
        return xxh3.XXH3(_consume)

    def decode_lz4(self, stored: bytes, plain_size: int) -> bytes:
        plain: bytes | None = _native.decode_lz4(stored, plain_size)
        return super().decode_lz4(stored, plain_size) if plain is None else plain

    def join(self, form: bytes, plain_size: int) -> bytes:
        plain: bytes | None = _native.join_block(form, plain_size)
        return super().join(form, plain_size) if plain is None else plain

    def record_table(self, table: bytes, record_table_offset: int, maximum: int, within: range) -> RecordTable | None:
        found = _native.read_record_table(table, record_table_offset, maximum, within.start, within.stop)
        if found is None:
            return None
        ids, starts, id_count, present = found
        return RecordTable(array("Q", ids), array("Q", starts), id_count, present)

    def are_records_sound(self, archive: Archive) -> bool:
        counts = self._read(archive, archive.records, 0, None, [])
        if counts == DECLINED:
            return False
        return not archive.is_whole or array("Q", counts) == array("Q", [entry.composites for entry in archive.types])

    def columns(self, archive: Archive, records: RecordTable, plan: Plan, budget: int) -> list[RawTable]:
        if len(records) == 0:
            return []
        skipped = bytes(not plan.is_asked_for(number) for number in range(len(archive.types) + 1))
        wanted = [plan.mask(number) for number in range(len(archive.types))]
        found = self._read(archive, records, budget, skipped, wanted)
        if found == DECLINED:
            return super().columns(archive, records, plan, budget)
        if found == OVER_BUDGET:
            raise GraphError(0, "limit", f"the tables take more than the {budget} bytes that maximum_cost_per_byte and "
                                         "maximum_memory allow")
        tables: list[RawTable] = found
        return tables

    def _read(self, archive: Archive, records: RecordTable, budget: int, skipped: bytes | None,
              wanted: list[bytes | None]) -> Any:
        data = archive.data[records.starts[0]:records.starts[-1]]
        slots, ends = array("I"), array("I", [0])
        for shape in archive.shapes:
            slots.extend(shape.slots)
            ends.append(len(slots))
        return _native.read_records(
            data, records.starts.tobytes(), records.ids.tobytes(), records.bits(),
            array("I", [shape.type for shape in archive.shapes]).tobytes(), ends.tobytes(), slots.tobytes(),
            array("I", archive.tables).tobytes(),
            bytes(entry.name is not None for entry in archive.types), len(archive.keys) - 1, records.id_count,
            archive.policy.maximum_element_count, archive.policy.depth, budget, skipped, wanted)


# The arrays are those of the machine, and the formats little-endian.
FASTEST: Engine = NativeEngine() if _native is not None and sys.byteorder == "little" else REFERENCE
