"""The command `graphz-py`: info, verify, dump, to-parquet."""

from __future__ import annotations

import argparse
import io
import pathlib
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from graphz.archive import GraphArchive, open, verify
from graphz.errors import GraphError
from graphz.graph_output import drop_output, write_rest
from graphz.policy import GraphPolicy

# As the Swift tool: Docs/graphz.md.
STATUS = {"notAnArchive": 4, "transferDamage": 5, "unsupportedVersion": 6, "unsupportedCodec": 7, "unsupportedFeature": 8,
          "truncated": 9, "damaged": 10, "trailingBytes": 12, "limitExceeded": 13, "depthExceeded": 13}
DONE, INTERNAL, NO_FILE, EXISTS, MALFORMED, USAGE, READER_HAS_GONE = 0, 1, 2, 3, 11, 64, 141
# Bytes of the name of a file: most file systems allow 255.
LONGEST_STEM = 200
DEEPEST_PARQUET = 99


def printable(text: str) -> str:
    """Text from an archive, without what could drive a terminal."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def info(archive: GraphArchive) -> None:
    form = f"compressed, {archive.codec}" if archive.is_compressed else "raw"
    print(f"archive  {printable(archive.path or '')}\nform     {form}")
    print(f"size     {archive.stored_bytes:,} bytes, {archive.plain_bytes:,} raw")
    if archive.is_compressed:
        print(f"blocks   {len(archive.blocks)}")
    for name, value in archive.metadata.items():
        print(f"metadata {printable(name)}: {printable(value)}")
    print(f"objects  {archive.object_count:,}\n\n     count version type")
    for entry in sorted(archive.types, key=lambda entry: (not entry.is_class, -entry.value_count)):
        kind = "class" if entry.is_class else "value"
        print(f"{entry.value_count:10,} {entry.version or '-':>7} {kind} {printable(entry.name)}")


def file_names(types: Iterable[str]) -> list[str]:
    """A name of a file for each type, which may be called like a path, too long, or nearly like another."""
    names: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for name in types:
        # Some file systems take upper and lower case for the same.
        stem = re.sub(r"[^\w.()#-]+", "_", name).lstrip(".").encode()[:LONGEST_STEM].decode(errors="ignore") or "_"
        found, folded = stem, stem.casefold()
        while found.casefold() in names:
            numbers[folded] = numbers.get(folded, 1) + 1
            found = f"{stem}-{numbers[folded]}"
        names[found.casefold()] = f"{found}.parquet"
    return list(names.values())


def to_parquet(archive: GraphArchive, folder: pathlib.Path, force: bool) -> int:
    """Writes a file for each table, named after its type."""
    import pyarrow.parquet
    folder.mkdir(parents=True, exist_ok=True)
    tables = archive.tables()
    paths = [folder / name for name in file_names(tables)]
    for path in paths if not force else ():
        if path.exists():
            print(f"graphz-py: {printable(str(path))} exists; --force replaces it", file=sys.stderr)
            return EXISTS
    status = DONE
    for path, (name, table) in zip(paths, tables.items()):
        if max(parquet_depth(field.type) for field in table.schema) > DEEPEST_PARQUET:
            print(f"graphz-py: the values of {printable(name)} are nested too deeply for Parquet", file=sys.stderr)
            status = STATUS["limitExceeded"]
            continue
        pyarrow.parquet.write_table(table, path)
        print(f"{printable(str(path))}: {table.num_rows:,} rows of {printable(name)}")
    return status


def parquet_depth(kind: Any) -> int:
    """How many levels a type of Arrow has in the schema of a file, which may have too many for readers, not for writers."""
    inner = [field.type for field in map(kind.field, range(kind.num_fields))]
    is_list = len(inner) == 1 and str(kind).startswith("list")
    return 1 + is_list + max(map(parquet_depth, inner), default=0)


class Parser(argparse.ArgumentParser):
    """A parser with the exit status of the Swift tool."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = Parser(prog="graphz-py", description="Reads archives of object graphs.")
    parser.add_argument("--strict", action="store_true", help="limits for archives from elsewhere")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="what an archive is").add_argument("archive")
    commands.add_parser("verify", help="check everything").add_argument("archive", nargs="+")
    dump = commands.add_parser("dump", help="a line of JSON for each object")
    dump.add_argument("--json", action="store_true", help="the only form, for symmetry with graphz")
    dump.add_argument("archive")
    parquet = commands.add_parser("to-parquet", help="a table for each type of object, as Parquet")
    parquet.add_argument("--force", action="store_true", help="replace files")
    parquet.add_argument("archive")
    parquet.add_argument("folder", type=pathlib.Path)
    return parser.parse_args(arguments)


def status_of(error: GraphError) -> int:
    """The exit status of the Swift tool."""
    return STATUS.get(error.code, MALFORMED)


def verify_all(paths: list[str], policy: GraphPolicy) -> int:
    status = DONE
    for path in paths:
        try:
            verdict = verify(path, policy=policy)
        except OSError as error:
            print(f"graphz-py: {error}", file=sys.stderr)
            status = status or NO_FILE
            continue
        if verdict.is_sound:
            print(f"{printable(path)}: sound, {verdict.object_count:,} objects")
        elif verdict.error is not None:
            print(f"graphz-py: {printable(str(verdict.error))}", file=sys.stderr)
            status = status or status_of(verdict.error)
    return status


def run(options: argparse.Namespace) -> int:
    policy = GraphPolicy.strict if options.strict else GraphPolicy()
    if options.command == "verify":
        return verify_all(options.archive, policy)
    with open(options.archive, policy=policy) as archive:
        if options.command == "info":
            info(archive)
        elif options.command == "dump":
            archive.write_json(sys.stdout.write)
        else:
            return to_parquet(archive, options.folder, options.force)
    return DONE


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. The exit status is that of the Swift tool."""
    # As the Swift tool, whatever the locale and the system are.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    options = parsed(arguments)
    try:
        status = run(options)
        sys.stdout.flush()
        return status
    except GraphError as error:
        print(f"graphz-py: {printable(str(error))}", file=sys.stderr)
        return status_of(error)
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "pyarrow":
            raise
        print("graphz-py: Tables need pyarrow: pip install pyarrow", file=sys.stderr)
        return INTERNAL
    except BrokenPipeError:
        drop_output()
        return READER_HAS_GONE
    except OSError as error:
        print(f"graphz-py: {error}", file=sys.stderr)
        return NO_FILE
    finally:
        write_rest()


if __name__ == "__main__":
    sys.exit(main())
