"""Archives as a program uses them."""

from __future__ import annotations

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from graphz import graph_reader, sections
from graphz.converter import Converter
from graphz.engine import Engine
from graphz.errors import GraphError
from graphz.graph_output import Write, write_json
from graphz.graphz_reader import Container
from graphz.native_engine import FASTEST
from graphz.objects import GraphObject, GraphValue, Present
from graphz.policy import GraphPolicy
from graphz.random_access import Block, BlockBytes, FileBytes
from graphz.system_types import conversion

if TYPE_CHECKING:
    import pyarrow


class TypeInfo(NamedTuple):
    """A type in an archive, with the number of values of it that the archive claims."""

    name: str
    is_class: bool
    version: int
    value_count: int
    archive_name: str | None


class Verdict(NamedTuple):
    """What `verify` finds: whether an archive is sound; then its sizes, else what is wrong."""

    is_sound: bool
    plain_bytes: int = 0
    object_count: int = 0
    error: GraphError | None = None

    def __bool__(self) -> bool:
        return self.is_sound


class GraphArchive:
    """An open archive. Blocks are read, and objects decoded, when they are asked for. Close it, or use `with`."""

    def __init__(self, file: BinaryIO, path: str | None, policy: GraphPolicy, fields: Mapping[str, Any],
                 engine: Engine, within: range | None = None) -> None:
        self._file = file
        self.path = path
        self.policy = policy
        self._bytes = FileBytes(file)
        self._fields = fields
        conversions = {name: conversion(kind) for name, kind in fields.items()}
        head = self._bytes[:8]
        _check_transfer(head)
        self._container: BlockBytes | None = None
        source: FileBytes | BlockBytes = self._bytes
        if head.startswith(sections.SIGNATURE[:4]) or sections.is_transfer_damage(head):
            self._container = source = BlockBytes(self._bytes, policy, engine)
        self._archive = graph_reader.Archive(source, policy, engine, within)
        self._within = range(len(source)) if within is None else within
        self._converter = Converter(self._archive, conversions, path)

    # What the archive is

    @property
    def is_compressed(self) -> bool:
        return self._container is not None

    @property
    def codec(self) -> str | None:
        """`none`, `zlib`, `lz4` or `zstd`; None for a raw archive."""
        return None if self._container is None else self._container.codec

    @property
    def stored_bytes(self) -> int:
        """The size of the file."""
        return len(self._bytes)

    @property
    def plain_bytes(self) -> int:
        """The size of the raw archive."""
        return len(self._archive.data)

    @property
    def metadata(self) -> dict[str, str]:
        return {} if self._container is None else dict(self._container.metadata)

    @property
    def extensions(self) -> dict[str, bytes]:
        """What programs added beside the graph, by name."""
        return dict(self._archive.extensions)

    @property
    def blocks(self) -> list[Block]:
        """How the blocks of a compressed archive are stored."""
        return [] if self._container is None else self._container.blocks()

    @property
    def types(self) -> list[TypeInfo]:
        return [TypeInfo(entry.readable_name, bool(entry.flags & 1), entry.version, entry.composites, entry.name)
                for entry in self._archive.types]

    @property
    def object_count(self) -> int:
        """How many objects there are, without the root value."""
        records = self._archive.records
        return len(records) - (records.place(0) is not None)

    # Objects

    @property
    def root(self) -> Any:
        """The root value."""
        return self._converter.value(0)

    def object(self, identifier: int) -> GraphObject:
        """The object with a number, the same each time. Raises KeyError if there is none."""
        found = self._converter.object(identifier) if identifier != 0 else None
        if found is None:
            raise KeyError(f"there is no object {identifier}")
        return found

    def objects(self, type_name: str | None = None) -> Iterator[GraphObject]:
        """The objects of a type, such as `City.Station`, or all, in the order of the archive.

        A type is found by the first bytes of each record, block by block: the first object comes early, and memory holds few
        blocks.
        """
        for record in self._archive.records:
            if record.id == 0:
                continue
            if type_name is None or self._converter.type_of(record.id) == type_name:
                yield self.object(record.id)

    # All of it

    def tables(self, classes: Iterable[str] | None = None,
               fields: Mapping[str, Iterable[str]] | None = None, *, within: range | None = None) -> dict[str, pyarrow.Table]:
        """An Arrow table for each type of object, by its readable name. Needs pyarrow.

        Types with one name, such as two versions of a class, share a table. `classes` are those that are asked for, `fields`
        the keys of some of them; others are not decoded. `within` is a range of the `plain_bytes`: only objects that begin
        there are read, from their blocks alone. Raises ValueError if the archive has no such class, and GraphError if a value
        is not sound, is not of the type that `open` was told, or if the tables would take more than the policy allows.
        """
        from graphz.tables import make_tables, plan_of
        plan = plan_of(self._archive, classes, fields)
        try:
            records = self._archive.records if within is None else self._archive.records.part(within)
            return make_tables(self._archive, records, plan, self.policy.allowed_cost(self.stored_bytes), self._fields)
        except GraphError as error:
            error.path = self.path
            raise

    def ranges(self, size: int = 1 << 24) -> list[range]:
        """Ranges for `within`, which together are the archive, or the part that was opened: each of whole blocks, and of about
        `size` bytes of the raw archive."""
        block = 1 if self._container is None else self._container.header.block_size
        step = max(1, size // block) * block
        end = min(self._within.stop, self.plain_bytes)
        return [range(start, min(start + step, end)) for start in range(self._within.start, end, step)]

    def write_json(self, write: Write) -> None:
        """Write a line of JSON for each object, as `graphz dump --json` does."""
        write_json(self._archive, write)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> GraphArchive:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<archive {self.path or ''}: {self.object_count} objects>"


def open(path: str | os.PathLike[str] | BinaryIO, *, policy: GraphPolicy | None = None, fields: Mapping[str, Any] | None = None,
         engine: Engine = FASTEST, within: range | None = None) -> GraphArchive:
    """Opens an archive, raw or compressed: a path, or a binary file that can seek.

    The header, the names and the record table are checked, and each object when it is decoded; `verify` checks everything.
    `fields` says what the archive does not: the Python type of a field, such as `{"City.Station.opened": datetime.datetime}`.
    It may name types that the archive does not have.
    `within` opens a part of a large archive: the objects that begin in a range of the raw archive's bytes.
    Raises GraphError if it is no archive or exceeds a limit, and OSError if it cannot be read.
    """
    if isinstance(path, (str, os.PathLike)):
        name: str | None = os.fspath(path)
        file: BinaryIO = _open_file(os.fspath(path))
    else:
        name, file = getattr(path, "name", None), path
    try:
        return GraphArchive(file, name, policy or GraphPolicy(), fields or {}, engine, within)
    except BaseException as error:
        if file is not path:
            file.close()
        if isinstance(error, GraphError):
            error.path = name
        raise


def _check_transfer(head: bytes) -> None:
    """Raises GraphError if a transfer took a raw archive for text, which the reader of raw archives does not tell."""
    if not graph_reader.SIGNATURE.startswith(head) and sections.is_transfer_damage(head, b"GRAPH"):
        raise GraphError(0, "R5", "the signature was damaged in a transfer", "transferDamage")


def _open_file(path: str) -> BinaryIO:
    return builtins.open(path, "rb")


def verify(path: str | os.PathLike[str] | BinaryIO, *, policy: GraphPolicy | None = None, engine: Engine = FASTEST) -> Verdict:
    """Checks an archive as `graphz verify` does: every checksum, and every value of every object. Holds all of it in memory."""
    limits = policy or GraphPolicy()
    try:
        if isinstance(path, (str, os.PathLike)):
            with _open_file(os.fspath(path)) as file:
                data = file.read()
        else:
            data = path.read()
        _check_transfer(data[:8])
        is_raw = not sections.SIGNATURE.startswith(data[:4]) and not sections.is_transfer_damage(data)
        plain = data if is_raw or not data else Container(data, limits, engine).plain
        archive = graph_reader.Archive(plain, limits, engine)
        archive.check()
        return Verdict(True, len(plain), len(archive.records) - 1)
    except GraphError as error:
        error.path = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
        return Verdict(False, error=error)


def load(path: str | os.PathLike[str] | BinaryIO, *, policy: GraphPolicy | None = None,
         fields: Mapping[str, Any] | None = None) -> Any:
    """The root value as plain Python: a dictionary for each object and struct, lists, numbers, strings.

    A dictionary has the keys of its object, `_type`, and `_items` if there are values without a key. A key of the object with
    one of these two names gets a `_` behind it. Each object is one dictionary, wherever it is referred to, so that cycles are
    cycles. A dictionary whose keys are objects is a list of pairs, and a set of objects a list.
    """
    with open(path, policy=policy, fields=fields) as archive:
        return _Plain().loaded(archive.root)


OWN_KEYS = ("_type", "_items")


class _Plain:
    """Makes plain dictionaries and lists. Each is made empty and filled later, so that no depth of values needs a stack."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}
        self.waiting: list[tuple[Any, Any]] = []

    def loaded(self, root: Any) -> Any:
        value = self.plain(root)
        while self.waiting:
            self.fill(*self.waiting.pop())
        return value

    def plain(self, value: Any) -> Any:
        if isinstance(value, GraphObject):
            if value.id not in self.made:
                self.made[value.id] = self.plain(value.value)
            return self.made[value.id]
        if isinstance(value, tuple):
            return tuple(map(self.plain, value))
        if isinstance(value, (GraphValue, Present)):
            made: Any = {}
        elif isinstance(value, (list, dict, set, frozenset)):
            # A dictionary has no hash, so it can be neither a key nor in a set.
            is_list = isinstance(value, list) or any(isinstance(key, GraphObject) for key in value)
            if not is_list and not isinstance(value, dict):
                return value
            made = [] if is_list else {}
        else:
            return value
        self.waiting.append((made, value))
        return made

    def fill(self, made: Any, value: Any) -> None:
        if isinstance(value, Present):
            made["_some"] = self.plain(value.value)
        elif isinstance(value, GraphValue):
            made["_type"] = value.type
            for key, part in value.fields.items():
                while key in OWN_KEYS or key in made:
                    key += "_"
                made[key] = self.plain(part)
            if value.items:
                made["_items"] = self.plain(value.items)
        elif isinstance(made, dict):
            made.update((key, self.plain(part)) for key, part in value.items())
        else:
            made.extend(map(self.plain, value.items() if isinstance(value, dict) else value))
