"""Arrow's own types for those of the system: what system_types.py does for one value, for a column of them."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from graphz.errors import GraphError
from graphz.system_types import REFERENCE_DATE, STRUCTS, decimal_of, duration

# What pyarrow gives is not typed.
Array: TypeAlias = Any

MICROSECONDS = 1_000_000
REFERENCE_MICROSECONDS = int(REFERENCE_DATE.timestamp()) * MICROSECONDS
DECIMALS = [name for name, convert in STRUCTS.items() if convert is decimal_of]
# The digits that Arrow's two types of decimals have.
DIGITS = (38, 76)


def timestamps(array: Array) -> Array:
    """Timestamps in UTC from seconds since 2001-01-01, rounded to microseconds as Python's `timedelta` does."""
    seconds = array.cast(pa.float64())
    whole = pc.trunc(seconds)
    parts = pc.round(pc.multiply(pc.subtract(seconds, whole), float(MICROSECONDS)), round_mode="half_to_even")
    microseconds = pc.add_checked(pc.multiply_checked(whole.cast(pa.int64()), MICROSECONDS), parts.cast(pa.int64()))
    return pc.add_checked(microseconds, REFERENCE_MICROSECONDS).cast(pa.timestamp("us", "UTC"))


def dates(array: Array) -> Array:
    """Timestamps; the numbers if Arrow cannot hold one."""
    seconds = array.cast(pa.float64())
    try:
        return timestamps(seconds)
    except pa.ArrowInvalid:
        return array


def uuids(array: Array) -> Array:
    return pa.ExtensionArray.from_storage(pa.uuid(), array.cast(pa.binary(16)))


def durations(array: Array) -> Array:
    """Durations from attoseconds, which have 128 bits and so may be text; the numbers if Arrow cannot hold one."""
    attoseconds = [None if value is None else _integer(value) for value in array.to_pylist()]
    try:
        return pa.array([None if value is None else duration(value) for value in attoseconds], pa.duration("us"))
    except (OverflowError, pa.ArrowInvalid):
        return array


CONVERSIONS: dict[Any, Callable[[Array], Array]] = {
    datetime.datetime: dates, uuid.UUID: uuids, datetime.timedelta: durations,
}
# What is known without being told.
KNOWN_FIELDS = {f"{name}.start": datetime.datetime for name, convert in STRUCTS.items() if convert is not decimal_of}


def converted(array: Array, kind: Any, name: str) -> Array:
    """A column as the type that is asked for. Lists, and what only a function of the program knows, stay as they are."""
    convert = CONVERSIONS.get(kind)
    if convert is None or pa.types.is_null(array.type):
        return array
    try:
        return convert(array)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise GraphError(0, "conversion", f"the values of {name} cannot be converted: {error}", "typeMismatch") from error


def converted_if_possible(array: Array, kind: Any) -> Array:
    """A column as a type that its name lets expect. What is only called like that, or is too large for it, stays as it is."""
    try:
        return converted(array, kind, "")
    except GraphError:
        return array


def decimals(array: Array) -> Array | None:
    """Decimals from their structs; None if Arrow has none that hold all of them, which NaN never fits."""
    try:
        values = [None if value is None else decimal_of({**value, "mantissa": _integer(value["mantissa"])})
                  for value in array.to_pylist()]
        present = [value for value in values if value is not None]
        if not all(value.is_finite() for value in present):
            return None
        scale = max([0, *(-int(value.as_tuple().exponent) for value in present)])
        whole = max([0, *(value.adjusted() + 1 for value in present)])
        digits = next((digits for digits in DIGITS if scale + whole <= digits), None)
        if digits is None:
            return None
        kind = pa.decimal128(digits, scale) if digits == DIGITS[0] else pa.decimal256(digits, scale)
        with decimal.localcontext() as context:
            context.prec = digits + 1
            return pa.array(values, kind)
    except (ArithmeticError, KeyError, TypeError, ValueError, pa.ArrowException):
        # It is called like a decimal of the system, and is something else.
        return None


def _integer(value: Any) -> int:
    """An integer of up to 128 bits: a number, text, or one of them in a column of several kinds."""
    if isinstance(value, dict):
        value = next((part for part in value.values() if part is not None), None)
    return int(value)
